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

@test "jump is sampled, and chance is all its ideal; modulo is exact" {
    skew --algorithm jump,modulo | pick method keys effective_vnodes ideal_cv points_lost >"$work/found"
    printf '%s\n' 'sampled,1000000,,0.003,' 'exact,,,,' | diff - "$work/found"
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
    [ "${RINGMARK_LONG-}" = 1 ] || skip 'set RINGMARK_LONG=1'
    for command in 'skew --keys 10' shares 'move --change remove' 'move --change add' points; do
        # shellcheck disable=SC2086
        timeout 60 "$RINGMARK" $command --nodes 500000 --vnodes 1 --format csv >"$work/csv"
    done
}

# columns of the theory's tables, without the header
theory() {
    tail -n +2 "tests/vectors/theory/$1"
}

@test "replicated shares are those of the recorded simulation within both errors" {
    checked=0
    while read -r n replicas v reps cv peak p50 p95 _; do
        [ $((n * v)) -le 1600 ] || [ "${RINGMARK_LONG-}" = 1 ] || continue
        "$RINGMARK" skew --nodes "$n" --vnodes "$v" --replicas "$replicas" --sets 400 --format csv >"$work/row"
        pick cv cv_se peak_mean peak_mean_se peak_p50 peak_p50_se peak_p95 peak_p95_se <"$work/row" |
            awk -F, -v wanted="$cv $peak $p50 $p95" -v reps="$reps" -v row="n=$n R=$replicas v=$v" '
                { split(wanted, w, " ")
                  for (i = 1; i <= 4; i++) {
                      # the simulation has an error too: ours, with as many sets as it had
                      d = $(2 * i - 1) - w[i]; e = 4.5 * $(2 * i) * sqrt(1 + 400 / reps) + 6e-5
                      if (d > e || d < -e) { print row ": figure " i " is " $(2 * i - 1) ", not " w[i] " +- " e; exit 1 } } }'
        checked=$((checked + 1))
    done < <(theory replication.tsv)
    [ "$checked" -ge 30 ]
    [ "${RINGMARK_LONG-}" != 1 ] || [ "$checked" -eq "$(theory replication.tsv | wc -l)" ]
}

@test "standard errors come with enough sets, and shrink with the root of their number" {
    skew --sets 9 | pick peak_mean_se peak_p50_se cv_se | grep -qx ',,'
    skew --sets 99 --vnodes 10 | pick peak_p95_se peak_p99_se | grep -qx ','
    IFS=, read -r mean p50 p95 cv < <(skew --sets 100 --vnodes 10 | pick peak_mean_se peak_p50_se peak_p95_se cv_se)
    IFS=, read -r mean4 p504 p954 cv4 < <(skew --sets 1600 --vnodes 10 | pick peak_mean_se peak_p50_se peak_p95_se cv_se)
    within "$mean4" "$(awk -v e="$mean" 'BEGIN { print e / 4 }')" .25
    within "$cv4" "$(awk -v e="$cv" 'BEGIN { print e / 4 }')" .3
    # CV^2 of ten nodes is about chi-square of nine degrees over nine: its root varies by sqrt(2/9)/2 of itself
    IFS=, read -r value error < <(skew --sets 1600 --vnodes 160 | pick cv cv_se)
    within "$error" "$(awk -v c="$value" 'BEGIN { print c * sqrt(2 / 9) / 2 / 40 }')" .15
    within "$p504" "$(awk -v e="$p50" 'BEGIN { print e / 4 }')" .6
    within "$p954" "$(awk -v e="$p95" 'BEGIN { print e / 4 }')" .7
}

@test "the errors hold what more sets say" {
    # the ideal CV and mean peak are within two errors nearly always
    inside=0
    for v in 1 2 3 5 8 13 21 34 55 89; do
        skew --sets 200 --vnodes "$v" --names "s$v-{set}-{index}" | pick cv cv_se ideal_cv peak_mean peak_mean_se ideal_peak_mean >"$work/row"
        inside=$((inside + $(awk -F, '{ a = ($1 - $3) / $2; b = ($4 - $6) / $5; print (a * a < 4) + (b * b < 4) }' "$work/row")))
    done
    [ "$inside" -ge 16 ]
}

