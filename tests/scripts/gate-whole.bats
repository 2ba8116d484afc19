#!/usr/bin/env bats
# The whole gate in a copy of the tree with planted changes: both builds, all cases. Minutes: only with RINGMARK_LONG=1
# (make check-gate).

setup() {
    [ "${RINGMARK_LONG-}" = 1 ] || skip 'takes minutes; make check-gate runs it'
    git -C "$BATS_TEST_DIRNAME" rev-parse HEAD >/dev/null || skip 'not a git tree'
    here=$BATS_TEST_TMPDIR
    export BUILD=$here/build TMPDIR=$here/tmp
    mkdir "$TMPDIR"
    git clone -q "$(git -C "$BATS_TEST_DIRNAME" rev-parse --show-toplevel)" "$here/tree"
    cd "$here/tree" || exit
    # the scripts as they are, committed or not
    cp -r "$BATS_TEST_DIRNAME/../../scripts/." scripts
    cp -r "$BATS_TEST_DIRNAME/../../results/." results
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

@test "planted changes fail in their cases, a waived one passes, others are not touched" {
    # one slot of modulo goes to another node; jump takes twenty instructions more a key
    sed -i 's/map->owners\[slot\] = .*/map->owners[slot] = rmk_serving_id(live, slot == 3 ? 4 : slot);/' core/placement/ordered/modulo.c
    sed -i '/^uint32_t rmk_jump(/s|{$|{ __asm__ volatile(".rept 20; nop; .endr");|' core/placement/ordered/jump.c
    [ "$(git diff --name-only | wc -l)" -eq 2 ]
    commit 'two planted changes'
    printf 'case,revision,reason\njump/xxh3/10,%s,planted\n' "$(git rev-parse --short=10 HEAD)" >results/waivers.csv
    commit 'a waiver'
    run scripts/gate HEAD~2
    echo "$output"
    [ "$status" -eq 1 ]
    [ "$(grep -E '^[a-z-]+/[^ ]+ +fail ' <<<"$output" | cut -d ' ' -f 1 | sort -u | paste -sd ' ')" = 'jump/xxh64/1000 modulo/xxh3/7' ]
    [ "$(grep -E '^[a-z-]+/[^ ]+ +waived ' <<<"$output" | cut -d ' ' -f 1 | sort -u)" = jump/xxh3/10 ]
    [ "$(grep -cE '^(ring|nginx|ketama|haproxy|envoy|twemproxy|redis|dubbo|groupcache)' <<<"$output")" -eq 0 ]
    grep -Eq '^modulo/xxh3/7 +fail +digest .*: the mapping changed \[scalar' <<<"$output"
    grep -Eq '^jump/xxh64/1000 +fail +loop_instructions .*: above \+2 %' <<<"$output"
    nothing_left
}

@test "an interrupt ends builds at once and leaves nothing" {
    scripts/gate HEAD >"$here/log" 2>&1 &
    gate=$!
    until grep -q 'building BASE' "$here/log"; do sleep 0.2; done
    sleep 3
    kill -TERM $gate
    code=0
    wait $gate || code=$?
    [ $code -eq 143 ]
    sleep 0.5 # a killed process may take a moment to go
    [ "$(pgrep -fc "$here/build")" -eq 0 ]
    nothing_left
}

@test "a BASE that does not build is named with the reason" {
    echo '#error "planted"' >>core/base.c
    commit 'does not build'
    git revert --no-edit -n HEAD && commit 'builds again'
    run scripts/gate HEAD~1
    [ "$status" -eq 2 ]
    [[ $(tail -n 1 <<<"$output") == 'gate: BASE ('*'does not build) does not build: core/base.c:'*'planted'*'; all of it is in '* ]]
    nothing_left
}
