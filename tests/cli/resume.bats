#!/usr/bin/env bats
# FILE.partial and --resume: a run that does not end loses no row that it had finished, and another one goes on from there.
# Whatever is killed when, the whole file is that of a run that was left alone.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    out=$work/out
    mkdir "$out"
    # many cells, some of two rows, all of them exact
    lookup=(lookup --verify --nodes '3,10' --vnodes 10 --index 'line,tree' --stage 'hash,search' --mode loop --key-bytes '8,32'
        --threads '1,2' --format csv --no-progress)
    skew=(skew --nodes '3,10,30' --vnodes '1,5,40,160,500,1000' --hash 'xxh3,md5' --sets 20 --format csv --no-progress)
}

# ended_with CODE TEXT: what `attempt` started
ended_with() {
    cat "$work/stderr"
    [ "$code" -eq "$1" ] && [ "$(wc -l <"$work/stderr")" -eq 1 ] && grep -qF -- "$2" "$work/stderr"
}

attempt() {
    code=0
    timeout 60 "$RINGMARK" "$@" >"$work/stdout" 2>"$work/stderr" || code=$?
}

# Leaves $out/x.csv.partial with $1 whole rows of $skew, of a run that was killed.
leave_rows() {
    "$RINGMARK" "${skew[@]}" --output "$work/whole.csv"
    local i
    # a machine may be slow to begin, and one that is fast must not come to the end
    for ((i = 1; i < 100 && $(lines "$out/x.csv.partial") <= $1; i++)); do
        kill_after "$(printf 0.%03d $((5 * i)))" "${skew[@]}"
        rm -f "$out"/x.csv "$out"/x.json
    done
    [ "$(lines "$out/x.csv.partial")" -gt "$1" ]
}

# fact NAME FILE: a number of $out/FILE.json
fact() {
    sed -n "s/^  \"$1\": \([0-9]*\) *,*\$/\1/p" "$out/$2.json"
}

lines() {
    if [ -e "$1" ]; then wc -l <"$1"; else echo 0; fi
}

# kill_after SECONDS ARGUMENTS...: the command into x.csv with --resume, killed then
kill_after() {
    local seconds=$1
    shift
    "$RINGMARK" "$@" --output "$out/x.csv" --resume 2>>"$work/kills" &
    sleep "$seconds"
    kill -9 $! 2>/dev/null || true
    wait $! 2>/dev/null || true
}

# The seed of the moments of the kills, printed when a test fails.
seed_moments() {
    RANDOM=${RINGMARK_TEST_SEED:-$(od -An -N2 -tu2 /dev/urandom)}
    local seed=$RANDOM
    echo "RINGMARK_TEST_SEED gives these moments again; it is now $seed"
    RANDOM=$seed
}

