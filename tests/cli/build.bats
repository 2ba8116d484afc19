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
    header+=',index,operation,threads,samples,ns_per_point,total_ns,memory_bytes,allocated_bytes'
    [ "$("$RINGMARK" build --verify --format csv | head -n 1)" = "$header" ]
}

@test "build, add and remove have the points of their results" {
    "$RINGMARK" build --quick --nodes 10 --vnodes 100 --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = 'build add remove' ]
    [ "$(column points <"$work/csv" | xargs)" = '1000 1100 900' ]
    paste -d' ' <(column points <"$work/csv") <(column ns_per_point <"$work/csv") <(column total_ns <"$work/csv") |
        awk '{ if ($1 * $2 < $3 * 0.99999 || $1 * $2 > $3 * 1.00001) bad = 1 } END { exit bad || NR != 3 }'
}

@test "bytes grow with the points and what is taken is not below what stays" {
    "$RINGMARK" build --verify --vnodes 10,1000 --index plain,tree --format csv >"$work/csv"
    paste -d' ' <(column memory_bytes <"$work/csv") <(column allocated_bytes <"$work/csv") \
        <(column points <"$work/csv") | awk '$2 < $1 || $1 < 12 * $3 { bad = 1 } END { exit bad || NR != 12 }'
}

@test "the last node cannot be removed" {
    "$RINGMARK" build --verify --nodes 1 --algorithm ring,jump --format csv >"$work/csv"
    [ "$(column operation <"$work/csv" | xargs)" = 'build add build add' ]
}

@test "what has no points has no time a point" {
    "$RINGMARK" build --quick --algorithm jump,modulo --format csv >"$work/csv"
    [ -z "$(column ns_per_point <"$work/csv" | tr -d '\n')" ]
    [ "$(column total_ns <"$work/csv" | grep -c .)" -eq 6 ]
}

@test "a fixed total, weights, rivals and threads pass the check against a fresh build" {
    printf 'a,3\nb,1\nc,7\nadded-0,2\n' >"$work/nodes"
    "$RINGMARK" build --verify --nodes-file "$work/nodes" --total-points 500 --format csv >/dev/null
    "$RINGMARK" build --verify --nodes-file "$work/nodes" --threads 1,2 --index plain,bsearch,tree --format csv \
        >"$work/csv"
    [ "$(column threads <"$work/csv" | sort | uniq -c | awk '{ print $1, $2 }' | xargs)" = '9 1 9 2' ]
}

@test "samples hold every timing" {
    "$RINGMARK" build --quick --samples "$work/raw.csv" --format csv >"$work/csv"
    [ "$(column ns <"$work/raw.csv" | wc -l)" -eq "$(column samples <"$work/csv" | awk "{ n += \$1 } END { print n }")" ]
}
