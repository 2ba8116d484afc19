#!/usr/bin/env bats
# points: what is on the ring.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

@test "points of a CRC-32 ring are the sorted hashes of the labels" {
    crc32_ring 5 a b c | awk '{ printf "%08x,%s,%s\n", $1, $2, $3 }' >"$work/expected"
    printf 'c\na\nb\n' >"$work/nodes.csv"
    "$RINGMARK" points --nodes-file "$work/nodes.csv" --vnodes 5 --hash crc32 | tail -n +2 >"$work/found"
    diff "$work/expected" "$work/found"
}

@test "positions have the width of the node hash" {
    [ "$("$RINGMARK" points --nodes 2 --vnodes 2 --node-hash crc32 | pick position | awk '{ print length($0) }' | sort -u)" -eq 8 ]
    [ "$("$RINGMARK" points --nodes 2 --vnodes 2 --hash md5 | pick position | awk '{ print length($0) }' | sort -u)" -eq 16 ]
}

@test "points are ascending, and as many as weights say" {
    printf 'name,weight\nheavy,3\nlight,1\nout,0\n' >"$work/nodes.csv"
    "$RINGMARK" points --nodes-file "$work/nodes.csv" --vnodes 50 | pick position node >"$work/found"
    LC_ALL=C sort -c "$work/found"
    [ "$(grep -c ,heavy "$work/found") $(grep -c ,light "$work/found") $(grep -c ,out "$work/found")" = '150 50 0' ]
}

@test "losers of a position stand behind the node whose name sorts first" {
    # labels without the name: all nodes on the same positions
    printf 'b\na\nc\n' >"$work/nodes.csv"
    "$RINGMARK" points --nodes-file "$work/nodes.csv" --vnodes 2 --label 'p{vnode}' 2>"$work/err" | pick node label >"$work/found"
    [ "$(cut -d, -f1 "$work/found" | tr -d '\n')" = abcabc ]
    [ "$(cut -d, -f2 "$work/found" | uniq | wc -l)" -eq 2 ]
}

@test "a fixed ring size is shared by weight" {
    printf 'name,weight\na,1\nb,2\n' >"$work/nodes.csv"
    "$RINGMARK" points --nodes-file "$work/nodes.csv" --total-points 10 | pick node | sort | uniq -c | awk '{ print $1, $2 }' >"$work/found"
    [ "$(tr '\n' ' ' <"$work/found")" = '3 a 7 b ' ]
}

@test "what has no points is refused" {
    refused 'jump has no points' points --algorithm jump
}
