#!/usr/bin/env bats
# The parts that the sentences of the study are made of, and a study that fails. A quick run is in study-long.bats.
# shellcheck disable=SC2016 # Markdown stands in single quotes

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    here=$BATS_TEST_TMPDIR
}

@test "a command that fails stops the study with its exit code" {
    printf '#!/bin/sh\nexit 2\n' >"$here/ringmark"
    chmod +x "$here/ringmark"
    RINGMARK=$here/ringmark RESULTS=$here/results run scripts/study
    [ "$status" -eq 2 ]
    [[ $output == *'study: ringmark plan '*'ended with 2'* ]]
    [ -e "$here/results/latest/study/incomplete" ]
}

# --- the parts

# report LINE...: the text of a chapter over a small table `t`
report() {
    mkdir -p "$here/scripts/tiny.d" "$here/rows"
    cp -r scripts/report.* "$here/scripts"
    printf 'name,size,cost\na,1,10\nb,1,30\na,2,40\nb,2,\n"c, d",2,5.5\n' >"$here/rows/t.csv"
    printf '{"libraries": {"ringmark": "1.0"}}' >"$here/rows/t.json"
    printf '%s\n' "$@" >"$here/scripts/tiny.d/10-chapter.md"
    cat >"$here/scripts/tiny-report" <<'END'
here=$(dirname "$0") program=tiny results=$1/rows facts=t.json work=$1/work
rm -rf "$work" && mkdir "$work"
. "$here/report.bash"
load_tables t
write_report
cat "$work/README.md"
END
    bash "$here/scripts/tiny-report" "$here"
}

@test "figures are picked from rows by queries" {
    run report '```sql one' 'with second as (select * from t where size = 2)' \
        "select min(cost) as low, max(cost) as high, name as who, count(*) as rows, count(cost) as costs, 1234.7 as large," \
        "    0.00001234 as small, printf('%.2f', avg(cost)) as mean, group_concat(name, '; ') as names from second" '```' \
        '{low} {high} {who}' '{rows} {costs} {large} {small} {mean} {names}' '' 'and no `{more}`'
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '5.5 40 a' ]
    [ "${lines[1]}" = '3 2 1235 1.23e-05 22.75 a; b; c, d' ]
}

@test "a sentence that does not hold says which condition, with which figures, from which lines" {
    run report '```sql one' 'with second as (select * from t where size = 2),' 'figures as (select min(cost) as low from second)' \
        'select *, low > 6, low < 10 from figures' '```' 'never' '' \
        '```sql two' 'with each as (select * from t where cost is not null)' 'select cost from each' '```' '{cost}' '' \
        '```sql three' "with missing as (select * from t where name = 'x')" 'select max(cost) as high, max(cost) > 1 from missing' '```' '{high}' '' \
        '```sql four' 'with first as (select * from t where size = 1)' 'select count(*) as n from first' '```' '{m}'
    echo "$output"
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = 'tiny: the sentence one does not hold:' ]
    [ "${lines[1]}" = '  it needs: low > 6' ]
    [ "${lines[2]}" = '  with low = 5.5' ]
    [ "${lines[3]}" = '  from t.csv lines 4-6' ]
    [[ $output == *'two does not hold:'*'4 rows for its query, where one is meant'*'from t.csv lines 2-4,6'* ]]
    [[ $output == *'three does not hold:'*'no row with a value for high'*'it needs: max(cost) > 1'*'from no rows'* ]]
    [[ $output == *'four does not hold:'*'its query has no column m'*'from t.csv lines 2-3' ]]
    [[ $output != *never* ]]
}

@test "a table has a row and a column for each value, and two rows for one place break it" {
    run report '```sql pivot' 'select name, size, cost from t order by line' '```'
    [ "$status" -eq 0 ]
    [ "$output" = $'| name | 1 | 2 |\n| --- | --: | --: |\n| a | 10 | 40 |\n| b | 30 |  |\n| c, d |  | 5.5 |' ]
    run report '```sql pivot' 'select size, size, cost from t' '```'
    [ "$status" -eq 1 ]
    [[ $output == *'two rows of its query for 1 and 1'* ]]
    run report '```sql table' 'select name as the_name, cost from t where size = 1' '```'
    [ "$output" = $'| the name | cost |\n| --- | --: |\n| a | 10 |\n| b | 30 |' ]
    run report '```sql tables' "select 'size ' || size as heading, name, cost from t where name = 'a'" '```'
    [ "$(grep -v '^$' <<<"$output")" = $'### size 1\n| name | cost |\n| --- | --: |\n| a | 10 |\n### size 2\n| name | cost |\n| --- | --: |\n| a | 40 |' ]
    run report '```sql table' 'select * from t where size = 9' '```'
    [ "$status" -eq 1 ]
}

