#!/usr/bin/env bats
# How duet-false-alarms goes on after it was killed, with a command that answers at once. The command itself is measured by
# make duet-false-alarms.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    here=$BATS_TEST_TMPDIR
    cat >"$here/ringmark" <<'ANSWER'
#!/usr/bin/env bash
here=$(dirname "$0")
echo "$*" >>"$here/calls"
[ "$(wc -l <"$here/calls")" != "${KILLED_AT-}" ] || kill -KILL $PPID
while [ "$1" != --seed ]; do shift; done
printf 'case,verdict,visible_pct\nring,same,%s\njump,same,2\n' "$2"
ANSWER
    chmod +x "$here/ringmark"
    echo object >"$here/duet.so"
    export RINGMARK=$here/ringmark DUET_OBJECT=$here/duet.so RESULTS=$here/results
    made=$RESULTS/latest/duet-false-alarms.parts
}

killed() {
    KILLED_AT=$1 run scripts/duet-false-alarms 5
    [ "$status" -eq 137 ]
    [ ! -e "$RESULTS/latest/duet-false-alarms.csv" ]
}

@test "runs that were finished before a kill are taken over, and the rows are those of a whole run" {
    scripts/duet-false-alarms 5
    mv "$RESULTS" "$here/whole"
    rm "$here/calls"
    killed 3
    # its command ends after it, and is waited for
    exec {lock}<"$made"
    flock "$lock"
    exec {lock}<&-
    run scripts/duet-false-alarms 5
    [ "$status" -eq 0 ]
    grep -qx "duet-false-alarms: going on; taken over: 2 runs in $made" <<<"$output"
    [ "$(grep -o 'seed [0-9]*' "$here/calls" | paste -sd ' ')" = 'seed 1 seed 2 seed 3 seed 3 seed 4 seed 5' ]
    diff -r "$here/whole" "$RESULTS"
}

@test "another object is refused with what to do, and nothing is lost" {
    killed 3
    exec {lock}<"$made"
    flock "$lock"
    exec {lock}<&-
    echo other >"$here/duet.so"
    run scripts/duet-false-alarms 5
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == *"this one differs in: object; to begin anew: rm -r $made" ]]
    [ -s "$made/2.csv" ]
    rm -r "$made"
    scripts/duet-false-alarms 2
    [ "$(wc -l <"$RESULTS/latest/duet-false-alarms.csv")" -eq 5 ]
}
