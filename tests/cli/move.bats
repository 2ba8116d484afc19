#!/usr/bin/env bats
# move: exact movement against a naive model, theory and keys.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

move() {
    "$RINGMARK" move "$@"
}

# naive_moved BEFORE AFTER: the fraction of 2^32 values whose owner differs, by the owner of every stretch between
# the points of both rings.
naive_moved() {
    awk '
        function owner(start, count, at,    i) {
            for (i = 1; i <= count; i++) if (position[start + i] >= at) return node[start + i]
            return node[start + 1]
        }
        { all[NR] = $1; position[NR] = $1; node[NR] = $2; if (FILENAME == ARGV[1]) first = NR }
        END { all[NR + 1] = 4294967295
              for (i = 1; i <= NR + 1; i++) {
                  below = -1 # the stretch ends at all[i] and begins behind the next lower point
                  for (k = 1; k <= NR; k++) if (all[k] < all[i] && all[k] > below) below = all[k]
                  if (done[all[i]]++) continue
                  if (owner(0, first, all[i]) != owner(first, NR - first, all[i])) moved += all[i] - below }
              printf "%.17g\n", moved / 4294967296 }' "$1" "$2"
}

@test "movement of small CRC-32 rings is that of a naive model to the last value" {
    printf 'a\nb\nc\nd\n' >"$work/nodes.csv"
    crc32_ring 5 a b c d >"$work/before"
    crc32_ring 5 a b c d new-node >"$work/add"
    crc32_ring 5 a b d >"$work/remove:c"
    crc32_ring 5 new-node b c d >"$work/rename"
    crc32_ring 7 a b c d >"$work/vnodes=7"
    { crc32_ring 10 b; crc32_ring 5 a c d; } | sort -n >"$work/weight:b=2"
    cp "$work/rename" "$work/replace"
    cp "$work/remove:c" "$work/down:c"
    for change in add remove:c rename replace down:c vnodes=7 weight:b=2; do
        expected=$(naive_moved "$work/before" "$work/$change")
        IFS=, read -r method moved < <(move --nodes-file "$work/nodes.csv" --vnodes 5 --hash crc32 --change "$change" | pick method moved)
        [ "$method" = exact ]
        near "$moved" "$expected" 1e-15
    done
}

@test "a new node takes its share and an old one leaves its share, and nothing else moves" {
    printf 'a\nb\nc\n' >"$work/before.csv"
    printf 'a\nb\nc\nnew-node\n' >"$work/after.csv"
    IFS=, read -r moved collateral < <(move --nodes-file "$work/before.csv" --change add | pick moved collateral)
    [ "$moved" = "$("$RINGMARK" shares --nodes-file "$work/after.csv" | grep ^new-node | cut -d, -f5)" ]
    [ "$collateral" = 0 ]
    IFS=, read -r moved collateral < <(move --nodes-file "$work/before.csv" --change remove:b | pick moved collateral)
    [ "$moved" = "$("$RINGMARK" shares --nodes-file "$work/before.csv" | grep ^b, | cut -d, -f5)" ]
    [ "$collateral" = 0 ]
    [ "$(move --sets 20 --nodes 2,10,100 --vnodes 1,10,160 --change add,remove,remove:middle,down:first | pick collateral | sort -u)" = 0 ]
}

@test "removing each of the nodes moves one share of them to the last digit" {
    for nodes in 3 7 10 49 100; do
        "$RINGMARK" move --nodes "$nodes" --sets 100 --change remove --format csv >"$BATS_TEST_TMPDIR/rows"
        wanted=$(awk -v n="$nodes" 'BEGIN { printf "%.17g %.17g 0\n", 1 / n, 1 / n }')
        [ "$(scripts/query moved,ideal,excess "$BATS_TEST_TMPDIR/rows" | tr '\t' ' ')" = "$wanted" ]
    done
    printf 'a,1\nb,3\nc,7\nd,11\n' >"$BATS_TEST_TMPDIR/nodes.csv"
    "$RINGMARK" move --nodes-file "$BATS_TEST_TMPDIR/nodes.csv" --change remove --format csv >"$BATS_TEST_TMPDIR/rows"
    [ "$(scripts/query moved,excess "$BATS_TEST_TMPDIR/rows" | tr '\t' ' ')" = '0.25 0' ]
}

@test "weight 1 to 2 of ten nodes moves 8.2 percent" {
    IFS=, read -r moved ideal collateral < <(move --sets 100 --change weight:first=2 | pick moved ideal collateral)
    near "$moved" .082 .003
    near "$ideal" "$(awk 'BEGIN { printf "%.12f", 2 / 11 - 1 / 10 }')" 1e-9
    [ "$collateral" = 0 ]
}