# killed_and_resumed KILLS MOST_MS ARGUMENTS...: killed so often, each time within so many ms, and taken up: no row
# that was there is lost, and the end is byte for byte that of a run that was left alone.
killed_and_resumed() {
    local kills=$1 most=$2 i before
    shift 2
    rm -rf "${out:?}"/* "$work"/whole.*
    "$RINGMARK" "$@" --output "$work/whole.csv" 2>"$work/stderr"
    : >"$work/kills"
    for ((i = 0; i < kills; i++)); do
        before=$(lines "$out/x.csv.partial")
        kill_after "$(printf '0.%03d' $((RANDOM % most)))" "$@"
        [ ! -e "$out/x.csv" ] || rm "$out"/x.csv "$out"/x.json
        # it is there, less than before by the rows of one cell at most (the whole ones are kept), or has ended
        [ ! -e "$out/x.csv.partial" ] || [ "$(lines "$out/x.csv.partial")" -ge $((before - 8)) ]
    done
    # every kill met a run, none an error
    ! grep -vE 'nothing to do|warning|skipped' "$work/kills"
    "$RINGMARK" "$@" --output "$out/x.csv" --resume 2>"$work/stderr"
    cmp "$work/whole.csv" "$out/x.csv"
    [ "$(ls -A "$out")" = $'x.csv\nx.json' ]
}

@test "a sweep that is killed and taken up again leaves what one leaves that is not" {
    seed_moments
    killed_and_resumed 6 150 "${skew[@]}"
    killed_and_resumed 4 150 "${skew[@]}" --jobs 1
    # a change with keys has two rows a cell
    killed_and_resumed 5 150 move --nodes 5,10 --vnodes 10,100 --hash xxh3,md5 --sets 10 --change add,remove --keys 5000 \
        --format csv --no-progress
}

@test "rows are in FILE.partial as they are made, and --resume measures none of them again" {
    # the first cells are done at once, the last takes very long
    slow=(skew --nodes 10 --vnodes '1,2,3,400000' --sets 500 --jobs 1 --format csv --no-progress)
    "$RINGMARK" "${slow[@]}" --output "$out/x.csv" &
    pid=$!
    for ((i = 0; i < 500; i++)); do
        [ "$(lines "$out/x.csv.partial")" -lt 4 ] || break
        sleep 0.02
    done
    kill -9 $pid
    wait $pid || true
    [ "$(lines "$out/x.csv.partial")" -eq 4 ]
    [ "$(fact rows x.csv.partial)" -eq 3 ]
    grep -q '"whole": {"cells": 3 *, "rows": 3 *, ' "$out/x.csv.partial.json"
    # the digest of what is there vouches for it: a changed figure would stay, were it not looked at
    cp "$out/x.csv.partial" "$work/kept"
    sed -i '3s/,10,/,11,/' "$out/x.csv.partial"
    attempt "${slow[@]}" --output "$out/x.csv" --resume
    ended_with 2 'its rows are not those that its run wrote'
    cp "$work/kept" "$out/x.csv.partial"
    # all four are wanted, three are there: the fourth begins, and is stopped
    "$RINGMARK" "${slow[@]}" --output "$out/x.csv" --resume &
    pid=$!
    sleep 0.3
    kill -9 $pid
    wait $pid || true
    cmp "$work/kept" "$out/x.csv.partial"
}

@test "a last line that is cut is made anew" {
    leave_rows 3
    printf 'ring,xxh3,"' >>"$out/x.csv.partial"
    "$RINGMARK" "${skew[@]}" --output "$out/x.csv" --resume
    cmp "$work/whole.csv" "$out/x.csv"
    [ "$(fact resumed_rows x)" -ge 3 ]
}

@test "rows of other options, another seed, version, or nodes are not gone on with, and stay" {
    leave_rows 2
    cp "$out/x.csv.partial" "$work/kept"
    attempt "${skew[@]}" --output "$out/x.csv" --resume --seed 7
    ended_with 2 'differs in --seed (1, now 7)'
    attempt "${skew[@]/#20/21}" --output "$out/x.csv" --resume
    ended_with 2 'differs in --sets (20, now 21)'
    attempt "${skew[@]}" --output "$out/x.csv" --resume --replicas 2
    ended_with 2 'differs in --replicas (1, now 2)'
    attempt "${skew[@]}" --output "$out/x.csv" --resume --hash-tag '{}'
    ended_with 2 'differs in --hash-tag (not given then)'
    attempt move --output "$out/x.csv" --resume
    ended_with 2 'differs in the command (skew, now move)'
    cp "$out/x.csv.partial.json" "$work/record"
    sed -i 's/"version": "[^"]*"/"version": "0.0.1"/' "$out/x.csv.partial.json"
    attempt "${skew[@]}" --output "$out/x.csv" --resume
    ended_with 2 'differs in the version of ringmark (0.0.1, now '
    cp "$work/record" "$out/x.csv.partial.json"
    sed -i 's/"program": "xxh3 [^"]*"/"program": "xxh3 0"/' "$out/x.csv.partial.json"
    attempt "${skew[@]}" --output "$out/x.csv" --resume
    ended_with 2 'differs in the build of ringmark'
    cmp "$work/kept" "$out/x.csv.partial"
    # of these, the rows do not depend
    cp "$work/record" "$out/x.csv.partial.json"
    reordered=(skew '--hash=xxh3,md5' --sets=20 --nodes '3,10,30' --vnodes '1,5,40,160,500,1000' --label '{name}#{vnode}')
    "$RINGMARK" "${reordered[@]}" --seed 1 --jobs 1 --output "$out/x.csv" --resume
    cmp "$work/whole.csv" "$out/x.csv"
}

@test "a file that a run reads may not change under it" {
    printf 'a\nb\nc\n' >"$work/nodes"
    lists=(skew --nodes-file "$work/nodes" --vnodes '1,2,300000' --label '{name}/{set}#{vnode}' --sets 200 --format csv)
    for ((i = 0; i < 100; i++)); do
        [ "$(lines "$out/x.csv.partial")" -le 1 ] || break
        kill_after 0.1 "${lists[@]}"
    done
    printf 'a\nb\nd\n' >"$work/nodes"
    attempt "${lists[@]}" --output "$out/x.csv" --resume
    ended_with 2 'differs in what the file of --nodes-file holds'
}

@test "without --resume rows of another run are neither removed nor written over" {
    leave_rows 2
    cp "$out/x.csv.partial" "$work/kept"
    rows=$(($(lines "$out/x.csv.partial") - 1))
    attempt "${skew[@]}" --output "$out/x.csv"
    ended_with 2 "x.csv.partial holds $rows rows of a run that did not end; --resume goes on from there, or remove it"
    attempt shares --output "$out/x.csv"
    ended_with 2 'remove it, or name another --output'
    cmp "$work/kept" "$out/x.csv.partial"
    [ "$(ls -A "$out")" = $'x.csv.partial\nx.csv.partial.json' ]
}

@test "a file of that name that no run wrote stays as it is" {
    echo precious >"$out/x.csv.partial"
    attempt "${skew[@]}" --output "$out/x.csv"
    ended_with 2 'x.csv.partial holds 1 lines that this run did not write'
    attempt "${skew[@]}" --output "$out/x.csv" --resume
    ended_with 2 'x.csv.partial holds 1 lines that this run did not write'
    [ "$(cat "$out/x.csv.partial")" = precious ]
    mv "$out/x.csv.partial" "$out/x.csv.partial.json"
    attempt "${skew[@]}" --output "$out/x.csv"
    ended_with 2 'x.csv.partial.json is there, and no run wrote it'
    [ "$(cat "$out/x.csv.partial.json")" = precious ]
    ln -s "$work/elsewhere" "$out/y.csv.partial"
    attempt "${skew[@]}" --output "$out/y.csv"
    [ "$code" -eq 2 ]
    [ ! -e "$work/elsewhere" ]
}

@test "what a run left that had finished no row is in nobody's way" {
    long=(skew --nodes 5 --keys 100000000000 --format csv --no-progress)
    "$RINGMARK" "${long[@]}" --output "$out/x.csv" &
    pid=$!
    for ((i = 0; i < 500; i++)); do
        [ ! -s "$out/x.csv.partial.json" ] || break
        sleep 0.02
    done
    kill -9 $pid
    wait $pid || true
    [ -e "$out/x.csv.partial" ]
    "$RINGMARK" "${skew[@]}" --output "$out/x.csv"
    [ "$(ls -A "$out")" = $'x.csv\nx.json' ]
}

@test "of two runs into one file the second is refused" {
    mkfifo "$work/keys"
    "$RINGMARK" locate --nodes 3 --output "$out/x.csv" <"$work/keys" &
    pid=$!
    exec 7>"$work/keys"
    echo first >&7
    for ((i = 0; i < 500; i++)); do
        [ ! -s "$out/x.csv.partial.json" ] || break
        sleep 0.02
    done
    attempt "${skew[@]}" --output "$out/x.csv"
    ended_with 2 'another run is writing'
    attempt "${skew[@]}" --output "$out/x.csv" --resume
    ended_with 2 'another run is writing'
    echo key >&7
    exec 7>&-
    wait $pid
    grep -q '^key,' "$out/x.csv"
    [ "$(ls -A "$out")" = $'x.csv\nx.json' ]
}

@test "an interrupt leaves rows that --resume goes on from" {
    "$RINGMARK" "${skew[@]}" --output "$work/whole.csv"
    "$RINGMARK" "${skew[@]}" --jobs 1 --output "$out/x.csv" 2>"$work/stderr" &
    pid=$!
    until [ "$(lines "$out/x.csv.partial")" -gt 1 ]; do kill -0 $pid; done
    kill -TERM $pid
    code=0
    wait $pid || code=$?
    ended_with 143 "finished rows are in $(realpath "$out")/x.csv.partial; --resume goes on from there"
    rows=$(($(lines "$out/x.csv.partial") - 1))
    grep -q "the $rows finished rows" "$work/stderr"
    [ "$(fact rows x.csv.partial)" -eq "$rows" ]
    "$RINGMARK" "${skew[@]}" --output "$out/x.csv" --resume
    cmp "$work/whole.csv" "$out/x.csv"
    [ "$(fact resumed_rows x)" -eq "$rows" ]
}

@test "a full disk leaves the finished rows, and --resume goes on when there is room" {
    [ "$(id -u)" -eq 0 ] || skip 'only root mounts'
    mkdir "$work/disk"
    mount -t tmpfs -o size=16k none "$work/disk" 2>/dev/null || skip 'nothing can be mounted here'
    local failed=0
    full_disk || failed=1
    umount "$work/disk"
    [ $failed -eq 0 ]
}

full_disk() {
    "$RINGMARK" "${skew[@]}" --output "$work/whole.csv" || return
    # the folder, FILE, and FILE.partial.json have a page each: one of them is left
    echo 'old rows' >"$work/disk/x.csv" || return
    attempt "${skew[@]}" --output "$work/disk/x.csv"
    rows=$(($(lines "$work/disk/x.csv.partial") - 1))
    ended_with 2 "x.csv: No space left on device; the $rows finished rows are in $(realpath "$work")/disk/x.csv.partial; free some space; --resume" || return
    [ "$rows" -gt 2 ] && [ "$(cat "$work/disk/x.csv")" = 'old rows' ] || return
    head -n $((rows + 1)) "$work/whole.csv" | cmp - "$work/disk/x.csv.partial" || return
    mount -o remount,size=1m "$work/disk" || return
    "$RINGMARK" "${skew[@]}" --output "$work/disk/x.csv" --resume || return
    cmp "$work/whole.csv" "$work/disk/x.csv"
}

@test "a job may always be given --resume: it begins what has not begun, and leaves alone what is whole" {
    "$RINGMARK" "${skew[@]}" --output "$work/whole.csv"
    "$RINGMARK" "${skew[@]}" --output "$out/x.csv" --resume
    cmp "$work/whole.csv" "$out/x.csv"
    touch -d @1 "$out/x.csv"
    attempt "${skew[@]}" --output "$out/x.csv" --resume --jobs 1
    ended_with 0 'x.csv is whole, of a run with these options: nothing to do'
    [ "$(stat -c %Y "$out/x.csv")" -eq 1 ]
    # one that lost a row is not whole, and another seed is another run
    sed -i '$d' "$out/x.csv"
    "$RINGMARK" "${skew[@]}" --output "$out/x.csv" --resume
    cmp "$work/whole.csv" "$out/x.csv"
    "$RINGMARK" "${skew[@]}" --output "$out/x.csv" --resume --seed 2
    [ "$(fact seed x)" -eq 2 ]
}

@test "where nothing can be gone on with, --resume is one line" {
    attempt "${skew[@]}" --resume
    ended_with 2 '--resume needs --output FILE'
    attempt skew --format json --output "$out/x.json" --resume
    ended_with 2 'rows of CSV'
    attempt skew --output /dev/null --resume
    ended_with 2 '/dev/null is no regular file'
    attempt shares --output "$out/x.csv" --resume
    ended_with 2 'shares has no use for --resume'
    attempt build --output "$out/x.csv" --samples "$out/y.csv" --resume
    ended_with 2 '--resume and --samples exclude each other'
    attempt skew --keys-file - --output "$out/x.csv" --resume
    ended_with 2 'standard input'
    [ -z "$(ls -A "$out")" ]
}

@test "each command goes on behind its cells" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    # what they measure exactly is the same in both runs; --verify times nothing
    seed_moments
    killed_and_resumed 3 60 exact --algorithm ring,jump,modulo,maglev --nodes 10,50 --format csv --no-progress
    killed_and_resumed 3 100 quality --nodes 10 --vnodes 10,100 --hash xxh3 --sets 20 --format csv --no-progress
    killed_and_resumed 3 100 loads --algorithm bounded --nodes 5,10,20 --keys 20000 --sets 5 --format csv --no-progress
    killed_and_resumed 3 30 hash --verify --hash xxh3,md5,murmur3-32 --key-bytes 8,16,64 --format csv --no-progress
    killed_and_resumed 3 40 build --verify --nodes 3,10 --vnodes 10,100 --threads 1,2 --format csv --no-progress
    killed_and_resumed 3 600 "${lookup[@]}"
    killed_and_resumed 3 500 rivals --verify --quick --filter md5 --format csv --no-progress
}

@test "whatever the commands are killed at, two hundred times" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'RINGMARK_LONG=1 runs it'
    seed_moments
    killed_and_resumed 60 300 "${skew[@]}"
    killed_and_resumed 40 300 move --nodes 5,10,20 --vnodes 10,100 --hash xxh3,md5 --sets 10 --change add,remove --keys 20000 \
        --format csv --no-progress
    killed_and_resumed 30 200 exact --algorithm ring,jump,modulo,maglev --nodes 10,50,200 --format csv --no-progress
    killed_and_resumed 30 200 quality --nodes 10 --vnodes 10,100 --hash xxh3,fnv1a-64 --sets 20 --format csv --no-progress
    killed_and_resumed 20 200 loads --algorithm bounded --nodes 5,10,20 --keys 20000 --sets 5 --format csv --no-progress
    killed_and_resumed 20 600 "${lookup[@]}"
}
