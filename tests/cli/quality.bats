#!/usr/bin/env bats
# quality: recorded rings of many hashes and naming schemes, verdicts, and what it refuses.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    vectors=$(cd "$BATS_TEST_DIRNAME/../vectors/quality" && pwd)
    work=$BATS_TEST_TMPDIR
    load csv.bash
    hashes=crc32,fnv1-32,fnv1a-32,fnv1a-64,java-fnv1-32,murmur3-32,xxh64
}

quality() {
    "$RINGMARK" quality "$@"
}

# rows OPTIONS...: "hash vnodes cv variance_ratio peak_mean points_lost"
rows() {
    quality --hash "$hashes" "$@" | pick hash vnodes cv variance_ratio peak_mean points_lost | tr , ' '
}

# numbered FORMAT COUNT FILE: nodes whose names are 1, 2, ... in this format
numbered() {
    local i
    for ((i = 1; i <= $2; i++)); do
        # shellcheck disable=SC2059
        printf "$1\n" "$i"
    done >"$3"
}

# Nodes that count from 50 b on: those of even b end in 0i, those of odd b in 5i; b below 2 has no digits before it,
# which a pattern cannot say, so that these two are taken out and put in.
fifty_nodes() {
    local common=(--label '{name}-{vnode}' --vnodes "$2" --nodes "$1")
    paste -d' ' <(rows "${common[@]}" --names 'node{set}0{index}' --sets 100) \
        <(rows "${common[@]}" --names 'node{set}5{index}' --sets 100) \
        <(rows "${common[@]}" --names 'node00{index}') <(rows "${common[@]}" --names 'node{index}') \
        <(rows "${common[@]}" --names 'node05{index}') <(rows "${common[@]}" --names 'node5{index}') |
        awk -v OFMT=%.12g 'function all(column, power) {
                 out = $(column + 12) ^ power + $(column + 24) ^ power
                 in_ = $(column + 18) ^ power + $(column + 30) ^ power
                 return ($column ^ power + $(column + 6) ^ power) / 2 + (in_ - out) / 200 }
             { print $1, $2, sqrt(all(3, 2)), all(4, 1), all(5, 1), all(6, 1) }'
}

# measured NODES VNODES: the same for all seven schemes, the scheme as the vectors name it before it
measured() {
    local nodes=$1 vnodes=$2 scheme label file
    numbered %d "$nodes" "$work/plain"
    numbered %02d "$nodes" "$work/two"
    while read -r scheme file label; do
        rows --nodes-file "$work/$file" --label "$label" --vnodes "$vnodes" --sets 200 | sed "s/^/$scheme /"
    done <<'END'
10.0.b.i:11211-k plain 10.0.{set}.{name}:11211-{vnode}
10.0.b.i:80#k plain 10.0.{set}.{name}:80#{vnode}
10.0.b.i:80_k plain 10.0.{set}.{name}:80_{vnode}
k10.0.b.i:8080 plain {vnode}10.0.{set}.{name}:8080
cache-i.rb.example.com:11211-k two cache-{name}.r{set}.example.com:11211-{vnode}
END
    rows --nodes "$nodes" --scheme java --vnodes "$vnodes" --sets 200 | sed 's/^/192.168.b.i:111\&\&VNk /'
    fifty_nodes "$nodes" "$vnodes" | sed 's/^/nodei-k(b) /'
}

# equal NODES VNODES: every row of the vectors with these virtual nodes, to the digits that they have; an equal position
# of two nodes may be either's, which moves an arc
equal() {
    measured "$1" "$2" >"$work/measured"
    grep -v '^#' "$vectors/n$1.tsv" | awk -F'\t' -v list="$2" '
        function off(found, expected, digits) { d = found - expected; return d > digits || -d > digits }
        NR == FNR { split($0, f, " "); row[f[1] " " f[2] " " f[3]] = $0; next }
        BEGIN { n = split(list, l, ","); for (i = 1; i <= n; i++) wanted[l[i]] = 1 }
        FNR == 1 || !($3 in wanted) { next }
        { checked++
          if (split(row[$2 " " $1 " " $3], f, " ") < 7) { print "no row: " $0; bad = 1; next }
          arc = $7 > 0 ? 1e-4 : 0
          if (off(f[4], $4, 6e-6 + arc / 10) || off(f[5], $5, 6e-5 + arc * f[5]) || off(f[6], $6, 6e-5 + arc) ||
              off(f[7], $7, 6e-4)) {
              print row[$2 " " $1 " " $3] " is not " $0; bad = 1 } }
        END { if (checked != 49 * n) { print checked " rows were checked"; bad = 1 }; exit bad }' \
        "$work/measured" -
}

