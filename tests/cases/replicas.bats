#!/usr/bin/env bats
# Replica sets: distinct nodes, whatever the ring.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

# replica_rows ARGUMENTS...: the nodes of each key, a row each, blanks between.
replica_rows() {
    "$RINGMARK" locate --format csv "$@" | tail -n +2 | cut -d, -f4- | tr , ' '
}

# distinct COUNT: every row on stdin has so many nodes, no two alike.
distinct() {
    awk -v count="$1" 'NF != count { bad = 1 }
                       { for (i = 1; i <= NF; i++) for (j = 1; j < i; j++) if ($i == $j) bad = 1 }
                       END { exit bad || !NR }'
}

@test "as many replicas as nodes are all the nodes, once each" {
    replica_rows --nodes 3 --vnodes 100 --replicas 3 --keys 2000 | distinct 3
    replica_rows --nodes 2 --vnodes 1 --replicas 2 --keys 2000 | distinct 2
    for preset in libmemcached twemproxy dubbo nginx haproxy envoy-ring uhashring; do
        "$RINGMARK" locate --preset $preset --nodes 3 --replicas 3 --keys 200 | cells node node_2 node_3 | distinct 3
    done
}

@test "the last keys of the circle have distinct replicas too" {
    # from the last points on it goes to the first
    printf '%s\n' 18446744073709551615 18446744073709551614 18446744073709551000 0 1 >"$work/keys"
    for nodes in 5 7 32; do
        replica_rows --nodes $nodes --vnodes 2 --replicas 5 --hash u64 --node-hash xxh3 --keys-file "$work/keys" >"$work/found"
        distinct 5 <"$work/found"
        [ "$(wc -l <"$work/found")" -eq 5 ]
        # behind the last point and at the beginning: the same sets
        [ "$(sed -n 1p "$work/found")" = "$(sed -n 4p "$work/found")" ]
    done
    # points that collide are no second replica of their node
    replica_rows --nodes 4 --vnodes 30 --label 'p{vnode}' --replicas 4 --keys 500 2>"$work/err" | distinct 4
}

@test "more replicas than nodes are refused with both numbers" {
    refused '--replicas 3 is above the 2 nodes' locate --nodes 2 --replicas 3
    refused '--replicas 3 is above the 2 nodes' skew --nodes 2 --replicas 3
}

@test "the busiest node of replicated shares is that of counted replicas" {
    options=(--nodes 6 --vnodes 8 --replicas 3)
    replica_rows "${options[@]}" --keys 60000 | tr ' ' '\n' | sort | uniq -c | awk '{ print $1 / 60000 }' | sort -g >"$work/owned"
    # three copies of everything
    near "$(awk '{ s += $1 } END { print s }' "$work/owned")" 3 1e-9
    IFS=, read -r peak least < <("$RINGMARK" skew "${options[@]}" | pick peak_mean min_mean)
    near "$(tail -1 "$work/owned")" "$(times "$peak" .5)" .008
    near "$(head -1 "$work/owned")" "$(times "$least" .5)" .008
}
