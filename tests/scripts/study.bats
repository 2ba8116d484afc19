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

# report CHAPTER: the text of a chapter over a small table `t`
report() {
    printf 'name\tsize\tcost\na\t1\t10\nb\t1\t30\na\t2\t40\nb\t2\t\nc\t2\t5\n' >"$here/t.tsv"
    printf '%s\n' "$@" >"$here/chapter.md"
    awk -f scripts/study.d/compile.awk "$here/chapter.md" >"$here/chapter.awk" &&
        awk -F '\t' -f scripts/study.d/rows.awk -f scripts/study.d/markdown.awk -f "$here/chapter.awk" table=t "$here/t.tsv"
}

@test "figures are picked from rows by conditions" {
    run report 'sentence one' '    low = least("t", "size=2", "cost")' '    who = most_at("t", "", "cost", "name")' \
        '    says {low} {who} {most("t", "name=a|b", "cost")} {mean("t", "name!=c", "cost"):%.2f}' \
        '    says {only("t", "name=c", "cost")} {count("t", "size>=2")} {count("t", "size<=1 name=c")}' \
        '    says {names("t", "", "name")} {different("t", "", "size")} {least_ratio("t", "size=2", "size=1", "cost", "name")} {1234.7} {0.00001234}'
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '5 a 40 26.67' ]
    [ "${lines[1]}" = '5 3 0' ]
    [ "${lines[2]}" = 'a, b, c 2 4 1235 1.23e-05' ]
}

@test "a sentence that does not hold says which condition, with which figures, from which lines" {
    run report 'sentence one' '    low = least("t", "size=2", "cost")' '    holds low > 5' '    says never' \
        'sentence two' '    says {only("t", "", "cost")}'
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = 'study: the sentence one does not hold:' ]
    [ "${lines[1]}" = '  it needs: low > 5' ]
    [ "${lines[2]}" = '  with low = 5' ]
    [ "${lines[3]}" = '  from t.csv lines 4,6' ]
    [[ $output == *'two does not hold:'*'4 rows of t.csv'*'where one is meant'*'from t.csv lines 2-4,6' ]]
    [[ $output != *never* ]]
}

@test "a table has a row and a column for each value, and two rows for one place break it" {
    run report 'table pivot("t", "", "name", "size", "cost")'
    [ "$status" -eq 0 ]
    [ "$output" = $'| name | 1 | 2 |\n| --- | --: | --: |\n| a | 10 | 40 |\n| b | 30 |  |\n| c |  | 5 |' ]
    run report 'table pivot("t", "", "size", "size", "cost")'
    [ "$status" -eq 1 ]
    [[ $output == *'two rows of t.csv for 1 and 1'* ]]
}

@test "text may not claim a number that no row stands behind" {
    run report 'MD5 and XXH64 (`--vnodes 160`) are [good](a-1.md).'
    [ "$status" -eq 0 ]
    run report 'About 160 virtual nodes are enough.'
    [ "$status" -eq 2 ]
    [[ $output == *'chapter.md:1: a number that no row stands behind: About 160 virtual nodes are enough.' ]]
}

@test "the textbook's answers are those of an independent computation" {
    # nodes, eps, confidence, exact and textbook answers, computed apart with a library's normal quantile
    printf '%s\t%s\t%s\t%s\n' 2 1.05 0.5 92 10 1.05 0.9 1983 10000 1.1 0.99 2401 500 2 0.99 27 1000 2 0.9 22 1000 1.5 0.9 72 >"$here/answers"
    run awk -F '\t' -f scripts/study.d/textbook.awk "$here/answers"
    [ "${lines[0]}" = nodes,peak,confidence,exact,textbook,shortfall ]
    [ "$(cut -d , -f 5 <<<"$output" | tail -n +2 | paste -sd ' ')" = '60 1919 2259 17 14 55' ]
    [ "${lines[4]##*,}" = 0.37037 ]
}

@test "chi-square is of the counts against exact shares, or equal ones where shares are sampled" {
    even() { awk -F '\t' -f scripts/study.d/evenness.awk -v set=k -v nodes=3 "$@"; }
    run even -v placement=jump -v hashes=h,i < <(printf 'sampled\t0.9\t%d\nsampled\t0.05\t%d\nsampled\t0.05\t%d\n' 10 20 30 20 20 20)
    [ "${lines[0]}" = k,jump,h,,3,60,10,2,5,2.46326 ]
    [ "${lines[1]}" = k,jump,i,,3,60,0,2,0,-2.66667 ]
    run even -v placement=ring -v hashes=h < <(printf 'exact\t0.5\t30\nexact\t0.25\t15\nexact\t0.25\t15\n')
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
