#!/usr/bin/env bats
# The algorithms of named nodes in the commands: what they can, and that what they cannot is refused.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

named=maglev,rendezvous,multi-probe,cassandra-random,cassandra-allocated,spread-minimizing
variants=maglev-siphash,maglev-kkdai,maglev-kkdai-siphash,maglev-katran,maglev-envoy,rendezvous-fnv1a
variants+=,rendezvous-xxh64,rendezvous-mcrouter,rendezvous-mcrouter-weighted,rendezvous-proxygen
variants+=,rendezvous-nspcc,multi-probe-siphash

# refused TEXT ARGUMENT...: exit 2 with one line on stderr that has the text.
refused() {
    local text=$1 code=0
    shift
    "$RINGMARK" "$@" >"$work/out" 2>"$work/err" || code=$?
    [ "$code" -eq 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF -- "$text" "$work/err"
}

@test "each is listed, and its variants are marked" {
    "$RINGMARK" list algorithms --format csv >"$work/csv"
    for name in $(tr , ' ' <<<"$named,$variants"); do
        [ "$(grep -c "^algorithms,$name," "$work/csv")" -eq 1 ]
    done
    for name in $(tr , ' ' <<<"$variants"); do
        grep -qE "^algorithms,$name,,,[a-z -]*variant" "$work/csv"
    done
}

@test "lookups of every mode and instruction set agree with the plain form" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    for isa in scalar auto; do
        RINGMARK_ISA=${isa#auto} "$RINGMARK" lookup --verify --algorithm "$named,$variants" --nodes 10 \
            --stage search --mode loop,batch --format csv >"$work/csv"
        [ "$(pick checksum <"$work/csv" | grep -cE '^[0-9a-f]{16}$')" -eq $((18 * 2)) ]
        pick algorithm hash nodes mode checksum <"$work/csv" >"$work/$isa"
    done
    diff "$work/scalar" "$work/auto"
}

@test "shares of maglev and of token rings are exact" {
    "$RINGMARK" skew --algorithm maglev,cassandra-random,cassandra-allocated,spread-minimizing --nodes 10 \
        --format csv >"$work/csv"
    [ "$(pick method <"$work/csv" | grep -c '^exact')" -eq 4 ]
    # the slots of ten nodes differ by one of 65537
    "$RINGMARK" skew --algorithm maglev --nodes 10 --format csv | pick peak_mean | grep -q '^1\.0000'
}

@test "tables that no maglev can have are refused with what one can be" {
    refused 'is a prime from the number of nodes on, 3' skew --algorithm maglev --nodes 3 --table-size 65536
    refused 'is a prime from the number of nodes on, 10' skew --algorithm maglev --nodes 10 --table-size 7
    refused 'is a prime' skew --algorithm maglev --nodes 3 --table-size 1
    "$RINGMARK" skew --algorithm maglev --nodes 46 --table-size 65699 --format csv >"$work/csv"
    "$RINGMARK" skew --algorithm maglev --nodes 3 --table-size 3 --format csv >"$work/csv"
}

@test "racks that cannot hold the replicas, and numbers that two nodes share, are refused" {
    printf '%s\n' a,1,x b,1,y c,1,x d,1,y >"$work/racks"
    refused 'fewer zones than replicas' skew --algorithm cassandra-allocated --nodes-file "$work/racks" --replicas 3
    printf '%s\n' in-1 out-1 >"$work/twins"
    refused 'the same number' skew --algorithm spread-minimizing --nodes-file "$work/twins"
    printf '%s\n' in-1 in-200000 >"$work/far"
    refused 'up to 131071' skew --algorithm spread-minimizing --nodes-file "$work/far"
}

@test "cassandra places a key by its token" {
    printf 'é\n' | "$RINGMARK" locate --algorithm cassandra-random --hash murmur3-cassandra --nodes 4 --format csv |
        grep -q "^é,$(printf %016x 5461403030378599040),"
}

@test "points of token rings are shown in the system's bits, without labels" {
    "$RINGMARK" points --algorithm spread-minimizing --nodes 2 --format csv >"$work/csv"
    [ "$(wc -l <"$work/csv")" -eq 1025 ]
    # instance 0 of zone 0 begins at 0, and then at 2^32 / 512
    grep -qx '00000000,node-0-0,' "$work/csv"
    grep -qx '00800000,node-0-0,' "$work/csv"
    [ "$("$RINGMARK" points --algorithm cassandra-random --nodes 3 --format csv | wc -l)" -eq $((3 * 16 + 1)) ]
    [ "$("$RINGMARK" points --algorithm cassandra-random --nodes 3 --vnodes 4 --format csv | wc -l)" -eq 13 ]
}

@test "replica sets of maglev are counted slot by slot, those of others over keys" {
    "$RINGMARK" move --algorithm maglev,rendezvous,multi-probe --nodes 10 --replicas 3 --change add,remove:first \
        --format csv >"$work/csv"
    pick algorithm change method collateral replicas_collateral replicas_moved ideal <"$work/csv" | awk -F, '
        { exact += $3 == "exact"; d = $6 / $7 - 1 }
        $1 != "maglev" && ($4 != 0 || $5 != 0) || $1 == "maglev" && !($4 > 0 && $4 < 0.02 && $5 > 0) { print; exit 1 }
        $1 == "rendezvous" && (d > 0.05 || d < -0.05) { print; exit 1 }
        END { exit NR != 6 || exact != 2 }'
    # what a node holds is what its removal moves
    for algorithm in rendezvous multi-probe; do
        share=$("$RINGMARK" shares --algorithm $algorithm --nodes 10 --replicas 3 --keys 100000 --format csv |
            pick node share | sed -n 's/^node-0-0,//p')
        near "$(pick algorithm change replicas_moved <"$work/csv" | sed -n "s/^$algorithm,remove:first,//p")" "$share" 0.01
    done
    [ "$("$RINGMARK" skew --algorithm maglev --nodes 10 --replicas 3 --format csv | pick method)" = exact ]
}

@test "a table keeps its size through a change, whatever its default for the nodes of after" {
    changes=add,remove:first,remove:random,down:middle,replace
    "$RINGMARK" move --algorithm maglev --nodes 1000 --change $changes --format csv >"$work/csv"
    [ "$(pick method <"$work/csv" | sort -u)" = exact ]
    [ "$(pick collateral <"$work/csv" | awk '$1 > 0 && $1 < 0.02' | wc -l)" -eq 5 ]
    "$RINGMARK" move --algorithm maglev --table-size 100003 --nodes 1000 --change $changes --format csv | diff "$work/csv" -
    "$RINGMARK" move --algorithm maglev --nodes 1000 --removed 30% --change add --format csv | pick collateral | awk '$1 > 0.02 { exit 1 }'
    "$RINGMARK" build --algorithm maglev --nodes 1000 --verify --format csv >"$work/csv"
    [ "$(pick operation memory_bytes <"$work/csv" | awk -F, '/^(build|add|remove),/ { print $2 }' | sort -u | wc -l)" -eq 1 ]
    pick operation <"$work/csv" | grep -qx move
}

@test "coming and going moves nothing else by rendezvous and by probes, whatever came before" {
    printf '%s\n' 'remove node-0-4' 'add x' 'remove node-0-0' 'add node-0-4' 'remove x' >"$work/history"
    for state in "--past $work/history" '--removed 30%' '--removed 90%'; do
        # shellcheck disable=SC2086
        "$RINGMARK" move --algorithm rendezvous,multi-probe --nodes 20 $state --keys 20000 --format csv \
            --change add,remove,remove:first,remove:last,remove:random,remove:30% >"$work/csv"
        [ "$(pick collateral <"$work/csv" | sort -u)" = 0 ]
        [ "$(pick algorithm <"$work/csv" | wc -l)" -eq 12 ]
    done
}

@test "tokens of a history are those that nodes took when they joined" {
    owners() { seq 1 3000 | "$RINGMARK" locate --algorithm cassandra-allocated --nodes 6 --format csv "$@" | pick node; }
    printf '%s\n' 'remove node-0-1' 'add y' >"$work/history"
    owners --past "$work/history" >"$work/with"
    printf '%s\n' node-0-0 node-0-2 node-0-3 node-0-4 node-0-5 y >"$work/nodes"
    seq 1 3000 | "$RINGMARK" locate --algorithm cassandra-allocated --nodes-file "$work/nodes" --format csv | pick node >"$work/anew"
    [ "$(diff "$work/with" "$work/anew" | wc -l)" -gt 100 ]
    # who stays keeps all keys: the token of a node never moves
    owners >"$work/before"
    paste -d, "$work/before" "$work/with" | awk -F, '$1 != $2 && $1 != "node-0-1" && $2 != "y" { exit 1 }'
    "$RINGMARK" move --algorithm cassandra-allocated --nodes 6 --past "$work/history" --format csv \
        --change add,remove:first,remove:random,remove >"$work/csv"
    [ "$(pick method collateral <"$work/csv" | sort -u)" = exact,0 ]
    [ "$(pick change <"$work/csv" | wc -l)" -eq 4 ]
}

@test "options of some algorithms are refused by others, or ignored in so many words" {
    "$RINGMARK" skew --algorithm ring,multi-probe --probes 5 --format csv >"$work/csv" 2>"$work/err"
    [ "$(wc -l <"$work/err")" -eq 1 ]
    grep -q 'ring has no probes, and ignores --probes' "$work/err"
    [ "$(pick algorithm <"$work/csv" | xargs)" = 'ring multi-probe' ]
    refused 'ring has no table; of the algorithms maglev, bounded-partitions' skew --table-size 65537
    refused 'ring has no load factor; of the algorithms bounded, ' skew --load-factor 1.1
    refused 'has no --load-factor' skew --preset ketama --load-factor 1.1
    for probes in 1 1024; do
        "$RINGMARK" skew --algorithm multi-probe --probes $probes --nodes 50 --keys 20000 --format csv | pick cv >>"$work/cv"
    done
    xargs <"$work/cv" | awk '$1 < 3 * $2 { exit 1 }'
    refused '--probes' skew --algorithm multi-probe --probes 1025
}

@test "partitions have their bound in every command that shows shares" {
    for factor in 1.05 1.5; do
        "$RINGMARK" skew --algorithm bounded-partitions --nodes 10 --load-factor $factor --format csv >"$work/csv"
        pick method peak_mean <"$work/csv" | awk -F, -v c=$factor '$1 != "exact" || $2 > (int(c * 27.1) + 1) / 27.1 + 1e-7 { exit 1 }'
    done
    "$RINGMARK" diff --algorithm bounded-partitions --nodes 10 --against '--load-factor 1.05' --format csv 2>"$work/err" >"$work/csv"
    [ "$(grep -c 'agree on all' "$work/err")" -eq 0 ]
    "$RINGMARK" move --algorithm bounded-partitions --nodes 10 --load-factor 1.05 --change add --format csv |
        pick method moved | awk -F, '$1 != "exact" || $2 < 0.05 { exit 1 }'
    refused 'raise --table-size or --load-factor' skew --algorithm bounded-partitions-integer --nodes 40 --table-size 20 \
        --load-factor 1.05
}
