#!/usr/bin/env bats
# The sweep with a command that answers at once: which files it leaves, and what a break leaves. The command itself is
# measured by `make bench`.

bats_require_minimum_version 1.5.0

# a command, and one whole sweep with it: what a test changes is a sweep of its own
setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    export SWEPT=$BATS_FILE_TMPDIR QUICK=
    answering "$SWEPT"
    RINGMARK=$SWEPT/ringmark RESULTS=$SWEPT/results scripts/sweep 2>"$SWEPT/progress"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    here=$BATS_TEST_TMPDIR
    answering "$here"
    export RINGMARK=$here/ringmark RESULTS=$here/results
}

# answering FOLDER: a command in it that answers at once, and notes its arguments in FOLDER/calls
answering() {
    local here=$1
    tests/plots/make-samples "$here/samples"
    cp "$here/samples/hash.csv" "$here/samples/build.csv"
    cat >"$here/ringmark" <<'END'
#!/usr/bin/env bash
here=$(dirname "$0")
echo "$*" >>"$here/calls"
case $1 in
"${INTERRUPTED_IN-}") kill -INT $$ ;;
"${BROKEN_IN-}") exit "${BROKEN_BY-2}" ;;
"${KILLED_IN-}") [ "$(grep -c "^$1" "$here/calls")" -lt "${KILLED_AT-1}" ] || kill -KILL -- "-$(ps -o pgid= $$ | tr -d ' ')" ;;
list) printf 'name,summary\nauto,the best\nplain,ours\ntree,rival: a tree\n' && exit ;;
esac
while [ "$1" != --output ]; do
    [ -n "$command" ] || command=$1
    shift
done
cp "$here/samples/$command.csv" "$2"
echo '{}' >"${2%.csv}.json"
END
    chmod +x "$here/ringmark"
}

@test "a whole sweep leaves a CSV and a JSON of each command, the plots, and no mark" {
    for name in skew lookup move hash build; do [ -s "$SWEPT/results/latest/$name.csv" ] && [ -s "$SWEPT/results/latest/$name.json" ]; done
    for name in skew lookup move hash; do [ -s "$SWEPT/results/latest/$name.png" ] && [ -s "$SWEPT/results/latest/$name.svg" ]; done
    [ ! -e "$SWEPT/results/latest/incomplete" ]
    [ ! -e "$SWEPT/results/latest/quick" ]
    [ ! -e "$SWEPT/results/latest/parts" ]
    RESULTS=$SWEPT/results scripts/publish
}

@test "every step says what is left of the whole" {
    [ "$(grep -cE '^\[[1-6]/6\] [a-z]+, about [0-9]+:[0-5][0-9] left in all$' "$SWEPT/progress")" -eq 6 ]
}

@test "a quick sweep leaves the same files, from fewer cells, and cannot be published" {
    cp -r "$SWEPT/results" "$RESULTS"
    ls "$RESULTS/latest" >"$here/whole"
    QUICK=1 scripts/sweep
    diff "$here/whole" <(ls -I quick "$RESULTS/latest")
    run scripts/publish
    [ "$status" -eq 2 ]
}

@test "rivals are measured apart from our own ways to search" {
    grep -q 'lookup.*--index plain .*100000 ' "$SWEPT/calls"
    grep -q 'lookup.*--index tree .*10000 ' "$SWEPT/calls"
    run ! grep -q 'lookup.*--index.*auto' "$SWEPT/calls"
}

@test "an interrupt ends the sweep at once, keeps what is finished and says so" {
    INTERRUPTED_IN=move run scripts/sweep
    [ "$status" -eq 130 ]
    [[ $output == *'interrupted; finished in '*': skew.csv lookup.csv;'* ]]
    [ -s "$RESULTS/latest/lookup.csv" ]
    [ ! -e "$RESULTS/latest/move.csv" ]
    run scripts/publish
    [ "$status" -eq 2 ]
}

@test "a command that fails stops the sweep with its exit code and one line" {
    BROKEN_IN='hash' run scripts/sweep
    [ "$status" -eq 2 ]
    [[ $output == *'sweep: ringmark hash '*'ended with 2'* ]]
}

# killed COMMAND NUMBER: a sweep that kill -9 ends in the command's run of that number, with all that it started
killed() {
    : >"$here/calls"
    set -m
    KILLED_IN=$1 KILLED_AT=$2 scripts/sweep 2>"$here/said" &
    set +m
    code=0
    wait $! || code=$?
    [ $code -eq 137 ]
}

@test "a sweep that was killed does what is missing only, and leaves the files of one that was not" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    scripts/sweep
    grep -v '^list' "$here/calls" | sed 's/ --output.*//' >"$here/all"
    mv "$RESULTS" "$here/whole"
    killed move 2
    [ ! -e "$RESULTS/latest/move.csv" ]
    run scripts/publish
    [ "$status" -eq 2 ]
    mv "$here/calls" "$here/before"
    run scripts/sweep
    [ "$status" -eq 0 ]
    grep -qx 'sweep: going on with the run that was broken off; taken over: skew.csv lookup.csv, 7 parts in .*' <<<"$output"
    run ! grep -qE '] (skew|lookup), about' <<<"$output"
    # each once, and the one that was killed twice
    { sed '$d' "$here/before" && cat "$here/calls"; } | grep -v '^list' | sed 's/ --output.*//' | diff "$here/all" -
    diff -r -x '*.png' "$here/whole" "$RESULTS"
}

@test "what a killed run left of a part is not taken for rows of a run that made none" {
    killed lookup 1
    echo half >"$RESULTS/latest/parts/new.csv"
    BROKEN_IN=lookup BROKEN_BY=3 run scripts/sweep
    [ "$status" -eq 3 ]
    run ! grep -rqx half "$RESULTS"
}

@test "the cells that a killed run had finished of a part are for the run that goes on with it" {
    killed lookup 1
    echo row >"$RESULTS/latest/parts/new.csv.partial"
    BROKEN_IN=lookup run scripts/sweep
    [ "$status" -eq 2 ]
    [ "$(cat "$RESULTS/latest/parts/new.csv.partial")" = row ]
    tail -n 1 "$here/calls" | grep -q '^lookup .* --resume'
}

@test "a sweep whose first run was killed is gone on with, too" {
    killed skew 1
    echo row >"$RESULTS/latest/parts/new.csv.partial"
    QUICK=1 run scripts/sweep
    [ "$status" -eq 2 ]
    [ "$(cat "$RESULTS/latest/parts/new.csv.partial")" = row ]
}

@test "a killed sweep is not continued by another command or by a quick one: one line, and what begins anew does" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    killed move 1
    refused() {
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *"this one differs in: $1; to begin anew: rm $RESULTS/latest/incomplete" ]]
    }
    QUICK=1 run scripts/sweep
    refused QUICK
    echo '# rebuilt' >>"$here/ringmark"
    run scripts/sweep
    refused command
    RINGMARK_ISA=scalar run scripts/sweep
    refused 'command, instruction set'
    [ -s "$RESULTS/latest/lookup.csv" ]
    rm "$RESULTS/latest/incomplete" "$here/calls"
    scripts/sweep
    grep -q ^skew "$here/calls"
}

@test "two sweeps at once: the second is refused" {
    mkdir -p "$RESULTS/latest"
    exec 8<"$RESULTS/latest"
    flock 8
    run scripts/sweep
    [ "$status" -eq 2 ]
    [[ $output == *'another run, or what is left of one that was killed, is measuring there; wait for its end' ]]
}