@test "rings of ten nodes are the recorded ones for seven hashes and seven schemes" {
    equal 10 1,8
}

@test "rings of five nodes are the recorded ones for seven hashes and seven schemes" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    equal 5 5,8
}

@test "rings of any number of virtual nodes are the recorded ones" {
    [ "${RINGMARK_LONG-}" = 1 ] || skip 'make check-long: half a minute'
    equal 10 1,5,8,32,100,160,1000
    equal 5 1,5,8,32,100,160,1000
}

@test "numbered addresses at 160 virtual nodes: what each hash makes of them" {
    quality --scheme java --sets 200 --hash fnv1-32,fnv1a-32,fnv1a-64,crc32,java-fnv1-32,md5,xxh64,xxh3 |
        pick hash cv variance_ratio effective_vnodes peak_mean verdict | tr , ' ' >"$work/found"
    cat >"$work/expected" <<'END'
fnv1-32 .4837 41.63 3.75 1.954 clusters
fnv1a-32 .3329 19.72 8.02 1.630 clusters
fnv1a-64 .5493 53.68 2.88 2.076 clusters
crc32 .1435 3.66 43.6 1.250 clusters
java-fnv1-32 .0761 1.030 155.3 1.127 biased
md5 .0756 1.018 157.2 1.126 random
xxh64 .0759 1.025 156.1 1.127 random
xxh3 .0727 .941 170.0 1.120 random
END
    paste -d' ' "$work/found" "$work/expected" >"$work/pairs"
    [ "$(wc -l <"$work/pairs")" -eq 8 ]
    while read -r hash cv ratio vnodes peak verdict expected a b c d word; do
        [ "$hash $verdict" = "$expected $word" ]
        near "$cv" "$a" .000051
        near "$ratio" "$b" .0051
        near "$vnodes" "$c" .051
        near "$peak" "$d" .00056
    done <"$work/pairs"
}

@test "a finaliser repairs FNV, an index in front nearly does, and CRC-32 it does not help at all" {
    quality --scheme java,index-first --hash fnv1a-64,fnv1a-64-mix,crc32 --sets 200 |
        pick scheme hash effective_vnodes verdict >"$work/found"
    awk -F, '{ v[$1 " " $2] = $3; verdict[$1 " " $2] = $4 }
             END { exit !(v["java fnv1a-64"] < 3 && v["index-first fnv1a-64"] > 130 && v["index-first crc32"] < 30 &&
                          verdict["java fnv1a-64"] == "clusters" && verdict["java fnv1a-64-mix"] == "random" &&
                          verdict["index-first fnv1a-64-mix"] == "random" && verdict["index-first crc32"] == "clusters") }' \
        "$work/found"
    # more points do not help it either
    quality --nodes-file <(seq 10) --label '{vnode}10.0.{set}.{name}:8080' --hash crc32 --vnodes 32,160,1000 \
        --sets 200 | pick effective_vnodes >"$work/found"
    [ "$(awk '{ printf "%.0f ", $1 }' "$work/found")" = '7 11 9 ' ]
}

@test "good hashes are random under every scheme" {
    quality --hash xxh64,xxh3,md5,murmur3-128 --vnodes 1,8,40 --sets 50 >"$work/csv"
    [ "$(pick verdict <"$work/csv" | sort | uniq -c | awk '{ print $1, $2 }')" = '168 random' ]
    pick variance_ratio variance_low variance_high <"$work/csv" |
        awk -F, '!($2 < 1 && $3 > 1) { exit 1 } $1 < $2 || $1 > $3 { out++ } END { exit out > 2 }'
}

