#!/usr/bin/env bats
# The field: a quick run of it, what its sentences do when rows are altered, and what becomes of cells that take too long.
# shellcheck disable=SC2016 # awk programs stand in single quotes

bats_require_minimum_version 1.5.0

# one quick run for all; every test alters a copy
setup_file() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    export RESULTS=$BATS_FILE_TMPDIR/results
    QUICK=1 scripts/field 2>"$BATS_FILE_TMPDIR/progress"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    # shellcheck source=tests/scripts/altered.bash
    . tests/scripts/altered.bash
    field=$RESULTS/latest/field
    report=$field
    here=$BATS_TEST_TMPDIR
}

# refused SENTENCE: no report, exit 1, the sentence and rows are named
refused() {
    run scripts/field-report "$here/rows"
    [ "$status" -eq 1 ]
    [ ! -e "$here/rows/README.md" ]
    [[ $output == *"field: the sentence $1 does not hold:"* ]]
    grep -qE 'from .*\.csv lines [0-9]' <<<"$output"
}

@test "a quick field leaves the report, its rows and every plot, and no mark of a break" {
    for name in lookup bytes balance moved; do
        [ "$(head -c 4 "$field/$name.png" | tail -c 3)" = PNG ]
        grep -q '</svg>' "$field/$name.svg"
        grep -qF "]($name.png)" "$field/README.md"
    done
    for name in algorithms lookup build balance move speed; do [ -s "$field/$name.csv" ] && [ -s "$field/$name.json" ]; done
    [ -e "$field/quick" ]
    [ ! -e "$field/incomplete" ]
    [ ! -e "$field/parts" ]
    [ "$(grep -cE '^\[[1-6]/6\] [a-z]+, about [0-9]+:[0-5][0-9] left in all$' "$BATS_FILE_TMPDIR/progress")" -eq 6 ]
}

@test "every algorithm that is no variant has its row, or is named as left out" {
    scripts/query name,can "$field/algorithms.csv" | awk '!/variant/ { print $1 }' | sort >"$here/all"
    { scripts/query algorithm "$field/field.csv"; scripts/query algorithm,reason "measure = ''" "$field/left_out.csv" |
        awk -F '\t' '$2 ~ /loads/ { print $1 }'; } | sort -u | cmp - "$here/all"
    # those that only the last node leaves are in no row with removed nodes, and are named
    [ -z "$(scripts/query algorithm "removed = 30" "algorithm = 'jump'" "$field/field.csv")" ]
    scripts/query reason "algorithm = 'jump'" "$field/left_out.csv" | grep -q 'only its last node can leave'
    scripts/query loop_ns,peak,third_moved "algorithm = 'anchor'" "removed = 30" "$field/field.csv" | grep -qE '^[0-9.]+	[0-9.]+	[0-9.]+$'
}

@test "figures of the table are those of the rows" {
    batch=$(scripts/query ns_median "algorithm = 'flip'" "mode = 'batch'" "removed = 0" "$field/lookup.csv")
    [ "$(scripts/query batch_ns "algorithm = 'flip'" "removed = 0" "$field/field.csv")" = "$batch" ]
    grep -qF "| flip | " "$field/README.md"
    grep -F '| flip | ' "$field/README.md" | head -n 1 | grep -qF "| $(printf %.3g "$batch") |"
    # in place where a command can: a live ring
    [ "$(scripts/query remove_ns "algorithm = 'ring'" "removed = 0" "$field/field.csv")" = \
        "$(scripts/query total_ns "algorithm = 'ring'" "operation = 'remove_in_place'" "removed = 0" "$field/build.csv")" ]
    run ! grep -nwE '[-+]?(nan|inf)|\{[a-z_]+\}' "$field/README.md"
}

@test "each chart has its two sentences, and the same rows give the same report" {
    [ "$(grep -c '^!\[' "$field/README.md")" -eq 4 ]
    [ "$(grep -cF '*What it shows: ' "$field/README.md")" -eq 4 ]
    [ "$(grep -cF 'What it does not: ' "$field/README.md")" -eq 4 ]
    copied
    scripts/field-report "$here/rows"
    cmp "$field/README.md" "$here/rows/README.md"
}

@test "one key that anchor moves between nodes that stay is one too many" {
    copied
    alter move '{ if ($column("algorithm") == "anchor" && $column("change") == "remove:random") $column("collateral") = 1e-5 }'
    refused any-fails
    [[ $output == *'worst_random = 1e-05'* ]]
}

@test "maglev that moves nothing, and jump that renumbers nothing, are noticed" {
    copied
    alter move '{ if ($column("algorithm") == "maglev" || $column("algorithm") == "jump") $column("collateral") = 0 }'
    refused named-moves
    [[ $output == *'the sentence counted-moves does not hold'* ]]
}

@test "counts that chance does not explain, and slots two apart, are noticed" {
    copied
    alter balance '{ if ($column("algorithm") ~ /^(flip|power|jump)$/) $column("p_uniform") = 1e-9 }'
    refused even
    alter balance '{ if ($column("algorithm") == "flip") $column("p_uniform") = 9e-7 }'
    refused even
    [[ $output == *'p = 9e-07'* ]]
    cp "$field/balance.csv" "$here/rows"
    alter balance '{ if ($column("algorithm") == "maglev") $column("slot_difference") = 2 }'
    refused even
}

@test "times of jump and jumpback cannot change places" {
    copied
    alter speed '{ if ($column("algorithm") == "jump") $column("algorithm") = "jumpback"
                   else if ($column("algorithm") == "jumpback") $column("algorithm") = "jump" }'
    refused jumpback-speed
}

@test "a table that is missing is one line and exit 2" {
    copied
    rm "$here/rows/move.csv"
    run scripts/field-report "$here/rows"
    [ "$status" -eq 2 ]
    [[ $output == *'field-report: '*'move.csv is empty or missing; run make field'* ]]
}

@test "a quick field is not published, a full one is, whole" {
    run scripts/publish field
    [ "$status" -eq 2 ]
    [[ $output == *'is a quick one; run make field without QUICK' ]]
    mkdir -p "$here/results/latest"
    cp -r "$field" "$here/results/latest"
    rm "$here/results/latest/field/quick"
    RESULTS=$here/results scripts/publish field
    diff -r -x results.db "$here/results/latest/field" "$here/results/published/field"
}
