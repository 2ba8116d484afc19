#!/usr/bin/env bats

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    table=$BATS_TEST_TMPDIR/table.csv
    printf 'a,b,c\n1,"x, ""y""",3\n2,,4\n"3","li\nne",5\n' >"$table"
}

@test "query finds columns by name, in the order asked for" {
    [ "$(scripts/query --header c,a "$table")" = $'c\ta\n3\t1\n4\t2\n5\t3' ]
}

@test "query reads quotes, commas and line ends inside fields" {
    [ "$(scripts/query b "$table")" = $'x, "y"\n\nli ne' ]
}

@test "query keeps the rows in which all conditions hold" {
    [ "$(scripts/query a "b = ''" "$table")" = 2 ]
    [ "$(scripts/query a 'c in (3, 5)' 'a <> 1' "$table")" = 3 ]
    [ "$(scripts/query a "b <> ''" - <"$table")" = $'1\n3' ]
    # texts are as they are written, and a keyword is a name
    printf 'index,case\n1.50,0x\n' >"$table"
    [ "$(scripts/query case,index "[index] = '1.50'" "$table")" = $'0x\t1.50' ]
}

@test "query names a column that is not there, an open quote and a file that is not there" {
    refused() {
        run scripts/query "${@:2}"
        [ "$status" -eq 2 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *"$1"* ]]
    }
    refused 'no column z' z "$table"
    refused 'no column z' a 'z = 1' "$table"
    printf 'a\n"1\n' >"$table"
    refused 'unterminated' a "$table"
    refused 'not there or not readable' a "$table.not"
}

# what the end of a step leaves of its parts: step PART...
step() {
    (
        # shellcheck disable=SC2034 # read by runs.bash
        here=scripts program=join latest=$BATS_TEST_TMPDIR parts=$BATS_TEST_TMPDIR/parts
        # shellcheck source=scripts/runs.bash
        . scripts/runs.bash
        # shellcheck disable=SC2034
        name=all part=3 started=0
        end
    )
}

@test "the end of a step keeps one header, all rows and the metadata of every run" {
    mkdir "$BATS_TEST_TMPDIR/parts"
    cd "$BATS_TEST_TMPDIR/parts"
    printf 'a,b\n1,2\n' >all-1.csv
    printf 'a,b\n3,4\n' >all-3.csv
    echo '{"seed": 1}' >all-1.json
    echo '{"seed": 2}' >all-3.json
    cd "$BATS_TEST_DIRNAME/../.."
    step
    [ "$(cat "$BATS_TEST_TMPDIR/all.csv")" = $'a,b\n1,2\n3,4' ]
    [ "$(tr -d '\n ' <"$BATS_TEST_TMPDIR/all.json")" = '{"runs":[{"seed":1},{"seed":2}]}' ]
    [ "$(find "$BATS_TEST_TMPDIR" -maxdepth 1 -name 'all*' | wc -l)" -eq 2 ]
}

@test "the end of a step refuses parts with different columns and leaves what was there" {
    mkdir "$BATS_TEST_TMPDIR/parts"
    printf 'a,b\n1,2\n' >"$BATS_TEST_TMPDIR/parts/all-1.csv"
    printf 'a,c\n3,4\n' >"$BATS_TEST_TMPDIR/parts/all-2.csv"
    run step
    [ "$status" -eq 2 ]
    [[ $output == *'all-2.csv: its header is not that of '*'all-1.csv' ]]
    [ ! -e "$BATS_TEST_TMPDIR/all.csv" ]
    [ ! -e "$BATS_TEST_TMPDIR/all.json" ]
}
