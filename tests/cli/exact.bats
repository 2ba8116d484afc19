#!/usr/bin/env bats
# exact: what does not depend on the clock.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

exact() {
    "$RINGMARK" exact --keys 2000 "$@"
}

@test "two runs are equal to the byte" {
    for options in '--algorithm ring,jump,modulo --nodes 3,20' '--preset ketama' '--preset envoy-maglev'; do
        # shellcheck disable=SC2086
        diff <(exact $options) <(exact $options)
    done
}

@test "the map and the answers are the same for every index and instruction set" {
    for isa in scalar avx2 avx512; do
        RINGMARK_ISA=$isa "$RINGMARK" exact --index plain,line,btree,eytzinger --nodes 50 >"$work/csv" 2>"$work/err" ||
            { grep -q 'CPU' "$work/err" && continue; }
        [ "$(pick index <"$work/csv" | paste -sd ' ')" = 'plain line btree eytzinger' ]
        [ "$(pick isa <"$work/csv" | sort -u)" = "$isa" ]
        pick method digest peak cv checksum <"$work/csv" >>"$work/answers"
    done
    [ "$(sort -u "$work/answers" | wc -l)" -eq 1 ]
}

@test "--calls-only leaves out map, shares and movement, and changes nothing else" {
    whole='method digest peak cv moved_add collateral_add moved_remove collateral_remove'
    for options in '--nodes 20' '--algorithm jump --nodes 20' '--preset envoy-maglev'; do
        # shellcheck disable=SC2086
        exact $options --format csv >"$work/all.csv" && exact $options --calls-only --format csv >"$work/calls.csv"
        # shellcheck disable=SC2086
        [ -z "$(pick $whole <"$work/calls.csv" | tr -d ,)" ]
        # shellcheck disable=SC2086
        pick $whole <"$work/all.csv" | grep -q .
        for column in points points_lost memory_bytes allocations key_bytes operations checksum; do
            diff <(pick $column <"$work/all.csv") <(pick $column <"$work/calls.csv")
        done
    done
}

@test "another hash, label, number of nodes or of points is another digest" {
    { exact; exact --hash xxh64; exact --label '{name}-{vnode}'; exact --nodes 11; exact --vnodes 161
      exact --algorithm jump; exact --algorithm jump --hash xxh64; exact --algorithm jump --nodes 11
      exact --algorithm modulo; exact --algorithm modulo --nodes 11; } | grep -v '^preset' >"$work/rows"
    exact | head -n 1 | cat - "$work/rows" | pick digest >"$work/digests"
    [ "$(sort -u "$work/digests" | wc -l)" -eq 10 ]
    exact --algorithm ring,jump,modulo | pick method | paste -sd ' ' | grep -qx 'arcs keys slots'
}

@test "shares, movement and bytes are those of skew, move and build" {
    exact --nodes 10 --vnodes 40 >"$work/exact"
    within "$(pick peak <"$work/exact")" "$("$RINGMARK" skew --nodes 10 --vnodes 40 --sets 1 | pick peak_mean)" 1e-8
    within "$(pick cv <"$work/exact")" "$("$RINGMARK" skew --nodes 10 --vnodes 40 --sets 1 | pick cv)" 1e-8
    [ "$(pick points <"$work/exact")" = 400 ]
    [ "$(pick key_bytes operations <"$work/exact")" = 16,2000 ]
    [ "$(pick memory_bytes <"$work/exact")" = \
        "$("$RINGMARK" build --nodes 10 --vnodes 40 --quick | pick operation memory_bytes | sed -n "s/^build,//p")" ]
}

@test "modulo moves what arithmetic says" {
    IFS=, read -r added more removed < <(exact --algorithm modulo --nodes 9 | pick moved_add collateral_add moved_remove)
    near "$added" "$(awk 'BEGIN { printf "%.15g", 1 - 1 / 10 }')" 1e-12
    near "$more" "$(awk 'BEGIN { printf "%.15g", 1 - 1 / 10 - 1 / 10 }')" 1e-12
    near "$removed" "$(awk 'BEGIN { printf "%.15g", 1 - 1 / 9 }')" 1e-12
    [ "$(exact --algorithm jump | pick peak moved_add)" = , ]
}

@test "what it has no use for, and keys that a hash cannot take, are refused" {
    refused '--repeat' exact --repeat 3
    refused '--algorithm' exact --algorithm no-such
}
