#!/usr/bin/env bats
# --preset: every command with every system, exact answers beside sampled keys, and what a system does not have.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

presets() {
    "$RINGMARK" list presets --format csv | sed 1d | cut -d, -f2
}

# warned TEXT ARGUMENTS...: exit 0, and one warning that holds TEXT; rows are in $work/out.
warned() {
    local text=$1
    shift
    "$RINGMARK" "$@" >"$work/out" 2>"$work/err"
    if [ "$(wc -l <"$work/err")" -ne 1 ] || ! grep -qF -- "warning: " "$work/err" || ! grep -qF -- "$text" "$work/err"; then
        echo "ringmark $*: wanted the warning: $text"
        cat "$work/err"
        return 1
    fi
}

# agree KEYS: of "share,key_share,..." lines on stdin, both within five deviations of so many keys (and a bit for
# deviations of almost nothing).
agree() {
    awk -F, -v keys="$1" '
        { d = $1 - $2; if (d < 0) d = -d
          p = $1 > 1 ? 1 : $1 < 0 ? 0 : $1
          if (d > 5 * sqrt(p * (1 - p) / keys) + 2 / keys) { print "line " NR ": " $0; bad = 1 } }
        END { exit bad || NR == 0 }'
}

@test "exact shares of every preset add up to 1 and agree with a million keys" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    for preset in $(presets); do
        "$RINGMARK" shares --preset "$preset" --nodes 7 --names '10.1.{set}.{index}:11212' --keys 1000000 >"$work/rows"
        [ "$(pick method <"$work/rows" | sort -u)" = exact ]
        near "$(pick share <"$work/rows" | awk '{ sum += $1 } END { printf "%.17g", sum }')" 1 1e-12
        pick share key_share <"$work/rows" | agree 1000000
    done
}

@test "every hash of a system gives shares that agree with keys" {
    for preset in libmemcached twemproxy twemproxy-modula haproxy; do
        for hash in $("$RINGMARK" list presets --format csv | awk -F, -v name=$preset '$2 == name { print $(NF - 2) }'); do
            "$RINGMARK" shares --preset $preset --hash "$hash" --nodes 4 --keys 200000 | pick share key_share >"$work/rows"
            agree 200000 <"$work/rows"
        done
    done
}

@test "the exact movement of every preset agrees with keys" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    for preset in $(presets); do
        changes=add,remove,down:middle exact=3
        [ "$preset" != dalli ] || changes=add,remove exact=2 # it refuses nodes that are down
        [ "$preset" != nginx-plain ] || exact=2
        "$RINGMARK" move --preset "$preset" --nodes 3 --change $changes --keys 100000 2>/dev/null |
            awk -F, 'NR > 1 { for (i = NF; i; i--) if ($i == "exact" || $i == "sampled") print $(i - 1) "," $i "," $(i + 1) }' >"$work/rows"
        [ "$(grep -c ',sampled,' "$work/rows")" -eq "$(tr ',' '\n' <<<"$changes" | wc -l)" ]
        # a server of `hash KEY` that is down has its keys hashed again: no hash value tells where they go
        [ "$(grep -c ',exact,' "$work/rows")" -eq "$exact" ]
        awk -F, '$2 == "exact" { exact[$1] = $3 } $2 == "sampled" && $1 in exact { print exact[$1] "," $3 }' "$work/rows" >"$work/pairs"
        agree 100000 <"$work/pairs"
    done
}

