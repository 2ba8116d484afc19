#!/usr/bin/env bats
# Replicas in distinct zones, beside a walk over the points in awk.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
    # unequal zones: 4, 2 and 1 nodes
    printf '%s\n' name,weight,zone a1,1,A a2,1,A a3,2,A a4,1,A b1,1,B b2,1,B c1,1,C >"$work/nodes"
}

# walk REPLICAS VNODES: "key node node ..." of 500 keys by the rule: one node of each zone, then a second, then a third.
walk() {
    "$RINGMARK" points --nodes-file "$work/nodes" --vnodes "$2" --hash crc32 --format csv | pick position node >"$work/points"
    "$RINGMARK" locate --nodes-file "$work/nodes" --vnodes "$2" --hash crc32 --keys-file "$work/keys" --format csv |
        pick key hash >"$work/hashes"
    awk -F, -v wanted="$1" '
        FILENAME ~ /nodes$/ { zone[$1] = $3; next }
        FILENAME ~ /points$/ { at[++points] = $1; owner[points] = $2; next }
        { for (first = 1; first <= points && at[first] "" < $2 ""; first++) ;
          line = $1; found = 0; split("", taken); split("", used)
          for (round = 0; found < wanted && round < points; round++)
              for (i = 0; i < points && found < wanted; i++) {
                  node = owner[(first - 1 + i) % points + 1]
                  if (node in taken || used[zone[node]] != round) continue
                  taken[node]; used[zone[node]]++; found++; line = line "," node
              }
          print line }' "$work/nodes" "$work/points" "$work/hashes"
}

@test "locate follows the walk over the points: one of each zone, then second and third nodes" {
    seq 1 500 >"$work/keys"
    for replicas in 2 3 5 7; do
        for vnodes in 1 7; do
            walk $replicas $vnodes >"$work/walked"
            "$RINGMARK" locate --nodes-file "$work/nodes" --vnodes $vnodes --hash crc32 --keys-file "$work/keys" \
                --replicas $replicas --spread zone --format csv 2>"$work/err" | sed 1d | cut -d, -f1,4- >"$work/found"
            [ "$(wc -l <"$work/found")" -eq 500 ]
            diff "$work/walked" "$work/found"
        done
    done
}

@test "as many replicas as zones: each zone has all keys, whatever its size" {
    "$RINGMARK" shares --nodes-file "$work/nodes" --replicas 3 --spread zone --group-by zone --format csv >"$work/csv"
    [ "$(pick node share <"$work/csv" | sed 's/0\.3333[0-9]*/third/' | xargs)" = 'A,third B,third C,third' ]
    "$RINGMARK" shares --nodes-file "$work/nodes" --replicas 3 --spread zone --format csv | pick node share >"$work/shares"
    grep -qE '^c1,0\.33333' "$work/shares"
    awk -F, '{ sum += $2 } END { exit sum < 0.999999 || sum > 1.000001 }' "$work/shares"
}

@test "skew has figures of nodes and of zones, exact as a count of keys" {
    "$RINGMARK" skew --nodes-file "$work/nodes" --replicas 2 --spread zone --vnodes 50 --keys 200000 --format csv >"$work/csv"
    [ "$(pick group_by groups method <"$work/csv")" = zone,3,exact ]
    near "$(pick peak_mean <"$work/csv")" "$(pick sampled_peak <"$work/csv")" 0.01
    "$RINGMARK" skew --nodes-file "$work/nodes" --replicas 2 --group-by zone --vnodes 50 --format csv >"$work/plain"
    # spread, small zones have more copies than their weight, and the large one fewer
    awk -v a="$(pick group_peak_max <"$work/csv")" -v b="$(pick group_peak_max <"$work/plain")" 'BEGIN { exit a < 1.2 * b }'
    [ "$(pick group_by <"$work/plain")" = zone ]
}

@test "fewer zones than replicas is a warning, and second nodes of a zone fill up" {
    "$RINGMARK" locate --nodes-file "$work/nodes" --replicas 4 --spread zone --format csv >"$work/csv" 2>"$work/err" <<<key
    [ "$(wc -l <"$work/err")" -eq 1 ]
    grep -q '3 zones for --replicas 4: each key has second nodes of a zone' "$work/err"
    pick node node_2 node_3 node_4 <"$work/csv" | tr , '\n' | sort -u | wc -l | grep -qx 4
    refused '--replicas 8 is above the 7 nodes' locate --nodes-file "$work/nodes" --replicas 8 --spread zone
    refused 'needs --replicas R, 2 or more' locate --nodes-file "$work/nodes" --spread zone
    refused 'generated nodes have no zone' locate --replicas 2 --spread zone
    refused 'it takes zone' locate --nodes-file "$work/nodes" --replicas 2 --spread rack
    echo 'd1,1,' >>"$work/nodes"
    refused "node 'd1' has no zone" locate --nodes-file "$work/nodes" --replicas 2 --spread zone
}

@test "a removal moves the copies of the removed node and no other; added nodes go to the smallest zone" {
    "$RINGMARK" move --nodes-file "$work/nodes" --replicas 2 --spread zone --change add,remove,remove:a3,remove:b1 \
        --format csv >"$work/csv"
    [ "$(pick replicas_collateral <"$work/csv" | sort -u)" = 0 ]
    "$RINGMARK" shares --nodes-file "$work/nodes" --replicas 2 --spread zone --format csv | pick node share >"$work/shares"
    for node in a3 b1; do
        within "$(grep "^$node" "$work/shares" | cut -d, -f2)" \
            "$(pick change replicas_moved <"$work/csv" | grep "^remove:$node" | cut -d, -f2)" 1e-9
    done
    { cat "$work/nodes"; echo new-node,1,C; } >"$work/more"
    "$RINGMARK" shares --nodes-file "$work/more" --replicas 2 --spread zone --format csv | pick node share |
        grep '^new-node' | cut -d, -f2 >"$work/share"
    within "$(pick change replicas_moved <"$work/csv" | grep ^add | cut -d, -f2)" "$(cat "$work/share")" 1e-9
}

@test "zones of a history: an added node has the one behind it, and what left no zone has no copies there" {
    printf '%s\n' 'remove c1' 'add d1,1,D' >"$work/history"
    "$RINGMARK" shares --nodes-file "$work/nodes" --past "$work/history" --replicas 3 --spread zone --group-by zone \
        --format csv | pick node share | sed 's/0\.3333[0-9]*/third/' | xargs >"$work/zones"
    [ "$(cat "$work/zones")" = 'A,third B,third D,third' ]
    echo 'add e1' >>"$work/history"
    refused "node 'e1' has no zone" shares --nodes-file "$work/nodes" --past "$work/history" --replicas 3 --spread zone
}
