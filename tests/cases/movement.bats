#!/usr/bin/env bats
# What moves when nodes join, leave, grow or change their address.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

move() {
    "$RINGMARK" move --format csv "$@"
}

@test "a small ring of fixed size moves more than the share of a new node" {
    # 12 points: from six a node to four
    IFS=, read -r moved ideal collateral < <(move --preset envoy-ring --total-points 12 --nodes 2 --change add --sets 300 |
        pick moved ideal collateral)
    near "$moved" .41 .02
    near "$ideal" .333333 1e-5
    near "$collateral" .074 .012
}

@test "one key from bucket 6 to 18 says nothing, many say half" {
    for nodes in 10 20; do
        echo 10000 | "$RINGMARK" locate --algorithm jump --hash u64 --nodes $nodes | pick node
    done >"$work/found"
    printf '%s\n' node-0-6 node-0-18 | diff - "$work/found"
    "$RINGMARK" diff --algorithm jump --nodes 10 --against '--nodes 20' --keys 100000 2>&1 >"$work/csv" |
        sed -n 's/.*disagree on \([0-9.]*\) %.*/\1/p' >"$work/share"
    near "$(cat "$work/share")" 50 .8
    # all of them to new nodes
    [ "$(pick node_b <"$work/csv" | grep -c '^node-0-1[0-9]$')" -eq $(($(wc -l <"$work/csv") - 1)) ]
}

@test "two buckets become three: a third of the keys, all to the new one" {
    IFS=, read -r moved collateral < <(move --algorithm jump --nodes 2 --change add --keys 100000 | pick moved collateral)
    near "$moved" .333333 .006 # four standard deviations
    [ "$collateral" = 0 ]
}

@test "a node of another address moves nothing where it is known by an id or an alias" {
    [ "$(move --preset haproxy --change rename | cells moved)" = 0 ]
    printf '%s\n' name,alias 10.0.0.1:6380,r1 10.0.0.2:6380,r2 10.0.0.3:6380,r3 >"$work/nodes"
    [ "$(move --preset twemproxy --nodes-file "$work/nodes" --change rename | cells moved)" = 0 ]
    # without: its points go elsewhere, and all that moves need not
    IFS=, read -r moved ideal < <(move --change rename --sets 50 | pick moved ideal)
    near "$moved" .18 .02 # what one node had, and what it has now, less what is both
    [ "$ideal" = 0 ]
}

@test "weight 1 to 3 of ten nodes moves 15 percent, all to that node" {
    IFS=, read -r moved ideal collateral < <(move --sets 100 --change weight:first=3 | pick moved ideal collateral)
    near "$moved" .15 .003
    near "$ideal" .15 1e-12
    [ "$collateral" = 0 ]
}

@test "swapping the weights 50 and 200 moves three fifths, one way" {
    printf '%s\n' a,50 b,200 >"$work/before"
    printf '%s\n' a,200 b,50 >"$work/after"
    "$RINGMARK" diff --nodes-file "$work/before" --against "--nodes-file $work/after" 2>"$work/err" >"$work/csv"
    [ "$(pick node_a node_b method <"$work/csv")" = b,a,exact ]
    near "$(pick share <"$work/csv")" .6 .01
}

@test "a weight is no business of the other nodes, unless the system divides by the sum" {
    for preset in uhashring haproxy nginx; do
        [ "$(move --preset $preset --nodes 10 --change weight:first=2 | cells collateral)" = 0 ]
    done
    for preset in ketama libmemcached-weighted twemproxy spymemcached; do
        below .03 "$(move --preset $preset --nodes 10 --change weight:first=2 | cells collateral)"
    done
}

@test "maglev moves more than its share, between nodes that stay, and a ring does not" {
    IFS=, read -r moved ideal collateral < <(move --preset envoy-maglev --nodes 100 --change remove:first | pick moved ideal collateral)
    below "$(times 1.2 "$ideal")" "$moved"
    below "$moved" "$(times 3 "$ideal")"
    near "$(awk -v m="$moved" -v i="$ideal" 'BEGIN { print m - i }')" "$collateral" .001
    [ "$(move --nodes 100 --vnodes 2560 --change remove:first | pick collateral)" = 0 ]
}

# owner_rows FILE: key and its three nodes.
owner_rows() {
    "$RINGMARK" locate --replicas 3 --nodes-file "$1" --keys-file "$work/keys" | pick key node node_2 node_3
}

@test "a node that leaves is replaced in its replica sets, and the others stay in their order" {
    seq -f n%g 10 >"$work/all"
    seq -f key-%g 3000 >"$work/keys"
    grep -vx n4 "$work/all" >"$work/fewer"
    paste -d, <(owner_rows "$work/all") <(owner_rows "$work/fewer") >"$work/pairs"
    awk -F, '{ held = ""; stays = ""; has = ""
               for (i = 2; i <= 4; i++) { held = held "," $i; if ($i != "n4") stays = stays "," $i }
               for (i = 6; i <= 8; i++) has = has "," $i
               if ($1 != $5 || index(has, stays) != 1 || has ~ /,n4(,|$)/) bad = 1
               if (held == stays) kept++; else replaced++ }
             END { exit bad || !(kept && replaced > 500 && kept + replaced == 3000) }' "$work/pairs"
}

@test "a node that comes back gets its keys back" {
    printf '%s\n' name,state a, b, c, >"$work/before"
    printf '%s\n' name,state a, b,down c, >"$work/meanwhile"
    printf '%s\n' name,state c,up b,up a,up >"$work/after"
    "$RINGMARK" diff --nodes-file "$work/before" --against "--nodes-file $work/meanwhile" 2>"$work/err" | pick node_a >"$work/found"
    [ "$(sort -u "$work/found")" = b ]
    "$RINGMARK" diff --nodes-file "$work/before" --against "--nodes-file $work/after" 2>"$work/err" >"$work/csv"
    [ "$(wc -l <"$work/csv")" -eq 1 ]
}

@test "members with 10 and with 160 points a node disagree on three keys of four" {
    "$RINGMARK" diff --nodes 5 --vnodes 10 --against '--vnodes 160' 2>&1 >"$work/csv" |
        sed -n 's/.*disagree on \([0-9.]*\) %.*/\1/p' >"$work/share"
    # another point decides for 15 keys of 16, and has another owner four times of five
    near "$(cat "$work/share")" 75 5
}