@test "128 nodes on two hosts are half and half by host" {
    for host in 10.0.0.1 10.0.0.2; do
        for ((port = 7000; port < 7064; port++)); do echo "$host:$port"; done
    done >"$work/nodes.csv"
    skew --nodes-file "$work/nodes.csv" --group-by host | pick group_by groups group_peak_mean group_peak_max group_ideal_cv cv >"$work/row"
    IFS=, read -r by groups peak most ideal cv <"$work/row"
    [ "$by,$groups,$peak" = "host,2,$most" ]
    near "$peak" 1 .03
    # 64 times 160 points each: a Beta share
    within "$ideal" "$(awk 'BEGIN { print sqrt(1 / (2 * 10240 + 1)) }')" 1e-6
    awk -v c="$cv" 'BEGIN { exit !(c > .06) }'
    skew --nodes-file "$work/nodes.csv" | pick group_by groups group_peak_mean group_cv | grep -qx ',,,'
}

@test "figures of groups are those of the sums of shares" {
    printf 'name,weight,zone\na,1,x\nb,2,y\nc,1,x\nd,0,z\ne,3,w\n' >"$work/nodes.csv"
    "$RINGMARK" shares --nodes-file "$work/nodes.csv" --vnodes 3 | pick node share | awk -F, '
        { zone = $1 ~ /[ac]/ ? "x" : $1 == "b" ? "y" : $1 == "e" ? "w" : "z"; own[zone] += $2 }
        END { weight["x"] = 2; weight["y"] = 2; weight["w"] = 3
              for (z in weight) { r = own[z] / (weight[z] / 7); s += (r - 1) ^ 2 / 3
                                  if (r > max) max = r; if (min == "" || r < min) min = r }
              printf "%.9g %.9g %.9g\n", max, min, sqrt(s) }' >"$work/expected"
    read -r peak least cv <"$work/expected"
    IFS=, read -r groups found_peak found_least found_cv < <(skew --nodes-file "$work/nodes.csv" --vnodes 3 --group-by zone |
        pick groups group_peak_mean group_min_mean group_cv)
    [ "$groups" -eq 3 ]
    within "$found_peak" "$peak" 1e-7
    within "$found_least" "$least" 1e-7
    within "$found_cv" "$cv" 1e-7
}

@test "a node without a zone is refused by name" {
    printf 'name,zone\na,x\nb,\n' >"$work/nodes.csv"
    refused "node 'b' has no zone" skew --nodes-file "$work/nodes.csv" --group-by zone
    refused "node 'b' has no zone" shares --nodes-file "$work/nodes.csv" --group-by zone
    refused 'has no zone' skew --nodes 4,5 --sets 20 --group-by zone --jobs 2
    refused 'zone or host' skew --group-by rack
}

@test "few different keys leave nodes empty, as many as the shares let expect" {
    # a ring of 1024 points, five nodes, and header values of which there are only a few
    for ((i = 0; i < 3000; i++)); do echo "value-$((i % 3))"; done >"$work/keys"
    skew --nodes 5 --total-points 1024 --keys-file "$work/keys" 2>"$work/err" |
        pick keys effective_keys empty_nodes empty_nodes_expected keys_needed verdict >"$work/row"
    IFS=, read -r keys effective empty expected needed verdict <"$work/row"
    [ "$keys,$effective,$needed,$verdict" = '3000,3,10250,too few keys' ]
    [ "$empty" -ge 2 ]
    wanted=$("$RINGMARK" shares --nodes 5 --total-points 1024 | pick share | awk '{ e += (1 - $1) ^ 3 } END { printf "%.9g", e }')
    near "$expected" "$wanted" 1e-7
    [ "$(wc -l <"$work/err")" -eq 1 ]
    grep -q '3 different keys are too few to judge 1024 points by.*from 10250 on' "$work/err"
    # counted by hand
    [ "$empty" -eq "$("$RINGMARK" shares --nodes 5 --total-points 1024 --keys-file "$work/keys" | pick keys | grep -cx 0)" ]
}

@test "the mean number of empty nodes over many seeds is the expected one" {
    for ((seed = 1; seed <= 60; seed++)); do
        skew --nodes 33 --vnodes 4 --keys 40 --seed "$seed" 2>"$work/err" | pick empty_nodes empty_nodes_expected
    done | awk -F, '{ d += $1 - $2; s += ($1 - $2) ^ 2 } END { if (d * d > 12 * s) { print d, s; exit 1 } }'
}

@test "fewer keys than nodes are too few, and say how many would be enough" {
    skew --nodes 100 --vnodes 10 --keys 50 2>"$work/err" | pick verdict keys_needed | grep -qx 'too few keys,10010'
    grep -q 'raise --keys' "$work/err"
    skew --nodes 100 --vnodes 10 --keys 10010 2>"$work/err" | pick verdict | grep -qx 'as shares'
    [ ! -s "$work/err" ]
    # one warning a run, of the cell that needs the most
    skew --nodes 10,100 --vnodes 10,20 --keys 50 2>"$work/err" >"$work/csv"
    [ "$(wc -l <"$work/err")" -eq 1 ]
    grep -q 'from 20010 on' "$work/err"
    skew --nodes 10 2>"$work/err" | pick verdict effective_keys empty_nodes | grep -qx ',,'
    [ ! -s "$work/err" ]
    # without points ten keys a node are enough
    skew --algorithm modulo --nodes 10 --keys 99 2>"$work/err" | pick verdict keys_needed | grep -qx 'too few keys,100'
    grep -q 'judge 10 nodes by' "$work/err"
}