@test "modulo from ten to eleven nodes moves 90.9 percent" {
    IFS=, read -r method moved < <(move --algorithm modulo --change add | pick method moved)
    near "$moved" "$(awk 'BEGIN { printf "%.15f", 10 / 11 }')" 1e-12
    [ "$method" = exact ]
}

@test "jump moves by the place of the removed node, with one warning" {
    move --algorithm jump --change remove:last,remove:middle,remove:first 2>"$work/err" | pick moved >"$work/found"
    { read -r last; read -r middle; read -r first; } <"$work/found"
    near "$last" .1 .005
    near "$middle" .489 .005
    near "$first" .989 .005
    [ "$(grep -c warning "$work/err")" -eq 1 ]
    move --algorithm jump --change remove:last,add 2>"$work/err" >"$work/out"
    [ ! -s "$work/err" ]
}

@test "a fixed ring size moves 41.6 percent from three nodes to two" {
    IFS=, read -r moved ideal collateral < <(move --nodes 3 --total-points 1024 --sets 100 --change remove | pick moved ideal collateral)
    near "$moved" .416 .015
    near "$ideal" .333333 1e-6
    near "$collateral" .083 .015
}

@test "each node removed in one pass is the mean of the removals one by one" {
    for node in 0 1 2 3; do
        move --nodes 4 --vnodes 3 --change "remove:node-0-$node" | pick moved ideal collateral heirs worst_heir
    done | awk -F, '{ for (i = 1; i <= 5; i++) s[i] += $i / 4 } END { for (i = 1; i <= 5; i++) print s[i] }' >"$work/expected"
    move --nodes 4 --vnodes 3 --change remove | pick moved ideal collateral heirs worst_heir | tr , '\n' |
        paste -d' ' - "$work/expected" >"$work/pairs"
    while read -r found expected; do
        near "$found" "$expected" 1e-5
    done <"$work/pairs"
    # with keys the exact row takes the way of n comparisons
    move --nodes 7 --vnodes 5 --change remove | pick moved ideal heirs worst_heir >"$work/pass"
    move --nodes 7 --vnodes 5 --change remove --keys 10 | grep ,exact, >"$work/rows"
    { move --nodes 7 --vnodes 5 --change remove | head -1; cat "$work/rows"; } | pick moved ideal heirs worst_heir >"$work/compared"
    paste -d, "$work/pass" "$work/compared" |
        awk -F, '{ for (i = 1; i <= 4; i++) { d = $i - $(i + 4); if (d > 1e-9 || d < -1e-9) exit 1 } }'
}

@test "the heaviest heir is as heavy as theory says" {
    # theory's simulation, n = 10: with one point a node 9 times the even split, which is all
    IFS=, read -r heirs worst < <(move --nodes 10 --vnodes 1 --sets 50 --change remove | pick heirs worst_heir)
    [ "$heirs,$worst" = 1,1 ]
    IFS=, read -r heirs worst < <(move --nodes 10 --vnodes 160 --sets 50 --change remove | pick heirs worst_heir)
    [ "$heirs" = 9 ]
    near "$worst" "$(awk 'BEGIN { print 1.55 / 9 }')" .004
}

@test "keys say the same as the maps" {
    move --keys 200000 --change add,remove,remove:first,weight:first=3,vnodes=100,rename,replace | pick change method moved collateral >"$work/csv"
    [ "$(wc -l <"$work/csv")" -eq 14 ]
    while IFS=, read -r change method moved collateral; do
        IFS=, read -r same sampled by_keys collateral_by_keys
        [ "$method,$sampled,$same" = "exact,sampled,$change" ]
        near "$by_keys" "$moved" .005
        near "$collateral_by_keys" "$collateral" .005
    done <"$work/csv"
}

@test "another key hash has an independent answer beside the sampled one" {
    move --change hash=md5 | pick method moved ideal collateral heirs >"$work/csv"
    # one less the sum of a_i b_i by hand
    expected=$(paste -d, <("$RINGMARK" shares | pick share) <("$RINGMARK" shares --hash md5 | pick share) |
        awk -F, '{ s += $1 * $2 } END { printf "%.12f", 1 - s }')
    IFS=, read -r method moved ideal collateral heirs <"$work/csv"
    [ "$method,$ideal,$heirs" = independent,0, ]
    near "$moved" "$expected" 1e-8
    near "$collateral" "$expected" 1e-8
    [ "$(wc -l <"$work/csv")" -eq 1 ]
    move --change hash=md5 --keys 100000 | pick method moved >"$work/csv"
    near "$(tail -1 "$work/csv" | cut -d, -f2)" "$expected" .01
    [ "$(cut -d, -f1 "$work/csv" | tr '\n' ' ')" = 'independent sampled ' ]
    # the same hash is no change, and exact
    [ "$(move --change hash=xxh3 | pick method moved)" = exact,0 ]
}

