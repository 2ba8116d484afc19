#!/usr/bin/env bats
# Weights: points in proportion, and what rounding does to small ones.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

@test "a weight of 5 beside two of 1024 has points, or a warning says that the system gives it none" {
    printf '%s\n' a,1024 b,1024 c,5 >"$work/nodes"
    [ "$("$RINGMARK" shares --nodes-file "$work/nodes" --vnodes 1 | pick points | xargs)" = '1024 1024 5' ]
    [ "$("$RINGMARK" shares --nodes-file "$work/nodes" --total-points 120 | pick points | xargs)" = '60 59 1' ]
    # floor(40 * 3 * 5 / 2053) digests
    [ "$("$RINGMARK" shares --preset ketama --nodes-file "$work/nodes" 2>"$work/err" | pick points | xargs)" = '236 236 0' ]
    grep -q "warning: --preset ketama leaves node 'c' without a point" "$work/err"
}

@test "points are proportional to weights, and shares come near them" {
    for weights in '1 2 3 4 5' '100 50 10'; do
        # shellcheck disable=SC2086
        printf '%s\n' $weights | awk '{ print "n" NR "," $1 }' >"$work/nodes"
        "$RINGMARK" shares --nodes-file "$work/nodes" --vnodes 400 | pick weight points relative_share >"$work/found"
        awk -F, '$2 != 400 * $1 || $3 < .9 || $3 > 1.1 { print; exit 1 }' "$work/found"
    done
}

@test "maglev gives weights 1 and 10 an eleventh and the rest" {
    printf '%s\n' light,1 heavy,10 >"$work/nodes"
    "$RINGMARK" shares --preset envoy-maglev --nodes-file "$work/nodes" | pick share >"$work/found"
    { read -r light; read -r heavy; } <"$work/found"
    # of 65537 slots
    near "$light" .0909090909 1.6e-5
    near "$heavy" .9090909091 1.6e-5
}

@test "204.8 points a node are 205 and once 204, whoever is listed first" {
    nodes e d c b a
    "$RINGMARK" shares --nodes-file "$work/nodes" --total-points 1024 | pick node points >"$work/found"
    printf '%s\n' e,204 d,205 c,205 b,205 a,205 | diff - "$work/found"
}

@test "a negative weight is refused with its line, and zero is out" {
    printf '%s\n' a,-300 b,200 c,100 >"$work/nodes"
    refused "nodes:1: weight '-300' is not a whole number from 0 to 4294967295" shares --nodes-file "$work/nodes"
    printf '%s\n' a,0 b,200 c,100 >"$work/nodes"
    [ "$("$RINGMARK" shares --nodes-file "$work/nodes" | pick points share | head -1)" = 0,0 ]
}