@test "popular keys are told from few ones, with 1/H" {
    IFS=, read -r effective verdict < <(skew --keys 1000000 --key-dist zipf:1 2>"$work/err" | pick effective_keys verdict)
    [ "$verdict" = 'popular keys' ]
    # 1/H of Zipf 1 over 10^6 ranks
    within "$effective" 126 .03
    grep -q 'a few keys rule: they are as uneven as 12. equally popular ones' "$work/err"
    # two of weight 1 and one of 2: 16 / 6
    printf 'a,1\nb,2\nc,1\n' >"$work/keys"
    near "$(skew --keys-file "$work/keys" --key-weights 2>"$work/err" | pick effective_keys)" "$(awk 'BEGIN { print 16 / 6 }')" 1e-5
    # enough of them, of different weight: nothing to judge by
    for ((i = 0; i < 300; i++)); do echo "key-$i,$((1 + i % 2))"; done >"$work/keys"
    skew --nodes 2 --vnodes 3 --keys-file "$work/keys" --key-weights | pick verdict sampled_band_low | grep -qx 'no band,'
}

@test "keys that repeat are unlike the shares" {
    for ((i = 0; i < 2000; i++)); do echo "key-$((i % 1000))"; echo "key-$((i % 100))"; done >"$work/keys"
    for ((i = 0; i < 20; i++)); do cat "$work/keys"; done >"$work/many"
    skew --nodes 10 --vnodes 1 --keys-file "$work/many" | pick verdict | grep -qx 'unlike shares'
    judged=0
    for ((seed = 1; seed <= 40; seed++)); do
        judged=$((judged + $(skew --nodes 10 --vnodes 10 --keys 20000 --seed "$seed" | pick verdict | grep -cx 'as shares')))
    done
    [ "$judged" -ge 39 ]
}

@test "views spread keys over nodes as an ideal hash does" {
    for views in 1 2 10 100; do
        skew --nodes 10 --views "$views" --sets 200 --vnodes 20 | pick views spread_mean spread_max load_max ideal_spread >"$work/row"
        IFS=, read -r found mean most load ideal <"$work/row"
        [ "$found" -eq "$views" ]
        near "$mean" "$ideal" .1
        awk -v m="$most" -v v="$views" -v l="$load" -v s="$ideal" 'BEGIN { exit !(m <= v && m <= 10 && m >= s && l >= s) }'
    done
    # an independent sum: rank j answers a view with chance 2^-(j+1), and one of ten by chance when none is seen
    near "$ideal" "$(awk 'BEGIN { for (j = 0; j < 10; j++) s += 1 - (1 - 2 ^ -(j + 1) - 2 ^ -10 / 10) ^ 100; printf "%.9g", s }')" 1e-6
    [ "$(skew --nodes 10 --views 1 | pick spread_mean spread_max)" = 1,1 ]
    # a node alone is in every view
    [ "$(skew --nodes 1 --views 50 | pick spread_mean spread_max load_max ideal_spread)" = 1,1,1,1 ]
    skew | pick views spread_mean ideal_spread | grep -qx ',,'
}

@test "weights do not change the spread, and loads are relative to them" {
    printf 'a,1\nb,9\nc,5\nd,5\n' >"$work/nodes.csv"
    IFS=, read -r mean load ideal < <(skew --nodes-file "$work/nodes.csv" --views 400 | pick spread_mean load_max ideal_spread)
    near "$mean" "$ideal" .1
    # the lightest node of weight 1/20 is seen with every other one away: at most everything, which is 20 times its part
    awk -v l="$load" 'BEGIN { exit !(l > 10 && l <= 20) }'
}

@test "what has no arcs leaves its views empty and says so" {
    skew --algorithm ring,jump,modulo --views 5 2>"$work/err" | pick views | tr '\n' ' ' | grep -qx '5   '
    [ "$(grep -c 'no arcs on a circle: --views is left out' "$work/err")" -eq 2 ]
}

