#!/usr/bin/env bats
# ringmark build: rows and bytes.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
}

column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next }
                          { print $at }'
}

@test "the header is the documented one" {
    header='preset,algorithm,hash,node_hash,label,names,nodes,vnodes,total_points,points,seed'
    header+=',index,operation,threads,samples,ns_per_point,total_ns,memory_bytes,allocated_bytes,live_nodes'
    [ "$("$RINGMARK" build --verify --format csv | head -n 1)" = "$header" ]
}

# of CSV on stdin, the rows of these operations, with the header
only() {
    awk -F, -v wanted=" $* " 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "operation") at = i }
                              NR == 1 || index(wanted, " " $at " ")'
}

all='build add remove add_in_place remove_in_place sort copy qsort map shares move removals'

@test "every operation of a ring has a row, with the points of its result" {
    "$RINGMARK" build --quick --nodes 10 --vnodes 100 --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = "$all" ]
    [ "$(column points <"$work/csv" | xargs)" = '1000 1100 900 1100 900 1000 1000 1000 1000 1000 1000 1000' ]
    paste -d' ' <(column points <"$work/csv") <(column ns_per_point <"$work/csv") <(column total_ns <"$work/csv") |
        awk '{ if ($1 * $2 < $3 * 0.99999 || $1 * $2 > $3 * 1.00001 || $3 <= 0) bad = 1 } END { exit bad || NR != 12 }'
}

@test "bytes grow with the points and what is taken is not below what stays" {
    "$RINGMARK" build --verify --vnodes 10,1000 --index plain,tree --format csv | only build add remove >"$work/csv"
    paste -d' ' <(column memory_bytes <"$work/csv") <(column allocated_bytes <"$work/csv") \
        <(column points <"$work/csv") | awk '$2 < $1 || $1 < 12 * $3 { bad = 1 } END { exit bad || NR != 12 }'
}

@test "an analysis has its own bytes: a map its arcs, a sort its copy, shares nothing" {
    "$RINGMARK" build --verify --vnodes 100 --format csv >"$work/csv"
    [ "$(only map <"$work/csv" | column memory_bytes)" = $((12 * 1001)) ]
    [ "$(only sort shares removals <"$work/csv" | column memory_bytes | xargs)" = '0 0 0' ]
    [ "$(only sort <"$work/csv" | column allocated_bytes)" -ge $((12 * 1000)) ]
    [ "$(only shares <"$work/csv" | column allocated_bytes)" = 0 ]
    [ "$(only move <"$work/csv" | column memory_bytes)" -gt 0 ]
}

@test "what makes no index is there once, with that field empty" {
    "$RINGMARK" build --verify --vnodes 10,20 --index plain,tree --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = "$all build add remove $all build add remove" ]
    [ "$(column index <"$work/csv" | head -n 15 | tr '\n' ,)" = 'plain,plain,plain,,,,,,,,,,tree,tree,tree,' ]
    "$RINGMARK" build --verify --vnodes 10 --index plain,tree --filter index=tree --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = "$all" ]
}

@test "shards have the rows of the whole" {
    "$RINGMARK" build --verify --vnodes 10,20,30 --index plain,tree --format csv | sort >"$work/whole"
    for shard in 1/2 2/2; do
        "$RINGMARK" build --verify --vnodes 10,20,30 --index plain,tree --format csv --shard $shard
    done | awk 'NR == 1 || !/^preset,/' | sort >"$work/parts"
    diff "$work/whole" "$work/parts"
    [ "$(wc -l <"$work/whole")" -eq $((1 + 3 * (12 + 3))) ]
}

@test "the sort is there for each number of threads, the analysis once, on one" {
    "$RINGMARK" build --verify --threads 2,1 --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = "$all build add remove sort" ]
    [ "$(column threads <"$work/csv" | xargs)" = '2 2 2 1 1 2 1 1 1 1 1 1 1 1 1 1' ]
}

@test "the last node cannot be removed" {
    "$RINGMARK" build --verify --nodes 1 --algorithm ring,jump --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = 'build add add_in_place sort copy qsort map shares removals build add' ]
}

@test "a total without a point for one more node cannot be added to" {
    "$RINGMARK" build --verify --nodes 10 --total-points 10 --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = 'build remove sort copy qsort map shares move removals' ]
}

@test "a placement has what it can do, and without points no time a point" {
    "$RINGMARK" build --quick --algorithm jump,modulo --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = 'build add remove build add remove map shares' ]
    [ -z "$(column ns_per_point <"$work/csv" | tr -d '\n')" ]
    [ "$(column total_ns <"$work/csv" | grep -c .)" -eq 8 ]
}

@test "a fixed total, weights, rivals and threads pass the check against a fresh build" {
    printf 'a,3\nb,1\nc,7\nadded-0,2\n' >"$work/nodes"
    "$RINGMARK" build --verify --nodes-file "$work/nodes" --total-points 500 --format csv >/dev/null
    "$RINGMARK" build --verify --nodes-file "$work/nodes" --threads 1,2 --index plain,bsearch,tree --format csv |
        only build add remove >"$work/csv"
    [ "$(column threads <"$work/csv" | sort | uniq -c | awk '{ print $1, $2 }' | xargs)" = '9 1 9 2' ]
}

@test "sort and analysis are right for colliding, clustered and narrow hashes and odd labels" {
    printf 'b,3\na,0\nc,1\nd,200\n' >"$work/nodes"
    "$RINGMARK" build --verify --nodes-file "$work/nodes" --vnodes 1,300 --hash crc32,fnv1-32,md5 --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | wc -l)" -eq 72 ]
    printf 'b\nc\na\n' >"$work/nodes"
    "$RINGMARK" build --verify --nodes-file "$work/nodes" --vnodes 50 --node-hash u64 --label '1{vnode}' --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = "$all" ]
}

@test "a live ring is changed as the merge does it, whatever the hash, the weights and the ids" {
    printf 'b,3\na,0\nc,1\nd,2\n' >"$work/nodes"
    "$RINGMARK" build --verify --nodes-file "$work/nodes" --vnodes 1,300 --hash xxh3,crc32,fnv1-32 --format csv |
        only add remove add_in_place remove_in_place >"$work/csv"
    [ "$(column points <"$work/csv" | paste -d' ' - - - - | awk '$1 != $3 || $2 != $4' | wc -l)" -eq 0 ]
    [ "$(column points <"$work/csv" | wc -l)" -eq 24 ]
    "$RINGMARK" build --verify --nodes 65535 --vnodes 1 --format csv | only add_in_place remove_in_place >"$work/csv"
    [ "$(column points <"$work/csv" | xargs)" = '65536 65534' ]
    "$RINGMARK" build --verify --nodes 10 --total-points 50 --format csv >"$work/csv"
    [ -z "$(only add_in_place remove_in_place <"$work/csv" | column points)" ]
}

@test "samples hold every timing" {
    "$RINGMARK" build --quick --samples "$work/raw.csv" --format csv >"$work/csv"
    [ "$(column ns <"$work/raw.csv" | wc -l)" -eq "$(column samples <"$work/csv" | awk "{ n += \$1 } END { print n }")" ]
}
