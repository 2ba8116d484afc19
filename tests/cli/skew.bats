#!/usr/bin/env bats
# skew: exact evenness against theory, against known rings, and against keys.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

skew() {
    "$RINGMARK" skew "$@"
}

@test "the coefficient of variation of XXH3 rings is the ideal one" {
    skew --sets 200 --nodes 10,100 --vnodes 1,10,100,160,1000 >"$work/csv"
    [ "$(pick cv <"$work/csv" | wc -l)" -eq 10 ]
    while IFS=, read -r n v cv ideal; do
        expected=$(awk -v n="$n" -v v="$v" 'BEGIN { printf "%.12g", sqrt((n - 1) / (n * v + 1)) }')
        within "$cv" "$expected" "$([ "$v" -eq 1 ] && echo .08 || echo .05)"
        within "$ideal" "$expected" 1e-8
    done < <(pick nodes vnodes cv ideal_cv <"$work/csv")
}

@test "the mean peak of ten nodes is 1.124 at 160 virtual nodes and 1.161 at 100" {
    near "$(skew --sets 200 --vnodes 160 | pick peak_mean)" 1.124 .01
    # the mean of 200 peaks at 100 virtual nodes has a standard error of .004: too many for a bound of .01
    skew --sets 1000 --vnodes 100,160 | pick peak_mean ideal_peak_mean >"$work/peaks"
    { IFS=, read -r measured ideal; near "$measured" 1.161 .01; near "$ideal" 1.1594 .002
      IFS=, read -r measured ideal; near "$measured" 1.124 .01; near "$ideal" 1.1251 .002; } <"$work/peaks"
}

@test "effective virtual nodes of numbered addresses are those of the known rings" {
    skew --sets 200 --names '192.168.{set}.{index}:111' --label '{name}&&VN{vnode}' --vnodes 160 \
        --hash fnv1-32,fnv1a-32,fnv1a-64,crc32,md5,xxh64 | pick effective_vnodes >"$work/found"
    paste -d' ' "$work/found" - <<'END' >"$work/pairs"
3.75 .005
8.02 .005
2.88 .005
43.6 .05
157 .5
156 .5
END
    while read -r found expected rounding; do
        near "$found" "$expected" "$rounding"
    done <"$work/pairs"
}

@test "shares of a small ring give its peak, minimum and variation" {
    # the same ring by hand: arcs of the sorted CRC-32 positions
    crc32_ring 3 a b c >"$work/ring"
    awk '{ own[$2] += NR == 1 ? $1 + 1 : $1 - last; last = $1; if (NR == 1) first = $2 }
         END { own[first] += 4294967295 - last
               for (node in own) { r = 3 * own[node] / 4294967296; s += (r - 1) ^ 2
                                   if (r > max) max = r; if (min == "" || r < min) min = r }
               printf "%.9g %.9g %.9g\n", max, min, sqrt(s / 3) }' "$work/ring" >"$work/expected"
    printf 'a\nb\nc\n' >"$work/nodes.csv"
    read -r peak least cv <"$work/expected"
    IFS=, read -r found_peak found_max found_least found_cv < <(
        skew --nodes-file "$work/nodes.csv" --vnodes 3 --hash crc32 | pick peak_mean peak_max min_mean cv)
    within "$found_peak" "$peak" 1e-8
    within "$found_max" "$peak" 1e-8
    within "$found_least" "$least" 1e-8
    within "$found_cv" "$cv" 1e-8
}

@test "a node alone owns everything" {
    [ "$(skew --nodes 1 --vnodes 1,160 | pick peak_mean min_mean cv ideal_peak_mean ideal_cv | sort -u)" = '1,1,0,1,0' ]
}

@test "nodes of weight 0 are left out and weights are fair" {
    printf 'name,weight\na,1\nb,2\nc,0\nd,4\n' >"$work/nodes.csv"
    IFS=, read -r peak points ideal < <(skew --nodes-file "$work/nodes.csv" --vnodes 2000 | pick peak_mean points ideal_cv)
    near "$peak" 1 .1
    [ "$points" -eq 14000 ]
    # mean of (W/w - 1)/(vW + 1), W = 7
    near "$ideal" "$(awk 'BEGIN { print sqrt((6 + 2.5 + .75) / 3 / 14001) }')" 1e-7
    printf 'name,weight\na,1\nb,2\nd,4\n' >"$work/without.csv"
    [ "$(skew --nodes-file "$work/nodes.csv" | pick peak_mean cv effective_vnodes)" = \
        "$(skew --nodes-file "$work/without.csv" | pick peak_mean cv effective_vnodes)" ]
}

