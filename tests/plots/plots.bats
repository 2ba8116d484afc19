#!/usr/bin/env bats
# Plots of invented figures: that they are drawn at all, hold every line, and fail in one line.

setup_file() {
    export samples=$BATS_FILE_TMPDIR/samples
    cd "$BATS_TEST_DIRNAME/../.." || exit
    tests/plots/make-samples "$samples"
    scripts/plot "$samples"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
}

@test "every plot is written as SVG and as PNG" {
    for name in skew lookup move hash rivals; do
        [ "$(head -c 4 "$samples/$name.png" | tail -c 3)" = PNG ]
        grep -q '</svg>' "$samples/$name.svg"
    done
}

@test "the skew plot names every hash, the ideal curve and every number of nodes" {
    for text in fnv1-32 fnv1a-32 fnv1a-64 md5 xxh64 xxh3 crc32 'ideal (theory)' '10 nodes' '100 nodes' '1000 nodes'; do
        grep -qF ">$text<" "$samples/skew.svg"
    done
}

@test "the lookup plot names every way to search, the rivals and the limit" {
    for text in 'ring, line' 'ring, tree' jump modulo "memory limit (line's)" 'ns a lookup'; do
        grep -qF ">$text<" "$samples/lookup.svg"
    done
}

@test "the hash plot says which hashes of the CSV it does not draw" {
    mkdir -p "$BATS_TEST_TMPDIR/more"
    cp "$samples/hash.csv" "$BATS_TEST_TMPDIR/more/hash.csv"
    scripts/plot "$BATS_TEST_TMPDIR/more"
    grep -qF 'not drawn: fnv1-32, sha256, ' "$BATS_TEST_TMPDIR/more/hash.svg"
}

@test "the rivals plot names every duel and its ratio" {
    for text in 'ketama fnv1a_64, 10 nodes: libmemcached' 'search, 1k points: tree' 'search, 1M points: btree' \
        'md5, 16 bytes: openssl/MD5' '12.0 times  (11.5 to 12.5)' '0.80 times  (0.79 to 0.81)' ours theirs; do
        grep -qF "$text" "$samples/rivals.svg"
    done
}

@test "bars of movement are labelled with the figure in the CSV" {
    moved=$(scripts/query moved "algorithm = 'modulo'" "nodes = 10" "change = 'add'" "$samples/move.csv")
    grep -qF ">$(awk -v moved="$moved" 'BEGIN { printf "%.3g", 100 * moved }')<" "$samples/move.svg"
}

@test "columns are found by name: a CSV with its columns in another order gives the same picture" {
    mkdir -p "$BATS_TEST_TMPDIR/other"
    all=$(head -n 1 "$samples/hash.csv" | tr , '\n' | tac | paste -sd ,)
    scripts/query --header "$all" "$samples/hash.csv" | tr '\t' , >"$BATS_TEST_TMPDIR/other/hash.csv"
    scripts/plot "$BATS_TEST_TMPDIR/other"
    cmp "$samples/hash.svg" "$BATS_TEST_TMPDIR/other/hash.svg"
}

@test "a quick run with few cells is drawn too" {
    mkdir -p "$BATS_TEST_TMPDIR/few"
    for name in skew lookup move hash rivals; do
        awk 'NR < 3' "$samples/$name.csv" >"$BATS_TEST_TMPDIR/few/$name.csv"
    done
    scripts/plot "$BATS_TEST_TMPDIR/few"
    [ -s "$BATS_TEST_TMPDIR/few/lookup.png" ]
}

@test "a missing column is one line and exit 2, and leaves no picture" {
    mkdir -p "$BATS_TEST_TMPDIR/bad"
    sed '1s/peak_mean/other/' "$samples/skew.csv" >"$BATS_TEST_TMPDIR/bad/skew.csv"
    run scripts/plot "$BATS_TEST_TMPDIR/bad"
    [ "$status" -eq 2 ]
    [[ $output == *'no column peak_mean'* ]]
    [ "${#lines[@]}" -le 2 ]
    [ ! -e "$BATS_TEST_TMPDIR/bad/skew.svg" ]
}
