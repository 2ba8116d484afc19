#!/usr/bin/env bats
# The whole of duet: a planted slowdown in a copy of the tree is caught, equal builds are not blamed, an interrupt leaves

bats_require_minimum_version 1.5.0
# nothing. Minutes, and a machine that is not overloaded: only with RINGMARK_LONG=1 (make check-duet).

setup() {
    [ "${RINGMARK_LONG-}" = 1 ] || skip 'takes minutes; make check-duet runs it'
    git -C "$BATS_TEST_DIRNAME" rev-parse HEAD >/dev/null || skip 'not a git tree'
    RINGMARK=${RINGMARK:-build/ringmark}
    here=$BATS_TEST_TMPDIR
    export RINGMARK TMPDIR=$here/tmp
    mkdir "$TMPDIR"
}

# a clone with the scripts, the shim and the Makefile as they are, committed or not
copy_tree() {
    export BUILD=$here/build
    git clone -q "$(git -C "$BATS_TEST_DIRNAME" rev-parse --show-toplevel)" "$here/tree"
    cd "$here/tree" || exit
    cp -r "$BATS_TEST_DIRNAME/../../scripts/." scripts
    cp "$BATS_TEST_DIRNAME/../../Makefile" .
    cp "$BATS_TEST_DIRNAME"/../../bench/duet_* bench
    commit 'as it is'
}

commit() {
    git add -A
    git -c user.name=t -c user.email=t@t.invalid commit -q --allow-empty -m "$1"
}

nothing_left() {
    [ "$(git worktree list | wc -l)" -eq 1 ]
    [ -z "$(git worktree prune -n)" ]
    [ -z "$(ls -A "$TMPDIR")" ]
    [ -z "$(git status --porcelain)" ]
}

@test "a fifth more time a lookup is caught by the short form in a minute, and other cases are not blamed" {
    copy_tree
    # every fifth key of a batch is located twice
    sed -i '/^    if (algorithm->locate_batch) {/a\        algorithm->locate_batch(placement, keys, hashes, count / 5, owners);' \
        core/placement/placement.c
    [ "$(git diff --name-only)" = core/placement/placement.c ]
    commit 'a planted slowdown'
    run scripts/duet HEAD~1 --quick --format csv --output "$here/rows.csv"
    echo "$output"
    cat "$here/rows.csv"
    [ "$status" -eq 1 ]
    [ "$(grep -c 'batch,.*,slower,confirmed by fresh launches' "$here/rows.csv")" -eq 2 ]
    [ "$(grep -c ': slower by ' <<<"$output")" -eq 2 ]
    # their code has not changed, but it lies elsewhere: that may move them by some per cent, not by ten
    grep -E ' (loop|build),' "$here/rows.csv" | awk -F , '$4 <= -10 || $4 >= 10 { exit 1 } END { exit NR != 2 }'
    nothing_left
}

@test "equal builds are the same or inconclusive, ten times of ten, each within a minute" {
    for seed in 1 2 3 4 5 6 7 8 9 10; do
        begin=$SECONDS
        "$RINGMARK" duet "$RINGMARK_DUET" "$RINGMARK_DUET" --quick --fail-above 10 --seed $seed --format csv >"$here/csv"
        cat "$here/csv"
        [ "$(sed 1d "$here/csv" | cut -d, -f11 | grep -Evc '^(same|inconclusive)$')" -eq 0 ]
        [ $((SECONDS - begin)) -lt 60 ]
    done
}

@test "a library that lacks what the cases call makes all of them new" {
    copy_tree
    sed -i 's/rmk_hash_find/rmk_hash_found/g' core/*/*.[ch] core/*.[ch] bench/*.[ch] bench/*/*.[ch]
    git checkout -q bench/regression/duet/shim.c
    commit 'another name'
    git revert -n HEAD
    commit 'the old name again'
    run -0 scripts/duet HEAD~1 --quick
    grep -q 'every case is new: the library of BASE' <<<"$output"
    nothing_left
}

@test "a BASE that does not build says so with the reason" {
    copy_tree
    echo 'int broken(' >>core/version.c
    commit 'broken'
    git revert -n HEAD
    commit 'mended'
    run scripts/duet HEAD~1 --quick
    [ "$status" -eq 2 ]
    grep -q 'BASE (.* broken) does not build' <<<"$output"
    grep -q 'version.c' <<<"$output"
    nothing_left
}

@test "an interrupt ends builds at once and leaves nothing" {
    copy_tree
    scripts/duet HEAD >"$here/log" 2>&1 &
    duet=$!
    until grep -q 'building BASE' "$here/log"; do sleep 0.2; done
    kill -TERM $duet
    code=0
    wait $duet || code=$?
    [ $code -eq 143 ]
    nothing_left
}
