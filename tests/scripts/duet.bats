#!/usr/bin/env bats
# ringmark duet and scripts/duet: two objects in one process, launches, verdicts. No time is asserted; the planted slowdown

bats_require_minimum_version 1.5.0
# is in duet-whole.bats.

setup_file() {
    export OBJECTS=$BATS_FILE_TMPDIR
    build toy
    build toy slow -DSLOW
    build broken CRASH -DBROKEN_CRASH
    build broken HANG -DBROKEN_HANG
    build broken RANGE -DBROKEN_RANGE
    build broken NOISE -DBROKEN_NOISE
    build broken EXIT -DBROKEN_EXIT=0
    build broken NO_RING -DBROKEN_NO_RING
    build broken SYMBOL -DBROKEN_SYMBOL
    build broken VERSION -DBROKEN_VERSION
    build duet_broken plain
    build duet_broken two -DCASES=2
    build duet_broken lacks -DCASES=2 -DLACKS
    build duet_broken OTHER_VERSION -DBROKEN_VERSION
    build duet_broken OTHER_LIBRARY -DBROKEN_OWN
}

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    export TMPDIR=$work/tmp
    mkdir "$TMPDIR"
    load ../cli/csv
}

# build SOURCE [NAME [FLAG...]]: $OBJECTS/NAME.so
build() {
    local source=$1 name=${2:-$1}
    shift $(($# > 1 ? 2 : 1))
    ${CC:-cc} -O1 -shared -fPIC -I"$BATS_TEST_DIRNAME/../.." -o "$OBJECTS/$name.so" \
        "$BATS_TEST_DIRNAME/../plugins/$source.c" "$@"
}

duet() {
    local base=$1 head=$2
    shift 2
    "$RINGMARK" duet "$OBJECTS/$base.so" "$OBJECTS/$head.so" --format csv "$@"
}

@test "the header is the documented one, a row a case" {
    duet toy slow --repeat 1 --filter 'nodes=10 ' >"$work/csv"
    [ "$(head -n 1 "$work/csv")" = 'case,base_ns,head_ns,change_pct,ci_low_pct,ci_high_pct,launches,control_pct,visible_pct,p,verdict,reason' ]
    [ "$(sed 1d "$work/csv" | cut -d, -f1 | paste -sd,)" = \
        'toy nodes=10 vnodes=160 loop,toy nodes=10 vnodes=160 batch,toy nodes=10 vnodes=160 build' ]
    cut -d, -f2,3,7 "$work/csv" | awk -F, 'NR > 1 && !($1 > 0 && $2 > 0 && $3 == 1) { exit 1 }'
}

@test "few launches are no proof: inconclusive, exit 0" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    duet toy slow --repeat 2 --quick --fail-above 1 >"$work/csv"
    [ "$(cut -d, -f11 "$work/csv" | sed 1d | sort -u)" = inconclusive ]
    grep -q '2 launches cannot give p below' "$work/csv"
}

@test "every launch is in the samples" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    duet toy toy --repeat 3 --filter batch --samples "$work/samples.csv" >"$work/csv"
    [ "$(pick case launch <"$work/samples.csv" | sort -u | wc -l)" -eq 6 ]
    [ "$(pick launch <"$work/samples.csv" | sort -u | paste -sd,)" = 0,1,2 ]
}

@test "the objects of this tree: every case is there, and answers alike" {
    [ -r "${RINGMARK_DUET-}" ] || skip 'no object: make duet-object'
    "$RINGMARK" duet "$RINGMARK_DUET" "$RINGMARK_DUET" --repeat 1 --quick --format csv >"$work/csv"
    [ "$(wc -l <"$work/csv")" -eq 5 ]
    run ! grep -E 'answers differ|invalid|new|gone' "$work/csv"
    [ "${RINGMARK_LONG-}" = 1 ] || return 0
    "$RINGMARK" duet "$RINGMARK_DUET" "$RINGMARK_DUET" --repeat 1 --format csv >"$work/csv"
    [ "$(wc -l <"$work/csv")" -ge 12 ]
    run ! grep -E 'answers differ|invalid|new|gone' "$work/csv"
}

@test "the object of this tree exports its entry and calls its own library" {
    [ -r "${RINGMARK_DUET-}" ] || skip 'no object: make duet-object'
    nm -D --defined-only "$RINGMARK_DUET" | grep -q ' rm_duet_entry$'
    readelf -d "$RINGMARK_DUET" | grep -q SYMBOLIC
    refused 'calls the library of another object' duet "$OBJECTS/OTHER_LIBRARY.so" "$OBJECTS/OTHER_LIBRARY.so"
}

@test "what BASE lacks is new, what HEAD lacks is gone, neither fails" {
    duet lacks two --repeat 1 >"$work/csv"
    grep -q '^another case,,,,,,,,,,new,BASE has no such thing$' "$work/csv"
    grep -q '^a case,[0-9]' "$work/csv"
    duet two lacks --repeat 1 >"$work/csv"
    grep -q '^another case,,,,,,,,,,gone,HEAD has no such thing$' "$work/csv"
    [ "$(duet lacks lacks --repeat 1 | sed 1d | cut -d, -f1)" = 'a case' ]
}

