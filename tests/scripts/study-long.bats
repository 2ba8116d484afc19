#!/usr/bin/env bats
# The study: a quick run of it, and what its sentences do when rows are altered.
# shellcheck disable=SC2016 # awk programs and Markdown stand in single quotes

bats_require_minimum_version 1.5.0

# one quick run for all, killed at its second call of skew and started again; every test alters a copy
setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    export RESULTS=$BATS_FILE_TMPDIR/results QUICK=1
    cat >"$BATS_FILE_TMPDIR/ringmark" <<END
#!/bin/sh
echo "\$*" >>$BATS_FILE_TMPDIR/calls
[ "\$1 \$(grep -c ^skew $BATS_FILE_TMPDIR/calls)" != 'skew 2' ] || kill -KILL 0
exec '${RINGMARK:-$PWD/build/ringmark}' "\$@"
END
    chmod +x "$BATS_FILE_TMPDIR/ringmark"
    set -m
    RINGMARK=$BATS_FILE_TMPDIR/ringmark scripts/study 2>"$BATS_FILE_TMPDIR/killed" &
    set +m
    wait $! || [ $? -eq 137 ]
    cp "$BATS_FILE_TMPDIR/calls" "$BATS_FILE_TMPDIR/killed-calls"
    RINGMARK=$BATS_FILE_TMPDIR/ringmark scripts/study 2>"$BATS_FILE_TMPDIR/progress"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    # shellcheck source=tests/scripts/altered.bash
    . tests/scripts/altered.bash
    study=$RESULTS/latest/study
    report=$study
    here=$BATS_TEST_TMPDIR
}

# swap FILE ONE OTHER: each hash with the other's rows
swap() {
    alter "$1" "{ i = column(\"hash\"); if (\$i == \"$2\") \$i = \"$3\"; else if (\$i == \"$3\") \$i = \"$2\" }"
}

# refused SENTENCE FILE: no report, exit 1, the sentence and rows of that file are named
refused() {
    run scripts/study-report "$here/rows"
    [ "$status" -eq 1 ]
    [ ! -e "$here/rows/README.md" ]
    [[ $output == *"the sentence $1 does not hold:"* ]]
    grep -qE "from .*$2\.csv lines [0-9]" <<<"$output"
}

@test "a quick study leaves the report, its rows and every plot, and no mark of a break" {
    for name in placement vnodes textbook keys hash value memory move; do
        [ "$(head -c 4 "$study/$name.png" | tail -c 3)" = PNG ]
        grep -q '</svg>' "$study/$name.svg"
        grep -qF "]($name.png)" "$study/README.md"
    done
    for name in quality skew plan keys hash lookup build move; do [ -s "$study/$name.csv" ] && [ -s "$study/$name.json" ]; done
    [ -e "$study/quick" ]
    [ ! -e "$study/incomplete" ]
    [ ! -e "$study/parts" ]
}

@test "every step of the study says what is left of the whole" {
    [ "$(cat "$BATS_FILE_TMPDIR"/{killed,progress} | grep -E '^\[[1-9]/9\] [a-z]+, about [0-9]+:[0-5][0-9] left in all$' |
        cut -c 1-5 | sort -u | wc -l)" -eq 9 ]
}

@test "a study that was killed measures what is missing only, and says what it took over" {
    grep -qx 'study: going on with the run that was broken off; taken over: quality.csv plan.csv, 18 parts in .*/parts' \
        "$BATS_FILE_TMPDIR/progress"
    # nothing twice but the call that was killed
    sort "$BATS_FILE_TMPDIR/calls" | uniq -d >"$here/twice"
    tail -n 1 "$BATS_FILE_TMPDIR/killed-calls" | diff - "$here/twice"
}

@test "each chart has its two sentences: what it shows and what it does not" {
    charts=$(grep -c '^!\[' "$study/README.md")
    [ "$charts" -eq 8 ]
    [ "$(grep -cF '*What it shows: ' "$study/README.md")" -eq "$charts" ]
    [ "$(grep -cF 'What it does not: ' "$study/README.md")" -eq "$charts" ]
}

@test "the report says what was expected, in the figures of its own rows" {
    for text in 'Raw FNV with the index at the end of the label acts like' 'A finaliser repairs it' 'So does the index at the front' \
        'CRC-32 with the index first does not improve with more points' 'MD5 and XXH64 are as good as random' \
        'The textbook undershoots by up to' 'One at a time, MD5' 'In bulk it costs'; do
        grep -qF "$text" "$study/README.md"
    done
    # by another way: the least and the most of raw FNV
    scripts/query effective_vnodes "hash in ('fnv1-32', 'fnv1a-32', 'fnv1-64', 'fnv1a-64')" "vnodes = 160" "scheme <> 'index-first'" "$study/quality.csv" |
        sort -g >"$here/raw"
    grep -qF "acts like $(printf %.3g "$(head -n 1 "$here/raw")") to $(printf %.3g "$(tail -n 1 "$here/raw")") virtual nodes" "$study/README.md"
    worst=$(scripts/query effective_vnodes "hash = 'fnv1a-64'" "vnodes = 160" "$study/quality.csv" | sort -g | head -n 1)
    [ "$(scripts/query least_effective "hash = 'fnv1a-64'" "$study/value.csv" | uniq)" = "$worst" ]
    md5=$(scripts/query ns_median "hash = 'md5'" "mode = 'batch'" "key_bytes = 16" "$study/hash.csv")
    grep -qF "In bulk it costs $(printf %.3g "$md5") ns a key" "$study/README.md"
    run ! grep -nwE '[-+]?(nan|inf)|\{[a-z_]+\}' "$study/README.md"
}

