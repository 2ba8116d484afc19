#!/usr/bin/env bats

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    table=$BATS_TEST_TMPDIR/table.csv
    printf 'a,b,c\n1,"x, ""y""",3\n2,,4\n"3","li\nne",5\n' >"$table"
}

@test "csv-select finds columns by name, in the order asked for" {
    [ "$(scripts/csv-select --header c,a "$table")" = $'c\ta\n3\t1\n4\t2\n5\t3' ]
}

@test "csv-select reads quotes, commas and line ends inside fields" {
    [ "$(scripts/csv-select b "$table")" = $'x, "y"\n\nli ne' ]
}

@test "csv-select keeps the rows in which all conditions hold" {
    [ "$(scripts/csv-select a b= "$table")" = 2 ]
    [ "$(scripts/csv-select a 'c=3|5' 'a!=1' "$table")" = 3 ]
    [ "$(scripts/csv-select a b!= "$table")" = $'1\n3' ]
}

@test "csv-select names a column that is not there, and an open quote" {
    run scripts/csv-select z "$table"
    [ "$status" -eq 2 ]
    [[ $output == *'no column z'* ]]
    printf 'a\n"1\n' >"$table"
    run scripts/csv-select a "$table"
    [ "$status" -eq 2 ]
}

@test "csv-join keeps one header, all rows and the metadata of every run" {
    cd "$BATS_TEST_TMPDIR"
    printf 'a,b\n1,2\n' >one.csv
    printf 'a,b\n3,4\n' >two.csv
    echo '{"seed": 1}' >one.json
    echo '{"seed": 2}' >two.json
    "$BATS_TEST_DIRNAME/../../scripts/csv-join" all.csv one.csv two.csv
    [ "$(cat all.csv)" = $'a,b\n1,2\n3,4' ]
    [ "$(tr -d '\n ' <all.json)" = '{"runs":[{"seed":1},{"seed":2}]}' ]
    [ "$(find . -name 'all*' | wc -l)" -eq 2 ]
}

@test "csv-join refuses runs with different columns and leaves what was there" {
    cd "$BATS_TEST_TMPDIR"
    printf 'a,b\n1,2\n' >one.csv
    printf 'a,c\n3,4\n' >two.csv
    echo old >all.csv
    run "$BATS_TEST_DIRNAME/../../scripts/csv-join" all.csv one.csv two.csv
    [ "$status" -eq 2 ]
    [ "$(cat all.csv)" = old ]
}
