# shellcheck shell=bash
# csv.bash - reading rows without quoted fields, comparing numbers, and naive CRC-32 rings; loaded by *.bats, which
# set RINGMARK and work.

# pick COLUMN...: of CSV on stdin, these columns of every row, without the header.
pick() {
    awk -F, -v wanted="$*" '
        NR == 1 { count = split(wanted, names, " ")
                  for (i = 1; i <= NF; i++) place[$i] = i
                  for (i = 1; i <= count; i++)
                      if (!(names[i] in place)) { print "no column " names[i]; exit 1 }
                  next }
        { for (i = 1; i <= count; i++) printf "%s%s", $(place[names[i]]), i < count ? "," : "\n" }'
}

# near FOUND EXPECTED TOLERANCE: absolute.
near() {
    awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; exit !(a != "" && d <= t && -d <= t) }' && return
    echo "$1 is not within $3 of $2"
    return 1
}

# within FOUND EXPECTED FRACTION: relative.
within() {
    near "$1" "$2" "$(awk -v b="$2" -v f="$3" 'BEGIN { print b * f }')"
}

# crc32_of TEXT: as gzip computes it, in decimal.
crc32_of() {
    printf '%s' "$1" | gzip -c | tail -c 8 | od -An -tu4 -N4 | tr -d ' '
}

# crc32_ring VNODES NODE...: "position node label" of all points, ascending, decimal.
crc32_ring() {
    local vnodes=$1 node i
    shift
    for node in "$@"; do
        for ((i = 0; i < vnodes; i++)); do
            echo "$(crc32_of "$node#$i") $node $node#$i"
        done
    done | sort -n
}

# refused TEXT ARGUMENTS...: exit 2, nothing on stdout, one line on stderr that holds TEXT.
refused() {
    local text=$1 code=0
    shift
    # shellcheck disable=SC2154
    "$RINGMARK" "$@" >"$work/out" 2>"$work/err" </dev/null || code=$?
    if [ "$code" -ne 2 ] || [ -s "$work/out" ] || [ "$(wc -l <"$work/err")" -ne 1 ] ||
        ! grep -qF -- "$text" "$work/err"; then
        echo "ringmark $*: exit $code, wanted: $text"
        head -c 600 "$work/err" "$work/out"
        return 1
    fi
}