@test "exact shares of replica sets agree with keys, on rings of every lookup rule" {
    # arcs that end at a point, before it and between two; a hole; scattered values
    for preset in dubbo uhashring haproxy ribbon groupcache; do
        "$RINGMARK" skew --preset $preset --nodes 5 --replicas 2 >"$work/exact"
        [ "$(sed 's/"[^"]*"//g' "$work/exact" | pick method)" = exact ]
        "$RINGMARK" skew --preset $preset --nodes 5 --replicas 2 --keys 1000000 | sed 's/"[^"]*"//g' |
            pick peak_mean sampled_peak >"$work/rows"
        IFS=, read -r exact sampled <"$work/rows"
        within "$sampled" "$exact" .004
    done
}

@test "locate names replicas, the first of them the owner" {
    "$RINGMARK" locate --preset haproxy --nodes 5 --keys 300 | pick key node >"$work/one"
    "$RINGMARK" locate --preset haproxy --nodes 5 --keys 300 --replicas 5 >"$work/five"
    pick key node <"$work/five" | cmp "$work/one" -
    pick node node_2 node_3 node_4 node_5 <"$work/five" |
        awk -F, '{ split("", seen); for (i = 1; i <= 5; i++) seen[$i] = 1; n = 0; for (k in seen) n++; if (n != 5) exit 1 }'
}

@test "points are in the system's own bits, with the texts that were hashed" {
    "$RINGMARK" points --preset xxl-job --nodes 2 >"$work/xxl"
    [ "$(wc -l <"$work/xxl")" -eq 201 ]
    md5=$(printf 'SHARD-node-0-1-NODE-7' | md5sum)
    grep -qx "${md5:6:2}${md5:4:2}${md5:2:2}${md5:0:2},node-0-1,SHARD-node-0-1-NODE-7" "$work/xxl"
    "$RINGMARK" points --preset ribbon-intent --nodes 2 | sed 1d | grep -qv '^[0-9a-f]\{6\},' && return 1
    "$RINGMARK" points --preset groupcache --nodes 1 | grep -qx "$(printf '%08x' "$(crc32_of 7node-0-0)"),node-0-0,7node-0-0"
    "$RINGMARK" points --preset haproxy --nodes 2 | sed 1d | awk -F, '$3 != "" || length($1) != 8 { exit 1 }'
    refused 'has no points' points --preset redis-cluster
    refused 'has no points' points --preset nginx-plain
}

@test "the point that locate names is on the ring and owns the key" {
    for preset in java-fnv dubbo libmemcached twemproxy groupcache envoy-ring; do
        "$RINGMARK" points --preset $preset --nodes 4 | pick position node | sort -u >"$work/points"
        "$RINGMARK" locate --preset $preset --nodes 4 --keys 200 | pick point node | sort -u >"$work/found"
        [ "$(comm -13 "$work/points" "$work/found" | wc -l)" -eq 0 ]
    done
}

@test "lookup and build check their answers with presets" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    # of every rule: at, after or near a point, a hole, tables; and one that reads keys
    for preset in dubbo uhashring haproxy ribbon envoy-maglev redis-cluster; do
        "$RINGMARK" lookup --preset "$preset" --nodes 5 --quick --verify --stage search --mode batch >/dev/null
    done
    printf 'name,state\na,up\nb,down\nc,up\n' >"$work/nodes.csv"
    "$RINGMARK" lookup --preset nginx-plain --nodes-file "$work/nodes.csv" --quick --verify --stage search --mode loop >/dev/null
    for preset in $(presets); do
        "$RINGMARK" build --preset "$preset" --nodes 5 --quick --verify >"$work/out"
        [ "$(sed 's/"[^"]*"//g' "$work/out" | pick operation | head -3 | xargs)" = 'build add remove' ]
        ! grep -q ',sort,' "$work/out"
    done
    "$RINGMARK" lookup --preset dubbo --nodes 5 --quick --stage search --mode loop | sed 's/"[^"]*"//g' >"$work/out"
    [ "$(pick index <"$work/out")" = line ]
    [ "$(pick ns_median limit_ratio memory_bytes <"$work/out" | tr , '\n' | grep -c .)" -eq 3 ]
}

@test "a node that is down: as the system says" {
    seq -f 'key:%g' 500 >"$work/keys"
    printf 'name,weight,state\na,1,up\nb,1,down\nc,1,up\n' >"$work/down.csv"
    printf 'name\na\nb\nc\n' >"$work/up.csv"
    printf 'name\na\nc\n' >"$work/less.csv"
    for preset in dubbo xxl-job ketama nginx haproxy twemproxy envoy-ring envoy-maglev; do
        "$RINGMARK" locate --preset $preset --nodes-file "$work/up.csv" --keys-file "$work/keys" | pick key node >"$work/before"
        "$RINGMARK" locate --preset $preset --nodes-file "$work/down.csv" --keys-file "$work/keys" | pick key node >"$work/after"
        [ "$(grep -c ',b$' "$work/after")" -eq 0 ]
        [ "$(wc -l <"$work/after")" -eq 500 ]
    done
    # systems whose points do not depend on others move nothing but the keys of b
    for preset in dubbo xxl-job nginx haproxy; do
        "$RINGMARK" locate --preset $preset --nodes-file "$work/up.csv" --keys-file "$work/keys" | pick key node >"$work/before"
        "$RINGMARK" locate --preset $preset --nodes-file "$work/down.csv" --keys-file "$work/keys" | pick key node >"$work/after"
        [ "$(paste -d, "$work/before" "$work/after" | awk -F, '$2 != "b" && $2 != $4' | wc -l)" -eq 0 ]
    done
    # rebuilt: as if it were not configured
    for preset in dubbo envoy-ring envoy-maglev; do
        "$RINGMARK" locate --preset $preset --nodes-file "$work/less.csv" --keys-file "$work/keys" | pick key node >"$work/less"
        "$RINGMARK" locate --preset $preset --nodes-file "$work/down.csv" --keys-file "$work/keys" | pick key node | cmp "$work/less" -
    done
    # nobody answers for a master that is down
    "$RINGMARK" shares --preset redis-cluster --nodes-file "$work/down.csv" | tail -1 | grep -q '^,,,exact,0.33'
}

@test "Dubbo's extended balancer: any order of the addresses maps alike, and only the keys of the down node move" {
    seq -f 'key:%g' 20000 >"$work/keys"
    printf 'name,state\n' | tee "$work/listed.csv" >"$work/down.csv"
    for i in 9 3 7 1 5 8 2 6 4; do
        echo "10.20.0.$i:20880,up" >>"$work/listed.csv"
        echo "10.20.0.$i:20880,$([ $i = 5 ] && echo down || echo up)" >>"$work/down.csv"
    done
    { echo name,state; sed 1d "$work/listed.csv" | sort; } >"$work/sorted.csv"
    { echo name,state; sed 1d "$work/down.csv" | sort -r; } >"$work/down-reversed.csv"
    for file in listed sorted down down-reversed; do
        "$RINGMARK" locate --preset dubbo --nodes-file "$work/$file.csv" --keys-file "$work/keys" | pick key node >"$work/$file"
    done
    cmp "$work/listed" "$work/sorted"
    cmp "$work/down" "$work/down-reversed"
    [ "$(grep -c ',10.20.0.5:20880$' "$work/listed")" -gt 1000 ]
    paste -d, "$work/listed" "$work/down" | awk -F, '
        $2 == "10.20.0.5:20880" && $4 == $2 { exit 1 }
        $2 != "10.20.0.5:20880" && $4 != $2 { exit 1 }'
    "$RINGMARK" move --preset dubbo --nodes-file "$work/listed.csv" --change down:10.20.0.5:20880 |
        sed 's/"[^"]*"//g' | pick collateral | grep -qx 0
}

@test "HAProxy numbers servers by place: taking one out renumbers, down does not" {
    "$RINGMARK" move --preset haproxy --nodes 6 --change remove:first >"$work/out" 2>"$work/err"
    grep -q 'without an id the number of their place' "$work/err"
    scripts/query collateral "$work/out" | awk '{ exit !($1 > .5) }'
    "$RINGMARK" move --preset haproxy --nodes 6 --change down:first >"$work/out" 2>"$work/err"
    [ ! -s "$work/err" ]
    [ "$(scripts/query collateral "$work/out")" = 0 ]
    printf 'name,id\na,1\nb,2\nc,3\n' >"$work/ids.csv"
    "$RINGMARK" move --preset haproxy --nodes-file "$work/ids.csv" --change remove:a >"$work/out" 2>"$work/err"
    [ ! -s "$work/err" ]
    [ "$(scripts/query collateral "$work/out")" = 0 ]
}

@test "twemproxy's servers go by their alias" {
    printf 'name,weight,alias\n10.0.0.1:11212,1,alpha\n10.0.0.2:11212,1,\n' >"$work/nodes.csv"
    [ "$("$RINGMARK" shares --preset twemproxy --nodes-file "$work/nodes.csv" | pick node | xargs)" = 'alpha 10.0.0.2:11212' ]
    "$RINGMARK" points --preset twemproxy --nodes-file "$work/nodes.csv" | grep -q ',alpha,alpha-3$'
    [ "$("$RINGMARK" shares --preset ketama --nodes-file "$work/nodes.csv" | pick node | head -1)" = 10.0.0.1:11212 ]
}

@test "article A of the Java ring: 1000 virtual nodes give 3390, 3139 and 3471 of its keys" {
    printf '192.168.11.23:8090\n192.168.11.23:8093\n192.168.11.23:8094\n' >"$work/nodes.csv"
    awk 'BEGIN { for (i = 0; i < 1000; i++) for (j = 0; j < 10; j++) print "192.168.0." i "1:" j "100" }' >"$work/keys"
    "$RINGMARK" shares --preset java-fnv --vnodes 1000 --nodes-file "$work/nodes.csv" --keys-file "$work/keys" | pick keys | xargs >"$work/out"
    [ "$(cat "$work/out")" = '3390 3139 3471' ]
}

@test "an option that a system does not have is refused with those that it takes" {
    refused 'the preset takes weights' shares --preset nginx --label '{name}-{vnode}'
    refused 'takes --vnodes' shares --preset dubbo --hash xxh3
    refused 'the preset takes --vnodes' shares --preset dubbo --hash md5
    refused 'the preset takes --hash, weights, server ids' shares --preset haproxy --vnodes 3
    refused 'the preset takes --total-points, weights' skew --preset envoy-ring --vnodes 3
    refused 'has no --algorithm' locate --preset nginx --algorithm ring
    refused 'has no --node-hash' locate --preset ketama --node-hash md5
    refused 'has no --hash-tag' locate --preset ketama --hash-tag '{}'
    refused 'has no --table-size' locate --preset envoy-ring --table-size 7
    refused 'has no --total-points' build --preset nginx --total-points 100
    printf 'a,1\nb,2\n' >"$work/weights.csv"
    for preset in xxl-job dubbo ribbon ribbon-intent groupcache java-fnv java-fnv-plain redis-cluster; do
        refused 'has no weights other than 1; it takes' shares --preset $preset --nodes-file "$work/weights.csv"
        refused 'has no weights other than 1; it takes' move --preset $preset --nodes 3 --change weight:first=2
    done
    refused 'its number of points is fixed' move --preset nginx --nodes 3 --change vnodes=3
    refused 'takes --vnodes' move --preset dubbo --nodes 3 --change total-points=300
    refused 'haproxy has sdbm' move --preset haproxy --nodes 3 --change hash=md5
}

@test "an unknown preset is one line with the nearest one" {
    refused 'did you mean dubbo?' shares --preset dubo
    refused 'did you mean libmemcached-weighted?' locate --preset libmemcached-weigted
    refused 'ringmark list presets' skew --preset zzzzzzzzzz
    refused 'did you mean md5?' skew --preset twemproxy --hash md
}

@test "a name that the system cannot parse is refused and named" {
    refused "'12345678901234567890123456780'" shares --preset ketama --nodes 2 --names '1234567890123456789012345678{index}'
    refused "'a&&0'" shares --preset java-fnv --nodes 2 --names 'a&&{index}'
    printf 'a,1\nb,257\n' >"$work/nodes.csv"
    refused "'b': HAProxy takes weights from 0 to 256" shares --preset haproxy --nodes-file "$work/nodes.csv"
}

@test "a node without points is a warning that names it" {
    printf 'small,1\nb,1000\nc,1000\n' >"$work/nodes.csv"
    for preset in ketama libmemcached libmemcached-weighted spymemcached spymemcached-lib twemproxy uhashring-ketama; do
        warned "'small' without a point" shares --preset $preset --nodes-file "$work/nodes.csv"
        grep -q '^small,1,0,exact,0,' "$work/out"
    done
    warned "without a slot" shares --preset redis-cluster --nodes 16385 --names 'n{index}'
}

@test "Dubbo with fewer than four virtual nodes has an empty ring" {
    warned 'the ring has no points' shares --preset dubbo --vnodes 3 --nodes 3
    [ "$(tail -1 "$work/out")" = ',,,exact,1,,,,' ]
    for keys in 1 1000; do
        warned 'the ring has no points' locate --preset dubbo --vnodes 3 --nodes 3 --keys $keys
        [ "$(pick point node <"$work/out" | sort -u)" = , ]
    done
    warned 'the ring has no points' points --preset dubbo --vnodes 3 --nodes 3
    [ "$(cat "$work/out")" = position,node,label ]
    warned 'the ring has no points' move --preset dubbo --vnodes 3 --nodes 3
    warned 'the ring has no points' skew --preset dubbo --vnodes 3 --nodes 3 --replicas 2 --keys 1000
    warned 'the ring has no points' lookup --preset dubbo --vnodes 3 --nodes 3 --quick --verify
    warned 'the ring has no points' build --preset dubbo --vnodes 3 --nodes 3 --quick --verify
}

@test "sweeps over sets, counts and hashes of a preset have a row each" {
    "$RINGMARK" skew --preset twemproxy --hash md5,fnv1a_64 --nodes 3,5 --sets 4 >"$work/out"
    [ "$(sed 's/"[^"]*"//g' "$work/out" | pick preset hash nodes | xargs)" = \
        'twemproxy,md5,3 twemproxy,md5,5 twemproxy,fnv1a_64,3 twemproxy,fnv1a_64,5' ]
    [ "$("$RINGMARK" skew --preset dubbo --vnodes 160,560 --nodes 3 | pick vnodes points | xargs)" = '160,480 560,1680' ]
}

@test "Envoy's minimum ring size may be below the number of nodes" {
    "$RINGMARK" skew --preset envoy-ring --nodes 2000 --format csv >"$work/csv"
    [ "$(pick nodes <"$work/csv")" = 2000 ]
    "$RINGMARK" shares --preset envoy-ring --nodes 3 --total-points 2 --format csv >"$work/csv"
    [ "$(pick node <"$work/csv" | wc -l)" -eq 3 ]
    "$RINGMARK" move --preset envoy-ring --nodes 3 --total-points 3 --change add --format csv >"$work/csv"
    [ "$(pick change <"$work/csv")" = add ]
}

@test "libmemcached takes a weight of 0 as 1, in every figure" {
    printf 'a:1,0\nb:1,0\nc:1,0\n' >"$work/zero"
    printf 'a:1\nb:1\nc:1\n' >"$work/one"
    for preset in libmemcached libmemcached-weighted; do
        for command in shares skew 'move --change remove,remove:b:1,add,weight:a:1=2'; do
            # shellcheck disable=SC2086
            "$RINGMARK" $command --preset $preset --nodes-file "$work/zero" --format csv >"$work/zero.csv"
            # shellcheck disable=SC2086
            "$RINGMARK" $command --preset $preset --nodes-file "$work/one" --format csv >"$work/one.csv"
            diff <(sed "s,/zero,/one," "$work/zero.csv") "$work/one.csv"
        done
        "$RINGMARK" move --preset $preset --nodes 3 --change weight:first=0 --format csv >"$work/csv"
        grep -q ,exact,0,0,0,0, "$work/csv"
    done
    refused 'every weight is 0' shares --preset nginx --nodes-file "$work/zero"
}

@test "no renumbering is told of where a node that is down keeps its place" {
    for preset in nginx-plain redis-cluster; do
        "$RINGMARK" move --preset $preset --nodes 3 --names 'h{index}:80' --change down:h1:80 --format csv >"$work/csv" 2>"$work/err"
        [ ! -s "$work/err" ]
    done
    warned 'renumbers those behind it' move --preset twemproxy-modula --nodes 3 --change down:node-0-1 --format csv
}

@test "an address that nginx or twemproxy cannot parse is refused" {
    for name in a:65536 a:0 a: a:abc :80 a:80:1; do
        printf '%s\nb:1\n' "$name" >"$work/nodes"
        refused "cannot take node '$name'" shares --preset nginx --nodes-file "$work/nodes"
        refused "cannot take node '$name'" shares --preset nginx-plain --nodes-file "$work/nodes"
    done
    for name in a:65536 a:0 a: a:abc; do
        printf '%s\nb:1\n' "$name" >"$work/nodes"
        refused "cannot take node '$name'" shares --preset twemproxy --nodes-file "$work/nodes"
    done
    printf 'a\nunix:/tmp/s\n[::1]:80\nb:65535\n' >"$work/nodes"
    "$RINGMARK" shares --preset nginx --nodes-file "$work/nodes" >"$work/csv"
}

@test "servers that twemproxy knows by one name are refused, and both named" {
    printf 'name,alias\na:1,x\nb:1,x\n' >"$work/nodes"
    refused "nodes 'a:1' and 'b:1' are both known as 'x'" shares --preset twemproxy --nodes-file "$work/nodes"
    printf 'name,alias\na:1,b:1\nb:1,\n' >"$work/nodes"
    refused "nodes 'a:1' and 'b:1' are both known as 'b:1'" shares --preset twemproxy-modula --nodes-file "$work/nodes"
    "$RINGMARK" shares --preset nginx --nodes-file "$work/nodes" >"$work/csv"
}

@test "an empty key has neither hash nor node where the system takes turns" {
    for preset in nginx nginx-plain haproxy; do
        printf 'a\n\n\nb\n' >"$work/keys"
        warned 'round robin' locate --preset $preset --nodes 3 --keys-file "$work/keys" --format csv
        [ "$(sed -n 3p "$work/out" | tr -d '"')" = ,,, ]
        [ "$(pick node <"$work/out" | grep -c .)" -eq 2 ]
    done
    printf '\n' >"$work/keys"
    "$RINGMARK" locate --preset nginx --nodes 1 --keys-file "$work/keys" --format csv >"$work/out"
    [ "$(pick node <"$work/out")" = node-0-0 ]
}

@test "weights that make more points than fit are refused before anything is hashed" {
    printf 'a,20000000\nb,1\n' >"$work/nodes"
    for preset in nginx uhashring; do
        refused "--preset $preset: " shares --preset $preset --nodes-file "$work/nodes"
    done
    printf 'a,4000000000\nb,1\n' >"$work/nodes"
    refused '--preset twemproxy-modula: ' shares --preset twemproxy-modula --nodes-file "$work/nodes"
}
