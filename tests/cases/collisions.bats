#!/usr/bin/env bats
# Points that meet on one position, and labels that run together.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

@test "labels that run together lose points, and a separator keeps them apart" {
    nodes s1:1 s1:11 s2:2 s2:5
    # s1:1 with 10 to 19 and s1:11 with 0 to 9
    [ "$("$RINGMARK" skew --nodes-file "$work/nodes" --vnodes 100 --label '{name}{vnode}' | pick points points_lost)" = 400,10 ]
    [ "$("$RINGMARK" skew --nodes-file "$work/nodes" --vnodes 100 | pick points_lost)" = 0 ]
    "$RINGMARK" points --nodes-file "$work/nodes" --vnodes 100 --label '{name}{vnode}' | pick position node label >"$work/points"
    # the lower name owns all ten
    awk -F, 'seen[$1]++ { if ($2 != "s1:11" || owner[$1] != "s1:1" || label[$1] != $3) bad = 1; n++ }
             { owner[$1] = $2; label[$1] = $3 } END { exit bad || n != 10 }' "$work/points"
}

@test "nodes whose points collide keep all of them, in any order of the list" {
    nodes node-4230 node-14323 other
    # 32 bits and a thousand points each: three positions are taken twice
    options=(--hash one-at-a-time --vnodes 1000)
    [ "$("$RINGMARK" skew --nodes-file "$work/nodes" "${options[@]}" | pick points points_lost)" = 3000,3 ]
    [ "$("$RINGMARK" shares --nodes-file "$work/nodes" "${options[@]}" | pick points | sort -u)" = 1000 ]
    "$RINGMARK" points --nodes-file "$work/nodes" "${options[@]}" >"$work/forward"
    nodes other node-14323 node-4230
    "$RINGMARK" points --nodes-file "$work/nodes" "${options[@]}" | cmp - "$work/forward"
    cut -d, -f1 "$work/forward" | uniq -d | wc -l | grep -qx 3
    # of equal positions the lower name stands first
    awk -F, '$1 == position && $2 < node { exit 1 } { position = $1; node = $2 }' "$work/forward"
}

@test "taking a node out leaves every point of the others, also where they collided" {
    nodes node-4230 node-14323 other
    "$RINGMARK" points --nodes-file "$work/nodes" --hash one-at-a-time --vnodes 1000 >"$work/all"
    for gone in node-4230 node-14323 other; do
        grep -vx -- "$gone" "$work/nodes" >"$work/fewer"
        "$RINGMARK" points --nodes-file "$work/fewer" --hash one-at-a-time --vnodes 1000 >"$work/found"
        grep -v ",$gone," "$work/all" | cmp - "$work/found"
    done
}

@test "the position that two nodes share goes to the other when its owner leaves" {
    # one label for all: every position is shared
    nodes a b c
    options=(--label 'p{vnode}' --vnodes 50)
    "$RINGMARK" shares --nodes-file "$work/nodes" "${options[@]}" 2>"$work/err" | pick node share >"$work/found"
    printf '%s\n' a,1 b,0 c,0 | diff - "$work/found"
    [ "$("$RINGMARK" move --nodes-file "$work/nodes" "${options[@]}" --change remove:a 2>"$work/err" | pick moved heirs worst_heir)" = 1,1,1 ]
    [ "$("$RINGMARK" move --nodes-file "$work/nodes" "${options[@]}" --change remove:b 2>"$work/err" | pick moved)" = 0 ]
}