@test "a case that crashes, hangs or answers nonsense is named, the others go on, exit 1" {
    code=0
    duet CRASH CRASH --repeat 1 >"$work/csv" 2>"$work/err" || code=$?
    [ $code -eq 1 ]
    grep -q 'broken nodes=10 vnodes=160 loop is left out: a launch' "$work/err"
    grep -q '^broken nodes=10 vnodes=160 loop,.*,invalid,a launch crashed or hung$' "$work/csv"
    code=0
    RINGMARK_PLUGIN_SECONDS=1 duet HANG HANG --repeat 1 --filter 'nodes=10 vnodes=160 batch' >"$work/csv" 2>"$work/err" || code=$?
    [ $code -eq 1 ]
    grep -q 'a launch has not ended for 1 s' "$work/err"
    code=0
    duet RANGE RANGE --repeat 1 --filter 'nodes=10 vnodes=160 batch' >"$work/csv" 2>"$work/err" || code=$?
    [ $code -eq 1 ]
    grep -q 'locate_batch answers node 10, and there are 10' "$work/err"
}

@test "a plugin that ends the process is named, one that prints is measured" {
    code=0
    duet EXIT EXIT --repeat 1 --filter loop >"$work/csv" 2>"$work/err" || code=$?
    [ $code -eq 1 ]
    grep -q 'broken nodes=10 vnodes=160 loop is left out: a launch ended with exit code 0' "$work/err"
    duet NOISE NOISE --repeat 1 --filter 'nodes=10 vnodes=160 loop' >"$work/csv" 2>"$work/err"
    [ "$(pick case launches verdict <"$work/csv")" = 'broken nodes=10 vnodes=160 loop,1,inconclusive' ]
    run ! grep -q '^broken.*,9,' "$work/csv"
}

@test "bad input is one line" {
    refused 'takes two shared objects' duet
    refused 'takes two shared objects' duet a b c
    refused 'cannot read' duet "$work/none.so" "$work/none.so"
    refused 'cannot read' duet "$work" "$work"
    echo text >"$work/text.so"
    refused 'cannot load' duet "$work/text.so" "$work/text.so"
    refused 'has neither rm_duet_entry' duet "$OBJECTS/SYMBOL.so" "$OBJECTS/toy.so"
    refused 'not a whole plugin of version 1' duet "$OBJECTS/VERSION.so" "$OBJECTS/toy.so"
    refused 'of version 2, this ringmark reads 1' duet "$OBJECTS/OTHER_VERSION.so" "$OBJECTS/plain.so"
    refused 'have different cases' duet "$OBJECTS/toy.so" "$OBJECTS/plain.so"
    refused 'no case has that in its name' duet "$OBJECTS/toy.so" "$OBJECTS/toy.so" --filter none
}

@test "an interrupt ends it at once and leaves no file" {
    "$RINGMARK" duet "$OBJECTS/toy.so" "$OBJECTS/toy.so" --output "$work/rows.csv" --repeat 1000 3>&- 2>"$work/err" &
    duet=$!
    sleep 0.5
    kill -TERM $duet
    code=0
    wait $duet || code=$?
    [ $code -ge 128 ]
    [ -z "$(ls -A "$TMPDIR")" ]
    [ ! -e "$work/rows.csv" ]
}

@test "the script takes objects and programs, and says what is wrong" {
    script=$BATS_TEST_DIRNAME/../../scripts/duet
    export RINGMARK BUILD=$work/build
    run -0 "$script" --base-object "$OBJECTS/toy.so" --head-object "$OBJECTS/slow.so" --repeat 1 --filter loop --format csv
    grep -q '^toy nodes=10 vnodes=160 loop,' <<<"$output"
    run "$script" no-such-revision
    [ "$status" -eq 2 ]
    run "$script" --programs true
    [ "$status" -eq 2 ]
    grep -q 'takes two commands' <<<"$output"
    [ -z "$(ls -A "$TMPDIR")" ]
}

@test "two programs are run in turns" {
    command -v hyperfine >/dev/null || skip 'hyperfine is not installed'
    script=$BATS_TEST_DIRNAME/../../scripts/duet
    echo "echo a >>'$work/order'" >"$work/a"
    echo "echo b >>'$work/order'" >"$work/b"
    RINGMARK=$RINGMARK "$script" --programs --runs 4 --keep "$work/kept" --fail-above 1000000 "sh $work/a" "sh $work/b" \
        --format csv >"$work/csv"
    [ "$(paste -sd '' "$work/order")" = ababbaabba ]
    [ "$(grep -o '"times": \[[^]]*' "$work/kept/a.json" | tr -cd , | wc -c)" -eq 3 ]
    grep -q '^program,seconds,' "$work/csv"
    run "$script" --programs --runs 2 "$work/none" "$work/none"
    [ "$status" -eq 2 ]
    grep -q 'does not run' <<<"$output"
}