@test "rounding shows how far points are from weights" {
    printf 'a,1024\nb,1024\nc,5\n' >"$work/nodes.csv"
    # three points a node at least one: largest remainder of 120 by weight is 60, 59 and 1
    near "$(skew --nodes-file "$work/nodes.csv" --total-points 120 | pick rounding)" "$(awk 'BEGIN { printf "%.9g", 1 / 120 * 2053 / 5 - 1 }')" 1e-6
    skew --nodes-file "$work/nodes.csv" --vnodes 2 | pick rounding | grep -qx ''
    # a system that rounds down to no point at all
    skew --preset libmemcached-weighted --nodes-file "$work/nodes.csv" 2>"$work/err" >"$work/csv"
    [ "$(scripts/query rounding,min_mean "$work/csv" | tr '\t' ' ')" = '1 0' ]
    grep -q "leaves node 'c' without a point" "$work/err"
    [ "$(skew --nodes 8 --total-points 1024 | pick rounding)" = 0 ]
}

@test "groups, views and verdicts do not depend on the workers" {
    for jobs in 1 5; do
        skew --sets 12 --nodes 3,10 --vnodes 1,7 --names '{set}.{index}:1' --group-by host --views 9 --keys 300 --jobs "$jobs" \
            >"$work/$jobs" 2>"$work/err$jobs"
    done
    cmp "$work/1" "$work/5"
    cmp "$work/err1" "$work/err5"
}

@test "a hash of few values needs no more keys than it can tell apart" {
    # 32768 values of a CRC: 64000 points would take 640010 keys
    "$RINGMARK" skew --preset twemproxy --hash crc32 --nodes 400 --keys 40000 --format csv >"$work/csv" 2>"$work/err"
    [ "$(scripts/query keys_needed,verdict "$work/csv" | tr '\t' ' ')" = '16384 as shares' ]
}

@test "more views than fit into memory are refused before they are made" {
    refused '--views 1000000: half of 1600000 points each' skew --nodes 1000 --vnodes 1600 --views 1000000
}

@test "replicated shares of a system of nearest points are those that keys find" {
    "$RINGMARK" skew --preset haproxy --nodes 4 --replicas 2 --keys 1000000 --format csv >"$work/csv"
    scripts/query method,verdict "$work/csv" | grep -qx 'exact.as shares'
    near "$(scripts/query sampled_peak "$work/csv")" "$(scripts/query peak_mean "$work/csv")" .002
}

@test "sampled counts of uniform algorithms have the p-value of chi-square, those of others a tiny one" {
    skew --algorithm jumpback,rendezvous,anchor --nodes 10,100 --keys 200000 | pick p_uniform >"$work/p"
    [ "$(wc -l <"$work/p")" -eq 6 ]
    while read -r p; do awk -v p="$p" 'BEGIN { exit !(p > 1e-4 && p <= 1) }'; done <"$work/p"
    # binomial is known not to be uniform at five nodes, multi-probe never is
    skew --algorithm binomial,multi-probe --nodes 5 --keys 1000000 | pick p_uniform >"$work/p"
    [ "$(awk '$1 < 1e-6' "$work/p" | wc -l)" -eq 2 ]
    # by hand from the counts of the same keys, two nodes: one degree, erfc(sqrt(x/2))
    skew --algorithm jump --nodes 3 --keys 3000 | pick p_uniform cv >"$work/p"
    # two degrees: exp(-x/2), x = keys cv^2
    IFS=, read -r p cv <"$work/p"
    within "$p" "$(awk -v cv="$cv" 'BEGIN { printf "%.9g", exp(-3000 * cv * cv / 2) }')" 1e-6
}

@test "the ideal variation of counts is chance, and the rule of probes beside it" {
    skew --algorithm jump --nodes 101 --keys 10000 | pick ideal_cv | grep -qx 0.1
    within "$(skew --algorithm multi-probe --nodes 101 --keys 10000 | pick ideal_cv)" 0.18544 1e-4
    within "$(skew --algorithm multi-probe --nodes 101 --keys 10000 --probes 5 | pick ideal_cv)" 0.34801 1e-4
    skew --algorithm jump --nodes 10 --keys 1000 --key-dist zipf:1 2>"$work/err" | pick p_uniform ideal_cv | grep -qx ,
    skew --algorithm rendezvous --nodes 10 --replicas 2 --keys 1000 2>"$work/err" | pick p_uniform ideal_cv | grep -qx ,
}

@test "slots of maglev are one apart, weighted ones have no such figure" {
    skew --algorithm maglev,modulo --nodes 3 --table-size 65537 2>"$work/err" | pick algorithm slot_difference >"$work/slots"
    printf 'maglev,1\nmodulo,0\n' | cmp - "$work/slots"
    printf 'a,1\nb,2\n' >"$work/nodes"
    skew --algorithm maglev --nodes-file "$work/nodes" | pick slot_difference | grep -qx ''
    skew --nodes 3 | pick slot_difference p_uniform | grep -qx ,
}