@test "rows do not depend on the workers" {
    for jobs in 1 5; do
        move --sets 10 --nodes 3,10 --vnodes 1,7 --algorithm ring,jump --keys 1000 --change add,remove,vnodes=3 --jobs "$jobs" \
            >"$work/$jobs" 2>"$work/err"
    done
    cmp "$work/1" "$work/5"
    # two cells a ring of three changes with keys beside; jump: two changes of two cells, sampled only
    [ "$(wc -l <"$work/1")" -eq $((1 + 4 * 3 * 2 + 2 * 2)) ]
    grep -q 'skipped: jump has no virtual nodes' "$work/err"
}

@test "a change to more than can be built is refused before anything is built" {
    [ -z "$RINGMARK_SANITIZED" ] || skip 'sanitizers reserve addresses'
    limited() (
        ulimit -v 4000000
        run timeout 20 "$RINGMARK" move --nodes 10 --change "$1"
        echo "$output"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *"--change $1"*"$2"* ]]
    )
    limited weight:first=20000000 'GB of memory, and there are 4.1'
    limited total-points=4294967294 'GB of memory'
    limited vnodes=400000000 'GB of memory'
    limited weight:first=4000000000 'limit of 4294967294'
    limited weight:first=4294967295 'limit of 4294967294'
    limited weight:first=4294967296 'out of range'
    printf 'a,20000000\nb\n' >"$BATS_TEST_TMPDIR/nodes.csv"
    (
        ulimit -v 4000000
        run timeout 20 "$RINGMARK" move --nodes-file "$BATS_TEST_TMPDIR/nodes.csv"
        [ "$status" -eq 2 ]
        [[ $output == *'weights add up to 20000001'* ]]
    )
}

@test "what cannot be changed is refused in one line" {
    refused "did you mean node-0-3?" move --nodes 5 --change remove:node-0-33
    refused "there is no node 'zzz'" move --nodes 5 --change remove:zzz
    refused 'leaves no node' move --nodes 1 --change remove
    refused 'leaves no node' move --nodes 1 --change weight:first=0
    refused 'jump has no weights' move --algorithm jump --change weight:first=2
    refused 'modulo has no virtual nodes' move --algorithm modulo --change vnodes=10
    refused 'stdin can be read once' move --change add,remove --keys-file -
}

@test "a ring that is too small for the nodes of a change" {
    refused '--change total-points=3: --total-points 3 is less than the 10 nodes' move --nodes 10 --change total-points=3
    refused '--change add: --total-points 10 is less than the 11 nodes' move --nodes 10 --total-points 10 --change add
    "$RINGMARK" move --nodes 10 --total-points 10 --change add,remove:first,total-points=3,vnodes=1 --format csv \
        >"$work/csv" 2>"$work/err"
    [ "$(pick change <"$work/csv" | xargs)" = 'remove:first vnodes=1' ]
    [ "$(grep -c '^ringmark: skipped: .*is less than the 1[01] nodes' "$work/err")" -eq 2 ]
}

@test "a weight is as large as in a nodes file" {
    refused 'out of range, 0 to 4294967295' move --nodes 2 --change weight:first=4294967296
    "$RINGMARK" move --nodes 2 --total-points 10 --change weight:first=4294967295 --format csv >"$work/csv"
}

@test "a server that is down under nginx's plain hash: its keys go to the others, the rest stay" {
    move --preset nginx-plain --nodes 5 --change down:node-0-1 --keys 100000 --format csv >"$work/csv" 2>"$work/err"
    near "$(pick moved <"$work/csv")" 0.2 0.01
    near "$(pick collateral <"$work/csv")" 0 1e-12
}

@test "heirs are those of the recorded simulation within both errors" {
    checked=0
    while read -r n v reps heirs worst p99 peak; do
        [ $((n * v)) -le 1600 ] || [ "${RINGMARK_LONG-}" = 1 ] || continue
        move --nodes "$n" --vnodes "$v" --sets 200 --change remove | pick heirs worst_heir worst_heir_se peak_after peak_after_se >"$work/row"
        awk -F, -v n="$n" -v v="$v" -v reps="$reps" -v heirs="$heirs" -v worst="$worst" -v p99="$p99" -v peak="$peak" '
            { sd = (p99 - worst) / 2   # of one removal: its 99th percentile is 2.3 deviations away, or more
              e = 4.5 * sqrt($3 ^ 2 + sd ^ 2 / reps) + 6e-5
              # the number of heirs varies by no more than that of n - 1 draws
              h = 4.5 * sqrt(n / 4 * (1 / 200 + 1 / reps)) + 6e-5
              # one removal of a ring varies at least as much as the mean of n of them
              g = 4.5 * $5 * sqrt(1 + 200 * n / reps) + 6e-5
              if ($2 - worst > e || worst - $2 > e || $1 - heirs > h || heirs - $1 > h ||
                  $4 - peak > g || peak - $4 > g) {
                  print "n=" n " v=" v ": " $0 ", not " heirs, worst, peak; exit 1 } }' "$work/row"
        checked=$((checked + 1))
    done < <(tail -n +2 tests/vectors/theory/removal_skew.tsv)
    [ "$checked" -ge 30 ]
    [ "${RINGMARK_LONG-}" != 1 ] || [ "$checked" -eq "$(tail -n +2 tests/vectors/theory/removal_skew.tsv | wc -l)" ]
}

