# shellcheck shell=bash
# cases.bash - comparing figures; loaded by *.bats of this folder, which set RINGMARK and work.

load ../cli/csv.bash

# below A B: the first number is less than the second.
below() {
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && b != "" && a + 0 < b + 0) }' && return
    echo "$1 is not below $2"
    return 1
}

# times A B: their product.
times() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.9g\n", a * b }'
}

# spread: the largest over the smallest of the numbers on stdin, less one.
spread() {
    sort -g | awk 'NR == 1 { low = $1 } END { print $1 / low - 1 }'
}

# nodes NAME...: a nodes file of these lines, $work/nodes.
nodes() {
    # shellcheck disable=SC2154
    printf '%s\n' "$@" >"$work/nodes"
}

# cells COLUMN...: of CSV on stdin, also where fields are quoted, these columns, tabs between.
cells() {
    local IFS=,
    "$BATS_TEST_DIRNAME/../../scripts/query" "$*" /dev/stdin
}