@test "replicated shares are as even as theory and simulation say" {
    skew --sets 400 --nodes 10 --vnodes 16,64 --replicas 3 | pick cv peak_mean ideal_cv ideal_peak_mean >"$work/csv"
    { IFS=, read -r cv peak ideal empty; within "$cv" .14031 .04; near "$peak" 1.2334 .02; within "$ideal" .14031 .033
      [ -z "$empty" ]
      IFS=, read -r cv peak ideal empty; within "$cv" .07078 .04; near "$peak" 1.1164 .01; } <"$work/csv"
    # every node holds every key
    [ "$(skew --nodes 4 --replicas 4 --vnodes 7 | pick peak_mean min_mean cv)" = '1,1,0' ]
}

@test "the peak of good keys lies in the band that sampling alone explains" {
    inside=0
    for seed in 1 2 3 4 5 6 7 8 9 10; do
        IFS=, read -r peak low high < <(skew --keys 20000 --seed "$seed" | pick sampled_peak sampled_band_low sampled_band_high)
        if awk -v p="$peak" -v l="$low" -v h="$high" 'BEGIN { exit !(l <= p && p <= h) }'; then
            inside=$((inside + 1))
        fi
    done
    [ "$inside" -ge 8 ]
    # many keys come near to the exact peak
    IFS=, read -r exact keys peak < <(skew --keys 1000000 | pick peak_mean keys sampled_peak)
    [ "$keys" -eq 1000000 ]
    near "$peak" "$exact" .01
    # equal keys are no sample: one line a thousand times is far outside
    yes same | head -1000 >"$work/keys"
    IFS=, read -r peak high < <(skew --keys-file "$work/keys" | pick sampled_peak sampled_band_high)
    [ "$peak" = 10 ]
    near "$high" 1.3 .2
}

@test "jump is sampled and has no ideal of a ring; modulo is exact" {
    skew --algorithm jump,modulo | pick method keys effective_vnodes ideal_cv points_lost >"$work/found"
    printf '%s\n' 'sampled,1000000,,,' 'exact,,,,' | diff - "$work/found"
    near "$(skew --algorithm jump | pick peak_mean)" 1 .01
    near "$(skew --algorithm modulo | pick peak_mean)" 1 1e-9
}

@test "weighted and popular keys have no band" {
    printf 'a,1\nb,2.5\n' >"$work/keys"
    [ "$(skew --keys-file "$work/keys" --key-weights | pick keys sampled_band_low sampled_band_high)" = '3.5,,' ]
    [ "$(skew --keys 1000 --key-dist zipf:1 | pick keys sampled_band_low)" = '1000,' ]
}

@test "colliding points are counted as lost" {
    # a label without the vnode puts all points of a node on one position
    [ "$(skew --nodes 3 --vnodes 5 --label '{name}' 2>"$work/err" | pick points points_lost)" = '15,12' ]
}

@test "rows do not depend on the workers" {
    skew --sets 20 --nodes 3,10 --vnodes 1,7 --algorithm ring,jump --keys 1000 --jobs 1 >"$work/1"
    skew --sets 20 --nodes 3,10 --vnodes 1,7 --algorithm ring,jump --keys 1000 --jobs 5 >"$work/5"
    cmp "$work/1" "$work/5"
    [ "$(wc -l <"$work/1")" -eq 7 ]
}

@test "quantiles come from the sets" {
    for set in 0 1 2; do
        # names of one set each: the set number is part of the name
        skew --nodes 5 --vnodes 3 --names "n$set-{index}" | pick peak_mean
    done | sort -g >"$work/peaks"
    skew --nodes 5 --vnodes 3 --names 'n{set}-{index}' --sets 3 | pick peak_mean peak_p50 peak_p95 peak_max >"$work/row"
    { read -r a; read -r b; read -r c; } <"$work/peaks"
    IFS=, read -r mean median p95 most <"$work/row"
    near "$mean" "$(awk -v a="$a" -v b="$b" -v c="$c" 'BEGIN { print (a + b + c) / 3 }')" 1e-5
    near "$median" "$b" 1e-8
    near "$p95" "$(awk -v b="$b" -v c="$c" 'BEGIN { print b + .9 * (c - b) }')" 1e-5
    near "$most" "$c" 1e-8
}

@test "what cannot be measured is refused in one line" {
    refused '--replicas 5' skew --nodes 3 --replicas 5
    refused 'takes one --key-bytes' skew --keys 10 --key-bytes 8,16
    refused 'stdin can be read once' skew --nodes 3,4 --keys-file -
}

@test "many nodes take time in proportion" {
    for command in 'skew --keys 10' shares 'move --change remove' 'move --change add' points; do
        # shellcheck disable=SC2086
        timeout 60 "$RINGMARK" $command --nodes 500000 --vnodes 1 --format csv >"$work/csv"
    done
}
