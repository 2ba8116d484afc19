#!/usr/bin/env bats
# diff: do two placements agree, by maps, by independent shares and by keys?

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

# compare ARGUMENTS...: rows in $work/out, the summary in $work/err.
compare() {
    "$RINGMARK" diff "$@" >"$work/out" 2>"$work/err"
    [ "$(head -1 "$work/out")" = node_a,node_b,method,share,example_key ]
}

rows() {
    sed 1d "$work/out"
}

# agrees ARGUMENTS...: no rows, exit 0, and the line says so.
agrees() {
    compare "$@"
    [ -z "$(rows)" ]
    grep -qx 'ringmark: they agree on all key hashes (exact)' "$work/err"
}

@test "one placement agrees with itself" {
    agrees --nodes 5 --against '--nodes 5'
    agrees --preset dubbo --against '--preset dubbo'
    agrees --algorithm modulo --nodes 4 --against '--names node-{set}-{index}'
}

@test "spymemcached and libmemcached agree unless an address has the default port" {
    agrees --preset spymemcached --names '10.0.0.{index}:11212' --against '--preset libmemcached-weighted'
    agrees --preset twemproxy --hash md5 --names '10.0.0.{index}:11211' --against '--preset libmemcached-weighted'
    compare --preset spymemcached --names '10.0.0.{index}:11211' --against '--preset libmemcached-weighted'
    [ "$(rows | wc -l)" -gt 50 ]
    grep -q 'they disagree on [0-9.]* % of the key hashes (exact)' "$work/err"
    compare --preset spymemcached --names '10.0.0.{index}:11211' --against '--preset spymemcached-lib'
    [ "$(rows | wc -l)" -gt 50 ]
}

@test "exact shares are those of keys, and examples show them" {
    compare --preset dubbo --nodes 3 --against '--vnodes 320' --keys 1000000
    [ "$(pick method <"$work/out" | sort | uniq -c | awk '{ print $1, $2 }' | xargs)" = '6 exact 6 sampled' ]
    awk -F, '$3 == "exact" { exact[$1 $2] = $4 }
             $3 == "sampled" { d = $4 - exact[$1 $2]; if (d > .0012 || d < -.0012) exit 1 }' "$work/out"
    awk -F, 'NR > 1 && $3 == "exact"' "$work/out" >"$work/exact"
    cut -d, -f4 "$work/exact" | sort -gr | cmp - <(cut -d, -f4 "$work/exact")
    cut -d, -f5 "$work/exact" >"$work/keys"
    "$RINGMARK" locate --preset dubbo --nodes 3 --keys-file "$work/keys" | pick node >"$work/a"
    "$RINGMARK" locate --preset dubbo --nodes 3 --vnodes 320 --keys-file "$work/keys" | pick node >"$work/b"
    paste -d, "$work/a" "$work/b" | cmp - <(cut -d, -f1,2 "$work/exact")
    sum=$(cut -d, -f4 "$work/exact" | awk '{ s += $1 } END { printf "%.4f", 100 * s }')
    near "$(sed -n 's/.*disagree on \([0-9.]*\) % .*exact.*/\1/p' "$work/err")" "$sum" .0002
}

@test "exact shares are those of move" {
    compare --nodes 10 --against '--nodes 11'
    moved=$("$RINGMARK" move --nodes 10 --change add | pick moved)
    near "$(rows | awk -F, '{ s += $4 } END { printf "%.17g", s }')" "$moved" 1e-12
    [ "$(rows | cut -d, -f2 | sort -u)" = node-0-10 ]
    compare --algorithm modulo --nodes 10 --against '--nodes 11'
    near "$(rows | awk -F, '{ s += $4 } END { printf "%.17g", s }')" "$(awk 'BEGIN { printf "%.15f", 10 / 11 }')" 1e-12
}

@test "two key hashes are independent: products of shares, beside keys" {
    compare --preset nginx --nodes 3 --against '--preset xxl-job'
    [ "$(pick method <"$work/out" | sort | uniq -c | awk '{ print $1, $2 }' | xargs)" = '6 independent 6 sampled' ]
    "$RINGMARK" shares --preset nginx --nodes 3 | pick node share >"$work/a"
    "$RINGMARK" shares --preset xxl-job --nodes 3 | pick node share >"$work/b"
    awk -F, 'FILENAME == ARGV[1] { a[$1] = $2; next } FILENAME == ARGV[2] { b[$1] = $2; next }
             $3 == "independent" { d = $4 - a[$1] * b[$2]; if (d > 1e-8 || d < -1e-8) bad = 1; n++; product[$1 $2] = $4 }
             $3 == "sampled" { d = $4 - product[$1 $2]; if (d > .0016 || d < -.0016) bad = 1 }
             END { exit bad || n != 6 }' "$work/a" "$work/b" "$work/out"
    sum=$(awk -F, '$3 == "independent" { s += $4 } END { printf "%.6f", 100 * s }' "$work/out")
    near "$(sed -n 's/.*disagree on \([0-9.]*\) % .*independent.*/\1/p' "$work/err")" "$sum" .0002
    grep -q '(sampled)' "$work/err"
}

@test "key hashes are one function only when they are, and agreement on texts is said to be no proof" {
    for hash in sha1 sha256; do
        compare --nodes 3 --node-hash xxh3 --hash md5 --against "--hash $hash --node-hash xxh3"
        [ "$(pick method <"$work/out" | sort -u | xargs)" = "independent sampled" ]
    done
    agrees --preset nginx --nodes 3 --against "--preset nginx"
    [ "$(wc -l <"$work/err")" -eq 1 ]
    compare --preset nginx --nodes 3 --against "--preset haproxy --hash crc32"
    [ "$(pick method <"$work/out" | sort -u)" = exact ]
    grep -qx "ringmark: exact if the key hashes crc32 and crc32 are one: no proof, but they agree on all of 4096 texts tried" "$work/err"
}

