#!/usr/bin/env bats
# ringmark lookup: rows, checksums, the limit, and mistakes. Times are not compared: machines differ.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
}

# column NAME: that column of the CSV on stdin, without the header.
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next }
                          { print $at }'
}

quick() {
    "$RINGMARK" lookup --quick --repeat 1 --format csv "$@"
}

@test "the header is the documented one" {
    header='preset,algorithm,hash,node_hash,label,names,nodes,vnodes,total_points,points,seed'
    header+=',index,isa,mode,stage,key_bytes,key_dist,threads,samples,ns_median,ns_min,ns_p95,ns_ci_low,ns_ci_high'
    header+=',lookups_per_second,limit_ns,limit_ratio,memory_bytes,checksum,change_every_us,changes,live_nodes'
    [ "$(quick --stage hash --mode loop | head -n 1)" = "$header" ]
}

@test "without options there is a row for every mode and stage" {
    quick >"$work/csv"
    [ "$(column stage <"$work/csv" | sort | uniq -c | awk '{ print $1, $2 }' | xargs)" = '3 hash 3 search 3 total' ]
    [ "$(column mode <"$work/csv" | sort | uniq -c | awk '{ print $1, $2 }' | xargs)" = '3 batch 3 chain 3 loop' ]
}

@test "figures are in order: minimum, interval, percentile" {
    quick --stage search >"$work/csv"
    paste -d' ' <(column ns_min <"$work/csv") <(column ns_ci_low <"$work/csv") <(column ns_median <"$work/csv") \
        <(column ns_ci_high <"$work/csv") <(column ns_p95 <"$work/csv") |
        awk '!($1 > 0 && $1 <= $2 && $2 <= $3 && $3 <= $4 && $3 <= $5) { bad = 1 } END { exit bad || NR != 3 }'
}

@test "every index and rival gives the same checksum" {
    quick --index plain,eytzinger,btree,line,bsearch,nginx,tree --stage search --mode loop,batch >"$work/csv"
    [ "$(column index <"$work/csv" | sort -u | xargs)" = 'bsearch btree eytzinger line nginx plain tree' ]
    [ "$(column checksum <"$work/csv" | sort -u | wc -l)" -eq 1 ]
    [ "$(column limit_ns <"$work/csv" | grep -c .)" -eq 14 ]
}

@test "auto names the index that it stands for" {
    [ -n "$(quick --stage search --mode loop | column index)" ]
    [ "$(quick --stage search --mode loop --index auto | column index)" != auto ]
}

@test "what reads no memory has no limit" {
    quick --algorithm jump,modulo --stage search,total --mode batch >"$work/csv"
    [ "$(column algorithm <"$work/csv" | wc -l)" -eq 4 ]
    [ -z "$(column limit_ns <"$work/csv" | tr -d '\n')" ]
    [ -z "$(column limit_ratio <"$work/csv" | tr -d '\n')" ]
    [ -z "$(column vnodes <"$work/csv" | tr -d '\n')" ]
}

@test "searching reads no keys: one row whatever their lengths" {
    quick --key-bytes 8,40 --mode batch >"$work/csv"
    [ "$(paste -d' ' <(column stage <"$work/csv") <(column key_bytes <"$work/csv") | sed 's/ $//' | sort | xargs)" = \
        'hash 40 hash 8 search total 40 total 8' ]
}

@test "more threads answer for more keys each" {
    quick --threads 1,2 --stage search --mode batch >"$work/csv"
    [ "$(column threads <"$work/csv" | xargs)" = '1 2' ]
    [ "$(column samples <"$work/csv" | xargs)" = '12 24' ]
}

@test "the same seed gives the same checksums, another one others" {
    first=$(quick --stage search --mode loop --seed 7 | column checksum)
    [ "$first" = "$(quick --stage search --mode loop --seed 7 | column checksum)" ]
    [ "$first" != "$(quick --stage search --mode loop --seed 8 | column checksum)" ]
    [ "$first" = "$("$RINGMARK" lookup --verify --stage search --mode loop --seed 7 | column checksum)" ]
}

@test "verify times nothing" {
    "$RINGMARK" lookup --verify --algorithm ring,jump,modulo --hash xxh3,fnv1a-32 --format csv >"$work/csv"
    [ "$(column checksum <"$work/csv" | grep -cE '^[0-9a-f]{16}$')" -eq 54 ]
    [ -z "$(column ns_median <"$work/csv" | tr -d '\n')" ]
    [ -z "$(column samples <"$work/csv" | tr -d '\n')" ]
}

@test "while the ring changes: each mode without and with, and the answers of the plain reference" {
    quick --change-every 500 --threads 1,2 --samples "$work/raw.csv" >"$work/csv"
    [ "$(column mode <"$work/csv" | xargs)" = 'loop loop batch batch loop loop batch batch' ]
    [ "$(column stage <"$work/csv" | sort -u)" = search ]
    [ "$(column change_every_us <"$work/csv" | xargs)" = '0 500 0 500 0 500 0 500' ]
    [ "$(column threads <"$work/csv" | xargs)" = '1 1 1 1 2 2 2 2' ]
    paste -d' ' <(column change_every_us <"$work/csv") <(column changes <"$work/csv") |
        awk '($1 > 0) != ($2 > 0) { bad = 1 } END { exit bad }'
    [ "$(quick --stage search --mode batch | column checksum)" = "$(column checksum <"$work/csv" | head -n 1)" ]
    [ "$(column ns <"$work/raw.csv" | wc -l)" -eq "$(column samples <"$work/csv" | awk "{ n += \$1 } END { print n }")" ]
    "$RINGMARK" lookup --verify --hash xxh3,crc32 --change-every 100 --mode batch --format csv >"$work/csv"
    [ "$(column checksum <"$work/csv" | wc -l)" -eq 4 ]
    [ -z "$(column changes <"$work/csv" | tr -d '\n')" ]
}

