#!/usr/bin/env bats
# How even people found their rings, and what ringmark says of the same input.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

skew() {
    "$RINGMARK" skew --format csv "$@"
}

@test "small rings that were published are as uneven as theory says, and the default is far from them" {
    # nodes, points a node, largest part found
    while read -r nodes vnodes part; do
        p99=$(skew --nodes "$nodes" --vnodes "$vnodes" --sets 300 | pick peak_p99)
        peak=$(awk -v n="$nodes" -v p="$part" 'BEGIN { print n * p / 100 }')
        below "$peak" "$p99"
    done <<'END'
2 3 63.25
2 33 50.23
3 3 43.5
3 16 38.6
3 1 55
END
    below "$(skew --nodes 2,3 --sets 300 | pick peak_p99 | sort -g | tail -1)" 1.2
    below .4 "$(skew --nodes 3 --vnodes 3 --sets 300 | pick cv)"
    below "$(skew --nodes 3 --sets 300 | pick cv)" .07
}

@test "tokens of one's own, evenly spaced, share evenly" {
    printf '%s\n' 0 6148914691236517205 12297829382473034410 >"$work/tokens"
    "$RINGMARK" shares --nodes-file "$work/tokens" --node-hash u64 --label '{name}' --vnodes 1 2>"$work/err" |
        pick share >"$work/found"
    while read -r share; do near "$share" .33333333333333333 1e-15; done <"$work/found"
    [ "$(wc -l <"$work/found")" -eq 3 ]
    # a token owns the keys up to itself
    printf '%s\n' 6148914691236517205 6148914691236517206 12297829382473034411 |
        "$RINGMARK" locate --nodes-file "$work/tokens" --hash u64 --label '{name}' --vnodes 1 2>"$work/err" |
        pick node >"$work/found"
    printf '%s\n' 6148914691236517205 12297829382473034410 0 | diff - "$work/found"
}

@test "a poor hash of points stays poor with more of them, a good one does not" {
    skew --hash crc32,xxh64 --vnodes 100,1000 --sets 20 | pick cv >"$work/cv"
    { read -r crc100; read -r crc1000; read -r xxh100; read -r xxh1000; } <"$work/cv"
    within "$xxh100" .0948 .1
    within "$xxh1000" .03 .1
    below "$(times 3 "$xxh1000")" "$crc1000"
    below "$crc1000" "$crc100"
}

@test "another hash of keys changes no share, more points do" {
    skew --node-hash xxh3 --hash fnv1a-64,xxh3 --vnodes 128,256 --sets 100 --names 'ingester-{set}-{index}' |
        pick vnodes peak_mean | sort | uniq -c | awk '{ print $1, $2 }' | tr ' ,' '  ' >"$work/found"
    { read -r twice few more; read -r again many calm; } <"$work/found"
    [ "$twice $again $few $many" = '2 2 128 256' ]
    below "$calm" "$more"
}

@test "the range of hundreds of nodes with random tokens is what operators saw" {
    IFS=, read -r peak least < <(skew --nodes 180 --vnodes 512 --sets 20 | pick peak_mean min_mean)
    near "$(awk -v p="$peak" -v l="$least" 'BEGIN { print p - l }')" .236 .02
    skew --nodes 300 --vnodes 64,128 --sets 20 | pick peak_mean min_mean | awk -F, '{ print $1 - $2 }' >"$work/range"
    { read -r few; read -r many; } <"$work/range"
    near "$few" .72 .05
    within "$(awk -v a="$few" -v b="$many" 'BEGIN { print a / b }')" 1.414 .07
}

@test "with one token a node two replicas of three nodes weigh up to 89 percent on average" {
    # the node that is not among the two leaves out one of three arcs: one minus the smallest, 1/9 on average
    within "$(skew --nodes 3 --vnodes 1 --replicas 2 --sets 3000 | pick peak_mean)" 1.33333 .01
    # six nodes and three replicas: the 86 percent that were seen are no wonder
    IFS=, read -r p50 p99 < <(skew --nodes 6 --vnodes 1 --replicas 3 --sets 1000 | pick peak_p50 peak_p99)
    below "$p50" 1.72
    below 1.72 "$p99"
    # 16 tokens are far better
    below "$(skew --nodes 6 --vnodes 16 --replicas 3 --sets 300 | pick peak_p99)" 1.5
}