@test "text may not claim a number that no row stands behind" {
    run report 'MD5 and XXH64 (`--vnodes 160`) are [good](a-1.md).'
    [ "$status" -eq 0 ]
    run report 'About 160 virtual nodes are enough.'
    [ "$status" -eq 2 ]
    [[ $output == *'chapter.md:1: a number that no row stands behind: About 160 virtual nodes are enough.' ]]
    run report 'About {low} virtual nodes are enough.'
    [ "$status" -eq 2 ]
    [[ $output == *'chapter.md:1: a figure without a query right before it: About {low} '* ]]
}

@test "a query that SQLite refuses is named with its chapter" {
    run report '```sql one' 'select 1 as a' '```' '{a}' '' '```sql two' 'select absent from t' '```'
    echo "$output"
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == 'tiny-report: 10-chapter.md: two: '*'no such column: absent'* ]]
    run report '```sql one' 'select 1'
    [ "$status" -eq 2 ]
    [[ $output == *'chapter.md:2: a query without an end' ]]
}

@test "columns of numbers are numbers, empty fields are NULL, and texts stay as they are" {
    # shellcheck source=scripts/report.d/load.bash
    . scripts/report.d/load.bash
    printf 'whole,part,mixed,text,address,empty\r\n1,2.5,1,007x,10.0.0.1,\r\n-3,4,b,"a, ""b""",1-2,\r\n' >"$here/types.csv"
    load_table "$here/db" types "$here/types.csv"
    run sqlite3 "$here/db" "select * from types" "select typeof(whole), typeof(part), typeof(mixed), typeof(text), typeof(address), typeof(empty) from types"
    echo "$output"
    [ "${lines[0]}" = 'types.csv|2|1|2.5|1|007x|10.0.0.1|' ]
    [ "${lines[1]}" = 'types.csv|3|-3|4.0|b|a, "b"|1-2|' ]
    [ "${lines[2]}" = 'integer|real|text|text|text|null' ]
    [ "${lines[3]}" = 'integer|real|text|text|text|null' ]
}

@test "the textbook's answers are those of an independent computation" {
    # nodes, peak, confidence, exact and textbook answers, computed apart with a library's normal quantile
    printf '%s,%s,%s,%s,%s\n' 2 1.05 0.5 92 60 10 1.05 0.9 1983 1919 10000 1.1 0.99 2401 2259 500 2 0.99 27 17 1000 2 0.9 22 14 \
        1000 1.5 0.9 72 55 >"$here/answers"
    while IFS=, read -r nodes peak confidence exact textbook; do
        "${RINGMARK:-build/ringmark}" plan --nodes "$nodes" --peak "$peak" --confidence "$confidence" --no-measure --format csv 2>/dev/null |
            awk -F, -v wanted="$exact,$textbook" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
                $at["recommended"] == 1 { found = $at["vnodes"] "," $at["textbook_vnodes"] } END { exit found != wanted }'
    done <"$here/answers"
    # the formula is of equal nodes and keys, for a peak and one set of names: elsewhere the column is empty
    for other in '--cv 0.1' '--peak 1.5 --replicas 2' '--peak 1.5 --seeds 5' '--peak 1.5 --key-dist zipf:0.5'; do
        # shellcheck disable=SC2086 # options
        "${RINGMARK:-build/ringmark}" plan --nodes 10 $other --no-measure --format csv 2>/dev/null | tail -n 1 | grep -q ',$'
    done
}

@test "chi-square is of the counts against exact shares, or equal ones where shares are sampled" {
    even() { awk -F '\t' -f scripts/study.d/evenness.awk -v set=k -v nodes=3 "$@"; }
    run even -v placement=jump -v hashes=h,i < <(printf 'sampled\t0.9\t%d\nsampled\t0.05\t%d\nsampled\t0.05\t%d\n' 10 20 30 20 20 20)
    [ "${lines[0]}" = k,jump,h,,3,60,10,2,5,2.46326 ]
    [ "${lines[1]}" = k,jump,i,,3,60,0,2,0,-2.66667 ]
    run even -v placement=ring -v hashes=h -v node_hashes=xxh3 < <(printf 'exact\t0.5\t30\nexact\t0.25\t15\nexact\t0.25\t15\n')
    [ "$output" = k,ring,h,xxh3,3,60,0,2,0,-2.66667 ]
    run even -v placement=ring -v hashes=h,i < <(printf 'exact\t0.5\t30\nexact\t0.25\t15\nexact\t0.25\t15\n')
    [ "$status" -eq 2 ]
}

@test "key sets are always the same, a line a key" {
    scripts/study.d/make-keys "$here" 3000
    [ "$(cat "$here"/*.keys | wc -l)" -eq 15000 ]
    [ "$(sed -n 3p "$here/url.keys")" = 'https://shop.example.com/item/1000?page=2' ]
    [ "$(sed -n 300p "$here/address.keys")" = 10.0.1.43 ]
    [ "$(sort -u "$here/uuid.keys" | grep -cE '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')" -eq 3000 ]
    [ "$(cksum <"$here/uuid.keys")" = '2554602699 111000' ]
}