@test "without changes their columns are empty, and --change-every 0 asks for none" {
    quick --stage search --mode loop --change-every 0 >"$work/csv"
    [ -z "$(column change_every_us <"$work/csv")$(column changes <"$work/csv")" ]
}

@test "a ring that cannot lose a node is skipped with a note" {
    quick --nodes 1 --change-every 100 >"$work/csv" 2>"$work/err"
    [ "$(wc -l <"$work/csv")" -eq 1 ]
    grep -q skipped "$work/err"
    quick --algorithm jump --change-every 100 >"$work/csv" 2>"$work/err"
    grep -q skipped "$work/err"
}

@test "samples hold every timing" {
    quick --stage search --mode loop --samples "$work/raw.csv" >"$work/csv"
    [ "$(column ns <"$work/raw.csv" | wc -l)" -eq "$(column samples <"$work/csv")" ]
    [ "$(column ns <"$work/raw.csv" | sort -g | head -n 1)" = "$(column ns_min <"$work/csv")" ]
}

@test "numbers as keys reach the whole ring" {
    printf 'a\nb\nc\n' >"$work/nodes"
    quick --hash u64 --node-hash xxh3 --stage total --mode loop --nodes-file "$work/nodes" >"$work/csv"
    [ "$(column key_bytes <"$work/csv")" = 20 ]
}

@test "mistakes are one line and exit 2" {
    for wrong in '--mode fast' '--stage all-of-it' '--index hash' '--threads 0' '--keys 5' '--key-bytes x' \
        '--hash u64' '--change-every x' '--change-every 10000001' '--change-every 9 --mode chain' \
        '--change-every 9 --stage total'; do
        code=0
        # shellcheck disable=SC2086 # an option and its value
        "$RINGMARK" lookup $wrong >"$work/out" 2>"$work/err" || code=$?
        [ "$code" -eq 2 ]
        [ "$(wc -l <"$work/err")" -eq 1 ]
    done
}

@test "positions of points can be searched: every query an exact hit" {
    quick --key-dist points --index plain,line,btree,tree --mode loop,batch >"$work/csv"
    [ "$(column stage <"$work/csv" | sort -u)" = search ]
    [ "$(column key_dist <"$work/csv" | sort -u)" = points ]
    [ "$(column checksum <"$work/csv" | sort -u | wc -l)" -eq 1 ]
    # one point alone: nothing but its owner
    "$RINGMARK" lookup --verify --key-dist points --nodes 1 --vnodes 1 --format csv | column checksum >"$work/one"
    [ "$(sort -u "$work/one" | wc -l)" -eq 1 ]
    quick --key-dist points --hash fnv1a-32 --mode batch >/dev/null
}

@test "points as keys need points, a search, and bits enough" {
    for wrong in '--stage hash' '--stage search,total' '--algorithm jump' '--hash fnv1a-32 --node-hash xxh3'; do
        code=0
        # shellcheck disable=SC2086 # an option and its value
        "$RINGMARK" lookup --key-dist points $wrong >"$work/out" 2>"$work/err" || code=$?
        [ "$code" -eq 2 ]
        [ "$(wc -l <"$work/err")" -eq 1 ]
    done
    run "$RINGMARK" skew --keys 10 --key-dist points
    [ "$status" -eq 2 ]
}

@test "libmemcached itself is a row beside its presets, with the same answers" {
    if ! quick --preset libmemcached-weighted --rivals --stage total --mode loop >"$work/csv" 2>"$work/err"; then
        grep -q 'built without libmemcached' "$work/err"
        skip 'built without libmemcached'
    fi
    [ "$(column algorithm <"$work/csv" | xargs)" = 'ring libmemcached' ]
    # the label has a comma: checksums are counted from the end
    [ "$(sed 1d "$work/csv" | awk -F, '{ print $NF }' | sort -u | wc -l)" -eq 1 ]
    quick --preset libmemcached --hash fnv1a_64 --rivals --mode batch >"$work/csv"
    [ "$(column algorithm <"$work/csv" | xargs)" = 'ring ring ring libmemcached' ]
    [ "$(tail -n 2 "$work/csv" | awk -F, '{ print $NF }' | sort -u | wc -l)" -eq 1 ]
}

@test "rivals are refused where there are none" {
    run "$RINGMARK" lookup --rivals
    [ "$status" -eq 2 ]
    [[ $output == *'--rivals needs --preset libmemcached'* ]]
    run "$RINGMARK" lookup --rivals --preset twemproxy
    [ "$status" -eq 2 ]
}

@test "the metadata say which pages were asked for, and how much stands on huge ones" {
    quick --stage search --mode loop --pages normal --output "$work/rows.csv"
    grep -q '"pages": "normal"' "$work/rows.json"
    grep -qE '"huge_page_bytes": [0-9]+' "$work/rows.json"
}

@test "what cannot be changed in place is refused during changes" {
    for options in '--index tree' '--index line,plain' '--preset nginx'; do
        # shellcheck disable=SC2086
        run "$RINGMARK" lookup --change-every 100 $options
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *'--change-every'*'cannot be changed in place'* ]]
    done
}