@test "points that collide more often than chance are called so" {
    # FNV-1 of node and number: 28 points in 200 rings, where .0596 are expected
    quality --scheme numbered --hash fnv1-32 --sets 200 | pick points_lost points_lost_expected p_lost verdict >"$work/found"
    IFS=, read -r lost expected p verdict <"$work/found"
    [ "$lost,$verdict" = 0.14,collides ]
    within "$expected" "$(awk 'BEGIN { print 1600 * 1599 / 2 ^ 33 }')" 1e-4
    # log10 of m^28/28! e^-m, nearly all of the tail
    near "$(awk -v p="$p" 'BEGIN { print log(p) / log(10) }')" -63.81 .01
    # one label for all points of a node: all but one of them are lost
    quality --names 'n{index}' --label '{name}' --vnodes 50 2>"$work/err" |
        pick points points_lost verdict >"$work/found"
    [ "$(cat "$work/found")" = 500,490,collides ]
    grep -q 'put {vnode} into it' "$work/err"
}

@test "one node is nothing to judge" {
    [ "$(quality --nodes 1 --scheme node |
        pick cv peak_mean variance_ratio effective_vnodes p_variance p_spacing p_position verdict)" = 0,1,,,,,, ]
}

@test "one set is judged by its own ring" {
    quality --scheme java --hash fnv1-32,xxh3 | pick sets verdict >"$work/found"
    [ "$(xargs <"$work/found")" = '1,clusters 1,random' ]
}

@test "rows begin with the cell and name the scheme and its patterns" {
    quality --scheme shard,letter >"$work/csv"
    [ "$(head -1 "$work/csv")" = "preset,algorithm,hash,node_hash,label,names,nodes,vnodes,total_points,points,seed,\
sets,cv,variance_ratio,effective_vnodes,peak_mean,peak_max,p_variance,p_spacing,p_position,points_lost,\
points_lost_expected,verdict,scheme,variance_low,variance_high,ideal_peak_mean,p_lost" ]
    diff <(pick scheme names label points <"$work/csv") - <<'END'
shard,10.0.{set}.{index}:9999,SHARD-{name}-NODE-{vnode},1600
letter,{letter},{name}{vnode},1600
END
}

@test "names and a label of one's own are the scheme custom" {
    [ "$(quality --names 's{index}' | pick scheme names label)" = 'custom,s{index},{name}#{vnode}' ]
    [ "$(quality --label '{vnode}.{name}' | pick scheme names label)" = 'custom,node-{set}-{index},{vnode}.{name}' ]
    quality --names '192.168.{set}.{index}:111' --label '{name}&&VN{vnode}' --sets 3 | sed s/custom/java/ >"$work/own"
    quality --scheme java --sets 3 | diff - "$work/own"
}

@test "sets of schemes without a place for them stand before the label" {
    [ "$(quality --scheme node,letter,ec2 --sets 2 | pick label | xargs)" = \
        '{set}/{name}#{vnode} {set}/{name}{vnode} {name}-{vnode}' ]
    [ "$(quality --scheme node | pick label)" = '{name}#{vnode}' ]
    quality --names 'node-{index}' --label '{set}/{name}#{vnode}' --sets 5 | pick cv p_spacing >"$work/own"
    quality --scheme node --sets 5 | pick cv p_spacing | diff - "$work/own"
}

@test "all schemes are the default, in the order of the list" {
    "$RINGMARK" list schemes | pick name >"$work/names"
    [ "$(wc -l <"$work/names")" -ge 14 ]
    quality --vnodes 2 --nodes 3 | pick scheme | diff - "$work/names"
    quality --vnodes 2 --nodes 3 --scheme all | pick scheme | diff - "$work/names"
    "$RINGMARK" list schemes --format table | grep -q '^  java  .*192\.168\.{set}\.{index}:111 with {name}&&VN{vnode};'
}

