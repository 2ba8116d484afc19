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
    refused 'fewer zones than --replicas 3' skew --algorithm cassandra-allocated --nodes-file "$work/racks" --replicas 3
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
