#!/usr/bin/env bats
# The algorithms of numbered buckets in the commands: what they can, and that what they cannot is refused.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

past=anchor,dx,memento,jumpback-anchor
ordered=jumpback,binomial,power,flip
variants=anchor-crc32c,anchor-mix64,dx-crc32c,memento-xxh64,memento-mix64,memento-crc32c,jumpback-xorshift
variants+=,power-pcg32,power-crc32c,power-mix64

@test "each is listed with its inner hash, variants marked, and no name twice" {
    "$RINGMARK" list algorithms --format csv >"$work/csv"
    for name in $(tr , ' ' <<<"$past"); do
        grep -qE "^algorithms,$name,,,remove-any history( capacity)?," "$work/csv"
    done
    for name in $(tr , ' ' <<<"$ordered"); do
        grep -q "^algorithms,$name,,,ordered," "$work/csv"
    done
    for name in $(tr , ' ' <<<"$variants"); do
        grep -qE "^algorithms,$name,,,[a-z -]*variant( capacity)?( probes)?," "$work/csv"
    done
    [ -z "$(pick name <"$work/csv" | sort | uniq -d)" ]
}

@test "lookups of every mode and instruction set agree with the plain form" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    for isa in scalar auto; do
        RINGMARK_ISA=${isa#auto} "$RINGMARK" lookup --verify --algorithm $past,$ordered,$variants --nodes 10 \
            --stage search --mode loop,batch --format csv >"$work/csv"
        [ "$(pick checksum <"$work/csv" | grep -cE '^[0-9a-f]{16}$')" -eq $((18 * 2)) ]
        pick algorithm hash nodes mode checksum <"$work/csv" >"$work/$isa"
        diff "$work/scalar" "$work/$isa"
    done
}

@test "skew of the uniform ones is within what sampling explains" {
    "$RINGMARK" skew --algorithm $past,jumpback,power,flip --nodes 100 --keys 200000 --format csv >"$work/csv"
    [ "$(pick method <"$work/csv" | sort -u)" = sampled ]
    pick sampled_peak sampled_band_high <"$work/csv" | awk -F, '$1 > 1 + 1.3 * ($2 - 1) { exit 1 }'
    "$RINGMARK" skew --algorithm binomial --nodes 5 --format csv >"$work/csv"
    pick sampled_peak sampled_band_high <"$work/csv" | awk -F, '$1 < 1.03 || $1 < $2 { exit 1 }'
}

@test "adding, and removing the last, moves what it must where nodes are numbered as listed" {
    "$RINGMARK" move --algorithm $ordered --nodes 10,64 --change add,remove:last --keys 100000 --format csv >"$work/csv"
    [ "$(pick collateral <"$work/csv" | sort -u)" = 0 ]
    pick moved ideal <"$work/csv" | awk -F, '{ d = $1 / $2 - 1; if (d > 0.1 || d < -0.1) exit 1 }'
}

@test "changes that are neither coming nor going are refused where the past decides, and skipped in a sweep" {
    for change in down:last replace rename weight:first=0; do
        refused "anchor knows nodes that come and go alone: --change $change; it takes add, add:NAME, remove" \
            move --algorithm anchor --change $change
    done
    "$RINGMARK" move --algorithm memento,jumpback --change down:last --keys 1000 --format csv >"$work/csv" 2>"$work/err"
    [ "$(pick algorithm <"$work/csv")" = jumpback ]
    grep -q 'skipped: memento' "$work/err"
    "$RINGMARK" move --algorithm anchor --change hash=xxh64 --keys 1000 --format csv | pick moved | awk '$1 < 0.8 { exit 1 }'
    refused 'has no virtual nodes' move --algorithm anchor --change vnodes=3
}

@test "build times changes in place where the past decides, else on a fresh list" {
    "$RINGMARK" build --verify --algorithm anchor,flip --format csv >"$work/csv"
    [ "$(pick algorithm operation <"$work/csv" | xargs)" = 'anchor,build anchor,add_in_place anchor,remove_in_place flip,build flip,add flip,remove' ]
}

@test "a node that is down leaves its keys to all others" {
    printf 'name,state\na,up\nb,up\nc,up\nd,up\n' >"$work/all"
    sed 's/^b,up/b,down/' "$work/all" >"$work/down"
    seq 1 2000 >"$work/keys"
    for algorithm in $(tr , ' ' <<<"$past"); do
        for list in all down; do
            "$RINGMARK" locate --algorithm "$algorithm" --nodes-file "$work/$list" --keys-file "$work/keys" --format csv |
                pick node >"$work/$list.nodes"
        done
        paste -d, "$work/all.nodes" "$work/down.nodes" | awk -F, '$1 != $2 { moved[$2]++; if ($1 != "b") exit 1 }
            $2 == "b" { exit 1 }
            END { for (n in moved) count++; exit count != 3 }'
    done
}

@test "weights and replicas are refused" {
    printf 'a,2\nb,1\n' >"$work/nodes"
    for algorithm in anchor flip; do
        refused 'cannot weight nodes' skew --algorithm $algorithm --nodes-file "$work/nodes"
        refused 'has no replicas' skew --algorithm $algorithm --replicas 2
    done
}