@test "a hash tag on one side only is told by keys" {
    { seq -f '{a}%g' 500; seq -f 'plain%g' 500; } >"$work/keys"
    compare --hash-tag '{}' --nodes 50 --against "--hash-tag '{}'"
    [ -z "$(rows)" ]
    compare --nodes 50 --against "--hash-tag '{}'" --keys-file "$work/keys"
    [ "$(pick method <"$work/out" | sort -u)" = sampled ]
    rows | awk -F, '$5 !~ /^{a}/ { bad = 1 } { s += $4 } END { exit bad || !(s > .45 && s <= .5) }'
}

@test "nodes are matched by name, in any order, and new ones are new" {
    printf 'a\nb\nc\n' >"$work/a.csv"
    printf 'c\na\nb\n' >"$work/b.csv"
    printf 'b\nnew\n' >"$work/c.csv"
    agrees --nodes-file "$work/a.csv" --against "--nodes-file $work/b.csv"
    agrees --nodes-file "$work/b.csv" --against "--nodes-file $work/a.csv"
    agrees --preset groupcache --nodes-file "$work/a.csv" --against "--nodes-file '$work/b.csv'"
    compare --nodes-file "$work/a.csv" --against "--nodes-file $work/c.csv"
    [ "$(rows | cut -d, -f1,2 | sort | xargs)" = 'a,b a,new b,new c,b c,new' ]
    printf 'a b\nc\n' >"$work/with blank.csv"
    agrees --nodes-file "$work/with blank.csv" --against "--nodes-file '$work/with blank.csv'"
    agrees --nodes-file "$work/with blank.csv" --against "--vnodes=160"
    agrees --nodes-file "$work/with blank.csv" --against "--nodes-file \"$work/with blank.csv\""
}

@test "nodes are matched by the name that their system knows them by" {
    printf "name,alias\n10.0.0.1:6380,one\n10.0.0.2:6380,two\n10.0.0.3:6380,\n" >"$work/a.csv"
    printf "name,alias\n10.0.0.3:6380,\n10.0.0.2:6380,two\n10.9.9.9:7000,one\n" >"$work/b.csv"
    for preset in twemproxy twemproxy-modula; do
        agrees --preset $preset --nodes-file "$work/a.csv" --against "--nodes-file $work/b.csv"
    done
    # what has no aliases goes by the names; each side shows its own
    compare --preset twemproxy --nodes-file "$work/a.csv" --against "--preset spymemcached --nodes-file $work/b.csv"
    [ "$(rows | cut -d, -f1 | sort -u | xargs)" = "10.0.0.1:6380 10.0.0.2:6380 10.0.0.3:6380" ]
    [ "$(rows | cut -d, -f2 | sort -u | xargs)" = "10.0.0.2:6380 10.0.0.3:6380 10.9.9.9:7000" ]
    # known by one name is refused as everywhere
    printf "name,alias\n10.0.0.1:6380,one\n10.0.0.2:6380,one\n" >"$work/a.csv"
    refused "both known as" diff --preset twemproxy --nodes-file "$work/a.csv" --against "--nodes-file $work/b.csv"
    refused "both known as" diff --preset twemproxy --nodes-file "$work/b.csv" --against "--nodes-file $work/a.csv"
}

@test "nobody is an empty name, and all keys that it owns are counted" {
    "$RINGMARK" diff --preset dubbo --nodes 2 --against '--vnodes 3' >"$work/out" 2>"$work/err"
    rows | awk -F, '$2 != "" || $1 == "" || $3 != "exact" || $5 == "" { bad = 1 } { s += $4 } END { exit bad || !(s > .9999999 && s < 1.0000001) }'
    grep -q 'they disagree on 100 % of the key hashes (exact)' "$work/err"
    compare --preset ribbon --nodes 3 --against '--preset ribbon-intent'
    rows | cut -d, -f1 | grep -qx ''
}

@test "what --against leaves open is taken from this side" {
    agrees --preset xxl-job --vnodes 5 --nodes 4 --against '--names node-{set}-{index}'
    agrees --preset dubbo --vnodes 320 --nodes 4 --against '--preset dubbo --vnodes 320'
    agrees --hash crc32 --vnodes 20 --label '{name} & {vnode}' --nodes 4 --against '--vnodes 20'
    compare --preset dubbo --vnodes 320 --nodes 4 --against '--preset dubbo'
    [ "$(rows | wc -l)" -eq 12 ]
    compare --nodes 4 --vnodes 100 --against '--total-points 400'
    [ -z "$(rows)" ]
    compare --preset nginx --nodes 4 --against '--algorithm modulo --hash crc32'
    [ "$(pick method <"$work/out" | sort -u)" = sampled ]
}

@test "mistakes of --against are one line" {
    refused '--against' diff --nodes 3
    refused 'is not closed' diff --against "--names 'x"
    refused '--keys holds for both sides' diff --against '--keys 5'
    refused '--format holds for both sides' diff --against '--format csv'
    refused '--seed holds' diff --against '--seed=5'
    refused 'unknown option --vnodez' diff --against '--vnodez 5'
    refused 'did you mean dubbo?' diff --against '--preset dubo'
    refused 'the preset takes weights' diff --preset nginx --against '--vnodes 5'
    refused 'not a list' diff --against '--vnodes 5,6'
    refused 'found '"'x'" diff --against 'x'
    refused 'the value is empty' diff --against ''
    refused 'the value is empty' diff --against '   '
}