@test "rows do not depend on jobs or shards" {
    options=(--scheme 'java,node' --hash 'crc32,xxh3' --vnodes '1,20' --sets 7 --nodes '3,9')
    quality "${options[@]}" --jobs 1 >"$work/one"
    quality "${options[@]}" --jobs 5 | diff - "$work/one"
    for shard in 1 2 3; do
        quality "${options[@]}" --shard "$shard/3" | tail -n +2
    done | sort >"$work/shards"
    tail -n +2 "$work/one" | sort | diff - "$work/shards"
}

@test "a filter finds hash, size and scheme" {
    options=(--hash 'crc32,xxh3' --vnodes '1,20' --nodes 3)
    [ "$(quality "${options[@]}" --filter scheme=pod | pick scheme | sort | uniq -c | awk '{ print $1, $2 }')" = '4 pod' ]
    [ "$(quality "${options[@]}" --filter 'crc32 nodes=3 vnodes=20 scheme=url' | pick hash vnodes scheme)" = crc32,20,url ]
    refused "names are like 'ring crc32 nodes=3 vnodes=1 scheme=node'" quality "${options[@]}" --filter nothing
}

@test "a system's own points are judged by its preset" {
    # Envoy's ring gives every host as many points
    quality --preset envoy-ring --names '10.0.{set}.{index}:80' --sets 20 | pick scheme names verdict >"$work/found"
    [ "$(cat "$work/found")" = ',10.0.{set}.{index}:80,random' ]
    [ "$(quality --preset xxl-job --names '10.0.{set}.{index}:9999' --nodes 5 --sets 2 | pick preset label)" = \
        'xxl-job,SHARD-{name}-NODE-{vnode}' ]
    refused 'has no points' quality --preset redis-cluster
    # its hash has 1024 values, and of equal points one is there
    quality --preset ribbon --nodes 40 | pick points points_lost verdict >"$work/found"
    IFS=, read -r points lost verdict <"$work/found"
    [ $((points + lost)) -eq 320 ]
    [ "$verdict" = collides ]
}

@test "sets that a system does not tell apart are one" {
    # HAProxy numbers its servers
    quality --preset haproxy --nodes 8 --sets 50 2>"$work/err" >"$work/fifty"
    grep -q 'judged as one set' "$work/err"
    quality --preset haproxy --nodes 8 2>"$work/err" | diff - "$work/fifty"
    [ ! -s "$work/err" ]
    [ "$(quality --label '{vnode}' --sets 9 2>"$work/err" | pick sets verdict)" = 1,collides ]
}

@test "nodes of unequal weight have a ratio and no variance test" {
    printf 'a,1\nb,2\nc,4\n' >"$work/nodes.csv"
    quality --nodes-file "$work/nodes.csv" --vnodes 50 | pick points variance_ratio p_variance verdict >"$work/found"
    IFS=, read -r points ratio p verdict <"$work/found"
    [ "$points,$p,$verdict" = 350,,random ]
    awk -v r="$ratio" 'BEGIN { exit !(r > 0.01 && r < 20) }'
    refused "needs {set} in the label" quality --nodes-file "$work/nodes.csv" --sets 2
}

@test "bad input is one line that says what to do" {
    refused 'did you mean java?' quality --scheme jav
    refused 'ringmark list schemes' quality --scheme nothinglikeit
    refused 'given twice' quality --scheme java,java
    refused 'item 2 of the list' quality --scheme java,
    refused 'exclude each other' quality --scheme java --names 'x{index}'
    refused 'exclude each other' quality --scheme java --label '{name}.{vnode}'
    refused '--scheme and --label exclude each other' quality --scheme java --label '{vnode}' # no warning beside it
    refused 'exclude each other' quality --scheme java --preset dubbo
    refused 'needs {set}' quality --names 'x{index}' --sets 2
    refused 'out of range' quality --nodes 0
    refused 'out of range' quality --vnodes 0
    refused 'out of range' quality --sets 0
    refused 'out of range' quality --jobs 0
    refused 'unknown' quality --hash nothinglikeit
    refused 'name another --hash' quality --hash u64 --names 'x{index}'
    refused 'has no use for --keys' quality --keys 10
    refused 'has no use for --algorithm' quality --algorithm jump
    refused 'limit of' quality --nodes 100000 --vnodes 100000 --scheme node
}
