#!/usr/bin/env bats
# Keys that weigh more than others, and keys that are none.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

@test "popular keys load one node of an even ring" {
    "$RINGMARK" shares --keys 100000 --key-dist zipf:1.2 | pick relative_share key_share >"$work/found"
    awk -F, '$1 > 1.25 { bad = 1 } $2 > most { most = $2 } END { exit bad || most < .19 }' "$work/found"
    # the most popular of 10^5 keys alone is a fifth of all requests; more points do not help
    "$RINGMARK" shares --keys 100000 --key-dist zipf:1.2 --vnodes 2000 | pick key_share | sort -g | tail -1 >"$work/found"
    below .19 "$(cat "$work/found")"
}

@test "a key with nine of ten requests is found by its node's part of them" {
    { echo hot,900; seq -f 'cold-%g,1' 100; } >"$work/keys"
    "$RINGMARK" shares --nodes 3 --keys-file "$work/keys" --key-weights | pick share key_share | sort -t, -k2,2g >"$work/found"
    IFS=, read -r share requests < <(tail -1 "$work/found")
    below "$share" .4
    below .9 "$requests"
}

@test "streams of very different rates: the rates are counted, the shares stay" {
    seq 180 | awk '{ print "stream-" $1 "," 4.79 + ($1 % 12) * 1.2 }' >"$work/keys"
    "$RINGMARK" shares --nodes 12 --keys-file "$work/keys" --key-weights | pick share keys >"$work/found"
    near "$(awk -F, '{ s += $2 } END { print s }' "$work/found")" "$(awk -F, '{ s += $2 } END { print s }' "$work/keys")" .01
    "$RINGMARK" shares --nodes 12 | pick share | diff - <(cut -d, -f1 "$work/found")
}

@test "the empty key has one owner, or none where the system takes turns" {
    echo | "$RINGMARK" locate --nodes 3 | pick node | grep -qx 'node-0-[012]'
    echo | "$RINGMARK" locate --preset nginx --nodes 3 | cells hash node | grep -qx $'\t'
}

@test "the keys that a resize takes from their worker are listed" {
    seq -f 'user-%g' 1000 >"$work/keys"
    for nodes in 3 4; do
        "$RINGMARK" locate --nodes $nodes --keys-file "$work/keys" | pick key node >"$work/$nodes"
    done
    join -t, <(sort "$work/3") <(sort "$work/4") | awk -F, '$2 != $3 { print $3 }' >"$work/moved"
    [ "$(sort -u "$work/moved")" = node-0-3 ]
    IFS=, read -r share _ < <("$RINGMARK" shares --nodes 4 --keys-file "$work/keys" | pick key_share keys | tail -1)
    [ "$share" = "$(wc -l <"$work/moved" | awk '{ print $1 / 1000 }')" ]
}