@test "the textbook's shortfall is of the exact number of virtual nodes, for every target" {
    [ "$(sqlite3 "$study/results.db" 'select count(*) from textbook where abs(shortfall - (1 - 1.0 * textbook / exact)) > 1e-6')" -eq 0 ]
    [ "$(sqlite3 "$study/results.db" 'select count(*) from textbook')" -eq "$(scripts/query vnodes "recommended = 1" "$study/plan.csv" | wc -l)" ]
}

@test "the questions in the README are answered from the rows beside the report" {
    sed ':a; /\\$/{N; s/\\\n//; ba}' README.md | grep '^sqlite3 .*results/latest/study/results.db' | sed "s|results/latest/study|$study|" >"$here/questions"
    [ "$(wc -l <"$here/questions")" -eq 3 ]
    while IFS= read -r question; do
        bash -c "$question" >"$here/answer"
        cat "$here/answer"
        [ "$(wc -l <"$here/answer")" -gt 1 ]
    done <"$here/questions"
    # by another way
    good=$(bash -c "$(head -n 1 "$here/questions")" | sort | paste -sd ' ')
    [ "$good" = "$(comm -23 <(scripts/query hash "$study/quality.csv" | sort -u) \
        <(scripts/query hash "verdict <> 'random'" "$study/quality.csv" | sort -u) | paste -sd ' ')" ]
}

@test "the same rows give the same report" {
    copied
    scripts/study-report "$here/rows"
    cmp "$study/README.md" "$here/rows/README.md"
}

@test "rows of CRC-32 under the name of XXH64 are no good hash" {
    copied
    swap quality crc32 xxh64
    refused good quality
    [[ $output == *'the sentence crc does not hold:'* ]]
}

@test "rows of XXH3 under the name of raw FNV do not cluster" {
    copied
    swap quality fnv1a-64 xxh3
    refused raw-fnv quality
    [[ $output == *'it needs: high <= 160 / 10'* ]]
}

@test "a finaliser that repairs nothing is noticed, and so is an index that does" {
    copied
    swap quality fnv1a-64-mix fnv1-32
    refused finaliser quality
    alter quality '{ if ($column("scheme") == "index-first") $column("effective_vnodes") /= 10 }'
    refused index-first quality
}

@test "two verdicts against a good hash are more than chance gives" {
    copied
    alter quality '{ if ($column("hash") == "md5" && $column("vnodes") == 160 && n++ < 2) $column("verdict") = "clusters" }'
    refused good quality
}

@test "a plan that asks for half as many virtual nodes is not what names show" {
    copied
    alter plan '{ if (NR > 1) $column("vnodes") = int($column("vnodes") / 2) }'
    refused planned plan
    [[ $output == *'the sentence undershoot does not hold:'* ]]
}

@test "curves of FNV and XXH64 cannot change places" {
    copied
    swap skew fnv1a-64 xxh64
    refused fnv-flat skew
}

@test "keys that a good hash heaps are noticed, and keys that FNV does not" {
    copied
    swap keys fnv1-64 xxh3
    refused keys-good keys
    alter keys '{ if ($column("algorithm") == "ring") { $column("ratio") = 1; $column("z") = 0 } }'
    refused keys-fnv-ring keys
}

@test "times of MD5 and XXH64 cannot change places" {
    copied
    swap hash md5 xxh64
    refused md5-alone hash
    cp "$study/hash.csv" "$here/rows"
    swap lookup md5 xxh64
    refused md5-lookup lookup
}

@test "one key that moves between two nodes that stay is one too many" {
    copied
    alter move '{ if (NR == 3) $column("collateral") = 5e-20 }'
    refused no-collateral move
    [[ $output == *'worst = 5e-20'* ]]
}

@test "a ring that grows no memory, and a heavier heir, are noticed" {
    copied
    alter lookup '{ if (NR > 1) $column("memory_bytes") = 1000 }'
    refused memory-range lookup
    cp "$study/lookup.csv" "$here/rows"
    swap move fnv1a-64 xxh64
    refused heirs move
}

@test "rows that are not there are named, not passed over" {
    copied
    alter hash '{ if ($column("hash") == "md5" && $column("mode") == "batch") next }'
    run scripts/study-report "$here/rows"
    [ "$status" -eq 1 ]
    [[ $output == *'the sentence md5-bulk does not hold:'*"no row for md: select * from hash where hash = 'md5' and key_bytes = 16 and mode = 'batch'"* ]]
}

@test "a table that is missing is one line and exit 2" {
    copied
    rm "$here/rows/move.csv"
    run scripts/study-report "$here/rows"
    [ "$status" -eq 2 ]
    [[ $output == *'move.csv is empty or missing; run make study'* ]]
    [ ! -e "$here/rows/README.md" ]
}

@test "a quick study is not published, a full one is, whole" {
    run scripts/publish study
    [ "$status" -eq 2 ]
    [[ $output == *'is a quick one; run make study without QUICK' ]]
    mkdir -p "$here/results/latest"
    cp -r "$study" "$here/results/latest"
    rm "$here/results/latest/study/quick"
    RESULTS=$here/results scripts/publish study
    diff -r -x results.db "$here/results/latest/study" "$here/results/published/study"
    rm "$here/results/latest/study/move.svg"
    RESULTS=$here/results run scripts/publish study
    [ "$status" -eq 2 ]
    [[ $output == *'move.svg is missing; run make study' ]]
}
