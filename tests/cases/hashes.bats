#!/usr/bin/env bats
# Hashes on the names and keys that people really have.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

skew() {
    "$RINGMARK" skew --format csv "$@"
}

@test "twemproxy's crc32a is the CRC-32 of gzip, its crc32 15 bits of it" {
    seq -f 'key-%g' 5 >"$work/keys"
    seq -f 'server%g:11211' 4 >"$work/nodes"
    while read -r key; do
        crc=$(crc32_of "$key")
        printf '%08x %08x\n' "$crc" $((crc >> 16 & 0x7fff))
    done <"$work/keys" >"$work/expected"
    for hash in crc32a crc32; do
        "$RINGMARK" locate --preset twemproxy --hash $hash --nodes-file "$work/nodes" --keys-file "$work/keys" |
            pick hash >"$work/$hash"
    done
    paste -d' ' "$work/crc32a" "$work/crc32" | diff "$work/expected" -
    # so few values at the beginning of a circle of 32 bits belong to one server
    [ "$("$RINGMARK" shares --preset twemproxy --hash crc32 --nodes-file "$work/nodes" | pick relative_share | sort | xargs)" = '0 0 0 4' ]
    below "$("$RINGMARK" shares --preset twemproxy --hash crc32a --nodes-file "$work/nodes" | pick relative_share | sort -g | tail -1)" 1.4
}

@test "of numbered users FNV-1 leaves more together than FNV-1a, and a finaliser none" {
    seq -f 'user%g' 0 9999 >"$work/keys"
    skew --node-hash xxh3 --hash fnv1-64,fnv1a-64,fnv1a-64-mix --keys-file "$work/keys" | pick sampled_peak sampled_band_high >"$work/found"
    { IFS=, read -r fnv1 high; IFS=, read -r fnv1a _; IFS=, read -r mixed _; } <"$work/found"
    below "$fnv1a" "$fnv1"
    below "$high" "$fnv1a"
    below "$mixed" "$high"
}

@test "raw FNV is uneven with short names and with long random ones, MD5 and xxHash with neither" {
    nodes a b c d e
    skew --nodes-file "$work/nodes" --hash fnv1a-32,fnv1a-64,md5,xxh3,xxh64 | pick hash cv ideal_cv >"$work/found"
    skew --nodes 5 --names '{hex:12}' --sets 20 --hash fnv1a-32,fnv1a-64,md5,xxh3,xxh64 | pick hash cv ideal_cv >>"$work/found"
    awk -F, '/^fnv/ && $2 < 2.5 * $3 || !/^fnv/ && $2 > 2 * $3 { print; bad = 1 } END { exit bad || NR != 10 }' "$work/found"
}

@test "points labelled by a number that raw FNV hashes last come no apart until it gets a digit more" {
    skew --nodes 8 --hash fnv1-64 --vnodes 2,5,10,11,20,100,101 --sets 50 | pick vnodes peak_mean >"$work/found"
    awk -F, '{ peak[$1] = $2 }
             function same(a, b) { return peak[a] / peak[b] < 1.01 && peak[b] / peak[a] < 1.01 }
             END { exit !(same(2, 5) && same(5, 10) && peak[11] < .9 * peak[10] && same(11, 20) && same(20, 100) && peak[101] < .9 * peak[100]) }' \
        "$work/found"
    # the number first: every point is on its own
    within "$(skew --nodes 8 --hash fnv1a-64-mix --vnodes 10 --sets 50 | pick cv)" .294 .15
}

@test "a node without keys is seen" {
    printf '%s\n' a,1024 b,1024 c,5 >"$work/nodes"
    "$RINGMARK" shares --preset ketama --nodes-file "$work/nodes" --keys 1000 2>"$work/err" | tail -1 >"$work/row"
    grep -qx 'c,5,0,exact,0,0,0,0,' "$work/row"
    [ "$(skew --preset twemproxy --hash crc32 --nodes 3 --sets 5 --names 's{set}-{index}' | cells min_mean)" = 0 ]
}

@test "numbers modulo the shards leave shards empty, a hash does not" {
    # multiples of 12 over 33 shards: every third
    seq 0 12 1188000 >"$work/keys"
    "$RINGMARK" shares --algorithm modulo --nodes 33 --hash u64 --keys-file "$work/keys" | pick keys | sort -g | uniq -c |
        awk '{ print $1, $2 }' >"$work/found"
    [ "$(head -1 "$work/found")" = '22 0' ]
    "$RINGMARK" shares --algorithm modulo --nodes 33 --hash murmur3-32 --keys-file "$work/keys" | pick keys | sort -g >"$work/found"
    below 2780 "$(head -1 "$work/found")" # 3000, and four standard deviations
    below "$(tail -1 "$work/found")" 3220
}
