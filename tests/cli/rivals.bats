#!/usr/bin/env bats
# ringmark rivals: rows, their ratios, and mistakes. Who wins is not tested: machines differ.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

@test "the header is the documented one" {
    header='contest,ours,theirs,hash,nodes,points,key_bytes,seed,samples,ours_ns,theirs_ns,ratio,ratio_ci_low'
    header+=',ratio_ci_high,ours_checksum,theirs_checksum'
    [ "$("$RINGMARK" rivals --verify --quick --filter md5 --format csv | head -n 1)" = "$header" ]
}

@test "every way to search gives the answers of the line index" {
    "$RINGMARK" rivals --verify --quick --filter search --format csv >"$work/rows"
    [ "$(pick theirs <"$work/rows" | sort -u | xargs)" = 'bsearch btree eytzinger nginx plain tree' ]
    pick ours_checksum theirs_checksum <"$work/rows" | awk -F, '$1 != $2 { bad = 1 } END { exit bad || NR < 12 }'
    [ -z "$(pick ratio <"$work/rows" | tr -d '\n')" ]
}

@test "a ratio lies in its interval" {
    "$RINGMARK" rivals --quick --filter fnv --format csv >"$work/rows" 2>"$work/err"
    pick ours_ns theirs_ns ratio ratio_ci_low ratio_ci_high <"$work/rows" | awk -F, '
        !($1 > 0 && $4 <= $3 && $3 <= $5) { bad = 1; print }
        END { exit bad }'
}

@test "a filter that leaves nothing is one line and exit 2" {
    run "$RINGMARK" rivals --filter nothing
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == *'search'* ]]
}
