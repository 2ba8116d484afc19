#!/usr/bin/env bats
# The field with a command that answers at once: what becomes of cells that take too long, and of a failure. A quick run
# of the field is in field-long.bats.
# shellcheck disable=SC2016 # the command is a script in single quotes

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    here=$BATS_TEST_TMPDIR
}

# stub SCRIPT: a command that lists two algorithms, and else does that
stub() {
    {
        printf '#!/bin/bash\n'
        printf 'for ((i = 1; i <= $#; i++)); do [ "${!i}" != --output ] || { j=$((i + 1)) && output=${!j}; }; done\n'
        printf 'if [ "$1" = list ]; then printf "name,can\\nslow,map\\nspent,session\\n" >"$output"; exit; fi\n%s\n' "$1"
    } >"$here/ringmark"
    chmod +x "$here/ringmark"
}

@test "a cell that takes too long is left out, named, and so is what is larger; a session is named" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    stub 'case " $* " in *" lookup "*) while :; do :; done ;; esac; exit 2'
    RINGMARK=$here/ringmark QUICK=1 RESULTS=$here/results run scripts/field
    left=$here/results/latest/field/left_out.csv
    grep -qx 'lookup,slow,100,0,more than 2 s' "$left"
    grep -qx ',spent,,,places keys one after the other: see ringmark loads' "$left"
    grep -qx ',slow,,,only its last node can leave: nothing removed at random' "$left"
}

@test "a field that was killed goes on with the next cell, and names what it left out once" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    # dies at its fifth call for rows, once
    stub 'echo "$*" >>"${0%/*}/calls"
case $(wc -l <"${0%/*}/calls") in 5) kill -KILL -- "-$(ps -o pgid= $$ | tr -d " ")" ;; esac
case " $* " in *" lookup "*"--quick"*slow*) while :; do :; done ;; esac
for ((i = 1; i <= $#; i++)); do [ "${!i}" != --nodes ] || { j=$((i + 1)) && echo "nodes" && echo "${!j}"; }; done >"$output"
echo "{}" >"${output%.csv}.json"'
    sed -i 's/slow,map/slow,map\\nquick,map remove-any/' "$here/ringmark"
    export RINGMARK=$here/ringmark RESULTS=$here/results QUICK=1
    set -m
    scripts/field 2>"$here/said" &
    set +m
    code=0
    wait $! || code=$?
    [ $code -eq 137 ]
    run scripts/field
    [[ $output == *'field: going on with the run that was broken off; taken over: algorithms.csv lookup.csv, '*' parts in '* ]]
    [ "$(grep -c '^lookup,slow,100,0,more than 2 s$' "$RESULTS/latest/field/left_out.csv")" -eq 1 ]
    [ "$(grep -c '^lookup --stage search --quick' "$here/calls")" -eq 3 ]
    [ "$(grep -c '^build --quick' "$here/calls")" -eq 4 ]
}

@test "a command that fails stops the field with its exit code and what it said" {
    stub 'echo "ringmark: no such thing" >&2; exit 2'
    RINGMARK=$here/ringmark RESULTS=$here/results run scripts/field
    [ "$status" -eq 2 ]
    [[ $output == *'field: ringmark lookup '*'ended with 2: ringmark: no such thing'* ]]
    [ -e "$here/results/latest/field/incomplete" ]
}