@test "a million keys spread as wide as 100 and 10000 virtual nodes allow" {
    below "$("$RINGMARK" shares --vnodes 100 --keys 1000000 | pick keys | spread)" .85
    below "$("$RINGMARK" shares --vnodes 10000 --keys 1000000 | pick keys | spread)" .15
}

@test "counted keys on nodes of one digit follow the exact shares" {
    seq 1 6 >"$work/nodes"
    seq 0 999999 | "$RINGMARK" shares --nodes-file "$work/nodes" --keys-file - | pick share key_share |
        awk -F, '{ d = $1 - $2; if (d > .0016 || d < -.0016) bad = 1 } END { exit bad || NR != 6 }'
}

@test "ten thousand phone numbers: modulo is even, six points a server are not" {
    seq -f server%g 6 >"$work/nodes"
    seq 13800000000 13800009999 >"$work/keys"
    by_modulo=$("$RINGMARK" shares --algorithm modulo --nodes-file "$work/nodes" --keys-file "$work/keys" | pick keys | spread)
    by_ring=$("$RINGMARK" shares --vnodes 6 --nodes-file "$work/nodes" --keys-file "$work/keys" | pick keys | spread)
    below "$by_modulo" .12
    below .3 "$by_ring"
}

@test "two replicas on eight addresses: MD5 is even, raw FNV-1a is not" {
    skew --nodes 8 --names '192.168.{set}.1{index}' --replicas 2 --hash md5,fnv1a-64 --sets 20 | pick cv ideal_cv >"$work/cv"
    { IFS=, read -r md5 ideal; IFS=, read -r fnv _; } <"$work/cv"
    within "$md5" "$ideal" .2
    below "$(times 4 "$ideal")" "$fnv"
}

@test "few keys are uneven on any ring, and the band says how far that goes" {
    # ten distinct values over five nodes of a large ring: the ring is even, the keys cannot be
    seq -f 'session-%g' 10 >"$work/keys"
    IFS=, read -r exact high < <(skew --nodes 5 --total-points 1024 --keys-file "$work/keys" | pick peak_mean sampled_band_high)
    below "$exact" 1.2
    below 2 "$high"
    # 120 keys on one point a node, a thousand on two: inside the band
    for line in '--nodes 3 --vnodes 1 --keys 120' '--nodes 2 --keys 1000' '--algorithm jump --nodes 2 --keys 1000'; do
        # shellcheck disable=SC2086
        IFS=, read -r peak low high < <(skew $line | pick sampled_peak sampled_band_low sampled_band_high)
        below "$low" "$(awk -v p="$peak" 'BEGIN { print p + 1e-9 }')"
        below "$peak" "$(awk -v h="$high" 'BEGIN { print h + 1e-9 }')"
    done
}

@test "16 keys a node vary by a quarter even where all shares are equal, and 512 hardly" {
    for keys in 16 512; do
        "$RINGMARK" shares --algorithm modulo --nodes 40 --keys $((40 * keys)) | pick keys |
            awk -v k=$keys '{ s += ($1 - k) ^ 2 } END { print sqrt(s / NR) / k }'
    done >"$work/cv"
    { read -r few; read -r many; } <"$work/cv"
    within "$few" .25 .35
    within "$many" .0442 .35
}

@test "four keys meet on one of two even servers one time in eight, and always where the hash keeps them together" {
    printf '%s\n' a b c d >"$work/keys"
    for hash in fnv1a_64 md5; do
        for i in $(seq 40); do
            "$RINGMARK" locate --preset twemproxy --hash $hash --nodes 2 --names "10.0.$i.{index}:11211" \
                --keys-file "$work/keys" | pick node | sort -u | wc -l
        done | grep -cx 1
    done >"$work/found"
    { read -r raw; read -r md5; } <"$work/found"
    [ "$raw" -ge 38 ]
    [ "$md5" -ge 1 ]
    [ "$md5" -le 11 ] # five expected, standard deviation two
}