@test "means over sets have standard errors from ten sets on" {
    move --sets 9 --change add | pick moved_se | grep -qx ''
    # a new node's share is Beta(160, 1600)
    within "$(move --sets 400 --change add | pick moved_se)" "$(awk 'BEGIN { a = 160; b = 1600; print sqrt(a * b / ((a + b) ^ 2 * (a + b + 1)) / 400) }')" .15
    move --sets 20 --change add | pick worst_heir_se | grep -qx ''
}

@test "replica sets change by one node when a node comes or goes" {
    move --nodes 10 --vnodes 40 --replicas 3 --sets 20 --change add,remove,remove:middle,weight:first=2 |
        pick change replicas replicas_moved replicas_collateral sets_changed >"$work/csv"
    [ "$(wc -l <"$work/csv")" -eq 4 ]
    awk -F, '{ d = $5 - 3 * $3; if ($2 != 3 || $4 != 0 || d > 1e-12 || d < -1e-12) exit 1 }' "$work/csv"
    near "$(head -1 "$work/csv" | cut -d, -f3)" "$(awk 'BEGIN { print 1 / 11 }')" .01
    near "$(sed -n 2p "$work/csv" | cut -d, -f3)" .1 1e-12
    # what leaves is what the node held
    "$RINGMARK" move --nodes 4 --vnodes 5 --replicas 2 --change remove:node-0-1,remove:node-0-2 | pick replicas_moved >"$work/csv"
    "$RINGMARK" move --nodes 4 --vnodes 5 --replicas 2 --change remove:node-0-0,remove:node-0-3 | pick replicas_moved >>"$work/csv"
    near "$(awk '{ s += $1 / 4 } END { printf "%.15g", s }' "$work/csv")" .25 1e-14
    move --change add | pick replicas replicas_moved sets_changed | grep -qx ',,'
}

@test "more points move replica sets, and all of it is collateral" {
    IFS=, read -r moved collateral changed < <(move --replicas 2 --change vnodes=200 | pick replicas_moved replicas_collateral sets_changed)
    [ "$moved" = "$collateral" ]
    awk -v m="$moved" -v c="$changed" 'BEGIN { exit !(m > .05 && c > m && c < 2 * m + 1e-12) }'
}

@test "a change that leaves fewer nodes than replicas is refused" {
    refused '--change remove leaves 2 nodes: fewer than --replicas 3' move --nodes 3 --replicas 3 --change remove
    refused '--replicas 4 is above the 3 nodes' move --nodes 3 --replicas 4
    refused 'has no replicas' move --algorithm jump --replicas 2
}

@test "the peak after a change is that of the nodes that are left" {
    printf 'name,weight\na,1\nb,2\nc,1\nd,4\n' >"$work/nodes.csv"
    printf 'name,weight\na,1\nc,1\nd,4\n' >"$work/after.csv"
    near "$(move --nodes-file "$work/nodes.csv" --vnodes 6 --change remove:b | pick peak_after)" \
        "$("$RINGMARK" skew --nodes-file "$work/after.csv" --vnodes 6 | pick peak_mean)" 1e-8
    # all in one pass are the mean of one by one, with weights
    expected=$(move --nodes-file "$work/nodes.csv" --vnodes 6 --change remove:a,remove:b,remove:c,remove:d | pick peak_after |
        awk '{ s += $1 / 4 } END { printf "%.9g", s }')
    near "$(move --nodes-file "$work/nodes.csv" --vnodes 6 --change remove | pick peak_after)" "$expected" 1e-7
    move --nodes-file "$work/nodes.csv" --vnodes 6 --change remove --keys 10 | pick method peak_after >"$work/rows"
    near "$(sed -n 's/^exact,//p' "$work/rows")" "$expected" 1e-7
    grep -qx 'sampled,' "$work/rows"
    move --nodes 30 --vnodes 2 --change remove | pick peak_after >"$work/pass"
    move --nodes 30 --vnodes 2 --change remove --keys 10 | pick peak_after | head -1 >"$work/each"
    near "$(cat "$work/pass")" "$(cat "$work/each")" 1e-7
}
