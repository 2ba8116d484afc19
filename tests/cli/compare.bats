#!/usr/bin/env bats
# compare: exact figures as they are, times by launches, and no alarm from noise.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

# launches CENTRE NOISE COUNT SEED [CASE]: rows case,launch,ns; uniform noise of so many per cent either way.
launches() {
    awk -v c="$1" -v s="$2" -v n="$3" -v seed="$4" -v name="${5:-a}" 'BEGIN {
        srand(seed)
        for (i = 1; i <= n; i++) printf "%s,%d,%.6f\n", name, i, c * (1 + s / 100 * (2 * rand() - 1)) }'
}

timed() {
    echo case,launch,ns
    launches "$@"
}

# hyperfine_json COMMAND SECONDS...: as --export-json writes it.
hyperfine_json() {
    local command=$1 IFS=,
    shift
    printf '{"results": [{"command": "%s", "mean": 1, "times": [%s], "exit_codes": [0]}]}\n' "$command" "$*"
}

# outcome EXIT ARGUMENTS...: of compare; rows in $work/rows, messages in $work/err.
outcome() {
    local wanted=$1 code=0
    shift
    "$RINGMARK" compare "$@" --format csv >"$work/rows" 2>"$work/err" || code=$?
    [ "$code" -eq "$wanted" ] && return
    echo "compare $*: exit $code, not $wanted"
    cat "$work/rows" "$work/err"
    return 1
}

@test "the columns are those that its manual page names" {
    timed 100 1 20 1 >"$work/a.csv"
    outcome 0 "$work/a.csv" "$work/a.csv"
    [ "$(head -n 1 "$work/rows")" = case,figure,unit,base,head,change_pct,ci_low_pct,ci_high_pct,n_base,n_head,visible_pct,p,verdict,reason ]
    [ "$(pick case figure unit n_base n_head verdict <"$work/rows")" = a,ns,ns,20,20,same ]
}

@test "a slowdown of a fifth is slower, and fails above ten per cent only when it is asked" {
    timed 100 3 20 1 >"$work/a.csv"
    timed 120 3 20 2 >"$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv"
    [ "$(pick verdict reason <"$work/rows")" = slower, ]
    IFS=, read -r change low high visible p < <(pick change_pct ci_low_pct ci_high_pct visible_pct p <"$work/rows")
    near "$change" 20 2
    near "$low" 18 2
    near "$high" 22 2
    near "$visible" 4.5 2
    near "$p" 0 1e-6
    outcome 1 "$work/a.csv" "$work/b.csv" --fail-above 10
    grep -q '^ringmark: a: ns: slower, +' "$work/err"
    outcome 0 "$work/a.csv" "$work/b.csv" --fail-above 30
    outcome 0 "$work/b.csv" "$work/a.csv" --fail-above 10
    [ "$(pick verdict <"$work/rows")" = faster ]
}

@test "more per second is faster" {
    timed 100 3 20 1 | sed '1s/ns/lookups_per_second/' >"$work/a.csv"
    timed 70 3 20 2 | sed '1s/ns/lookups_per_second/' >"$work/b.csv"
    outcome 1 "$work/a.csv" "$work/b.csv" --fail-above 40
    [ "$(pick unit verdict <"$work/rows")" = 1/s,slower ]
    # 30 % fewer a second are 43 % more time each
    outcome 0 "$work/a.csv" "$work/b.csv" --fail-above 46
}

@test "one value says nothing, however far apart" {
    printf 'case,ns_median\na,100\n' >"$work/a.csv"
    printf 'case,ns_median\na,300\n' >"$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv" --fail-above 10
    [ "$(pick change_pct n_base n_head p verdict <"$work/rows")" = '200,1,1,,no test: n=1' ]
    grep -q 'repeat 9 times' "$work/rows"
}

@test "too few values say what they cannot show" {
    timed 100 1 2 1 >"$work/a.csv"
    timed 200 1 2 2 >"$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv" --fail-above 10
    [ "$(pick visible_pct verdict <"$work/rows")" = ,inconclusive ]
    grep -q '2 and 2 values cannot give p below 0.33' "$work/rows"
}

@test "observations of single launches have to differ by more than launches do" {
    timed 100 1 40 1 | sed '1s/launch/block/' >"$work/a.csv"
    timed 107 1 40 2 | sed '1s/launch/block/' >"$work/b.csv"
    timed 125 1 40 2 | sed '1s/launch/block/' >"$work/c.csv"
    outcome 0 "$work/a.csv" "$work/b.csv" --fail-above 5
    [ "$(pick verdict <"$work/rows")" = inconclusive ]
    grep -q 'not clear of the 10 % that single launches' "$work/rows"
    outcome 1 "$work/a.csv" "$work/c.csv" --fail-above 5
    [ "$(pick verdict <"$work/rows")" = slower ]
}

@test "what drifts within a file is no difference between files" {
    # both climb by 20 % from the first launch to the last; the second begins where it did, 6 % up
    awk 'BEGIN { print "case,launch,ns"; for (i = 0; i < 30; i++) print "a," i "," 100 * (1 + .2 * i / 30) }' >"$work/a.csv"
    awk 'BEGIN { print "case,launch,ns"; for (i = 0; i < 30; i++) print "a," i "," 108 * (1 + .2 * i / 30) }' >"$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv" --fail-above 1
    [ "$(pick verdict <"$work/rows")" = inconclusive ]
}

@test "launches are the units of what was observed in them" {
    awk 'BEGIN { print "case,launch,block,ns"
                 for (l = 1; l <= 12; l++) for (b = 0; b < 9; b++) print "a," l "," b "," 100 + l + (b == 4 ? 0 : b < 4 ? -3 : 50) }' >"$work/a.csv"
    outcome 0 "$work/a.csv" "$work/a.csv"
    # the median of the launches' medians, 100 + l
    [ "$(pick base n_base <"$work/rows")" = 106.5,12 ]
}

@test "exact figures are changed by one digit, and fail when they are gated" {
    "$RINGMARK" exact --algorithm ring,jump,modulo --nodes 10 --vnodes 20 --keys 1000 --format csv >"$work/a.csv"
    outcome 0 "$work/a.csv" "$work/a.csv" --fail-above 0
    [ "$(pick verdict <"$work/rows" | sort -u)" = same ]
    [ "$(grep -c 'not known' "$work/err")" -eq 0 ] # no clock, no machine
    awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "digest") d = i }
                      $2 == "ring" { $d = ($d ~ /^0/ ? "1" : "0") substr($d, 2) } { print }' "$work/a.csv" >"$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv"
    outcome 1 "$work/a.csv" "$work/b.csv" --fail-above 50
    [ "$(pick case figure verdict <"$work/rows" | grep -v same)" = 'ring xxh3 nodes=10 vnodes=20,digest,changed' ]
    grep -q '^ringmark: ring xxh3 nodes=10 vnodes=20: digest: changed' "$work/err"
}

@test "fewer bytes do not fail, more do; instructions from the threshold on" {
    printf 'case,memory_bytes,instructions,digest\na,100,1000000,00ff\n' >"$work/a.csv"
    printf 'case,memory_bytes,instructions,digest\na,90,1001300,00ff\n' >"$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv" --fail-above 2
    [ "$(pick figure change_pct verdict <"$work/rows")" = $'memory_bytes,-10,changed\ninstructions,0.13,changed\ndigest,,same' ]
    outcome 1 "$work/b.csv" "$work/a.csv" --fail-above 2
    printf 'case,memory_bytes,instructions,digest\na,100,1030000,00ff\n' >"$work/c.csv"
    outcome 1 "$work/a.csv" "$work/c.csv" --fail-above 2
    outcome 0 "$work/c.csv" "$work/a.csv" --fail-above 2
    printf 'case,memory_bytes,instructions,digest\na,100,1000900,00ff\n' >"$work/d.csv"
    outcome 0 "$work/a.csv" "$work/d.csv" --fail-above 0
    [ "$(pick figure verdict <"$work/rows" | grep instructions)" = instructions,same ]
}

@test "an exact figure that differs within one file is invalid, not changed" {
    printf 'case,launch,digest\na,1,00ff\na,2,00fe\n' >"$work/a.csv"
    outcome 0 "$work/a.csv" "$work/a.csv" --fail-above 0
    [ "$(pick verdict reason <"$work/rows")" = 'invalid,base has several values of it' ]
}

@test "numbers of more digits than a double has are told apart" {
    printf 'case,checksum\na,9007199254740993\n' >"$work/a.csv"
    printf 'case,checksum\na,9007199254740992\n' >"$work/b.csv"
    outcome 1 "$work/a.csv" "$work/b.csv" --fail-above 0
    [ "$(pick base head verdict <"$work/rows")" = 9007199254740993,9007199254740992,changed ]
}

@test "two files of hyperfine with one command each are one case, whatever the command" {
    for side in old new; do
        printf '{"results": [{"command": "%s/tool", "times": [%s]}]}' $side "$(seq -s , 1 12)" >"$work/$side.json"
    done
    "$RINGMARK" compare "$work/old.json" "$work/new.json" --format csv >"$work/csv" 2>"$work/err"
    [ "$(pick case n_base n_head verdict <"$work/csv")" = 'old/tool,12,12,inconclusive' ]
    grep -q "'old/tool' is compared with 'new/tool'" "$work/err"
}

@test "files without a common case are refused, not passed" {
    printf 'hash,ns\na,1\n' >"$work/a.csv"
    printf 'hash,ns\nb,1\n' >"$work/b.csv"
    refused 'no case is in both files' compare "$work/a.csv" "$work/b.csv" --fail-above 10
}

@test "cases of one file are new or gone, and no failure" {
    printf 'case,digest\na,1f\nb,2f\n' >"$work/a.csv"
    printf 'case,digest\nb,2f\nc,3f\n' >"$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv" --fail-above 0
    [ "$(pick case base head verdict <"$work/rows")" = $'a,1f,,gone\nb,2f,2f,same\nc,,3f,new' ]
}

@test "cases are found by their keys, whatever the order of rows and columns" {
    printf 'algorithm,hash,nodes,digest\nring,xxh3,10,aa\nring,md5,10,bb\njump,md5,5,cc\n' >"$work/a.csv"
    printf 'digest,nodes,hash,algorithm,later\ncc,5,md5,jump,\nbb,10,md5,ring,\naa,10,xxh3,ring,\n' >"$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv"
    [ "$(pick case verdict <"$work/rows")" = $'ring xxh3 nodes=10,same\nring md5 nodes=10,same\njump md5 nodes=5,same' ]
}

@test "results of the commands compare with themselves" {
    local file
    for file in build hash lookup move rivals skew; do
        outcome 0 "$BATS_TEST_DIRNAME/../../results/published/$file.csv" "$BATS_TEST_DIRNAME/../../results/published/$file.csv" --fail-above 0
        [ "$(pick verdict <"$work/rows" | sort -u | grep -v -e '^same$' -e '^no test: n=1$')" = '' ]
        [ "$(grep -c warning "$work/err")" -eq 0 ]
    done
    for file in 'shares --keys 1000' 'diff --nodes 3 --against --nodes=4' 'points --nodes 2 --vnodes 3' 'locate --keys 20' \
        'quality --hash md5 --nodes 5 --vnodes 9 --sets 4' 'plan --nodes 5 --no-measure'; do
        # shellcheck disable=SC2086
        "$RINGMARK" $file --format csv >"$work/a.csv" 2>/dev/null
        outcome 0 "$work/a.csv" "$work/a.csv" --fail-above 0
        [ "$(pick verdict <"$work/rows" | sort -u)" = same ]
    done
}

@test "raw samples of the commands are many values a case" {
    "$RINGMARK" build --quick --nodes 10 --vnodes 10 --samples "$work/a.csv" --format csv >/dev/null
    outcome 0 "$work/a.csv" "$work/a.csv" --fail-above 0
    [ "$(pick figure verdict <"$work/rows" | grep '^ns,' | sort -u | grep -cv -e inconclusive -e same)" -eq 0 ]
    [ "$(pick n_base <"$work/rows" | sort -n | head -n 1)" -gt 1 ]
}

@test "hyperfine's launches are read" {
    hyperfine_json 'skew md5' 1.01 1.02 1.00 1.03 1.01 1.02 1.04 1.00 1.01 1.02 >"$work/a.json"
    hyperfine_json 'skew md5' 1.31 1.32 1.30 1.33 1.31 1.32 1.34 1.30 1.31 1.32 >"$work/b.json"
    outcome 1 "$work/a.json" "$work/b.json" --fail-above 10
    [ "$(pick case figure unit base head n_base verdict <"$work/rows")" = 'skew md5,seconds,s,1.015,1.315,10,slower' ]
    [ "$(grep -c 'is not known' "$work/err")" -eq 2 ]
    outcome 1 "$work/a.json" "$work/b.json" --fail-above 10 --allow-mixed
    [ "$(grep -c 'is not known' "$work/err")" -eq 0 ]
    sed 's/\[0\]/[0, 1]/' "$work/a.json" >"$work/c.json"
    outcome 0 "$work/c.json" "$work/c.json"
    grep -q "'skew md5' failed in launch 2" "$work/err"
}

# machine NAME CPU ISA [STARTED]: facts beside $work/NAME.csv, whose rows are those of a slow or fast machine.
machine() {
    printf '{"isa": "%s", "started": "%s", "compiler_flags": "-O3", "machine": {"cpu": "%s", "cores": 2, "governor": null}}\n' \
        "$3" "${4:-2026-01-01T00:00:00Z}" "$2" >"$work/$1.json"
}

@test "times of different machines are refused unless they are allowed" {
    timed 100 1 20 1 >"$work/a.csv"
    cp "$work/a.csv" "$work/b.csv"
    machine a 'CPU one' avx2
    machine b 'CPU two' avx2
    refused "different machines: the CPU of $work/a.csv is 'CPU one', of $work/b.csv 'CPU two'" compare "$work/a.csv" "$work/b.csv"
    outcome 0 "$work/a.csv" "$work/b.csv" --allow-mixed
    grep -q "warning: the CPU of" "$work/err"
    machine b 'CPU one' scalar
    refused 'different machines: the ISA' compare "$work/a.csv" "$work/b.csv"
    machine b 'CPU one' avx2
    sed -i 's/-O3/-O2/' "$work/b.json"
    outcome 0 "$work/a.csv" "$work/b.csv"
    grep -q "warning: the compiler flags of .* is '-O3'" "$work/err"
    # what has no clock in it is the same everywhere
    printf 'case,digest\na,1f\n' | tee "$work/a.csv" >"$work/b.csv"
    machine b 'CPU two' scalar
    outcome 0 "$work/a.csv" "$work/b.csv"
}

@test "a baseline of another day is named" {
    timed 100 1 20 1 | tee "$work/a.csv" >"$work/b.csv"
    machine a CPU avx2 2026-01-01T00:00:00Z
    machine b CPU avx2 2026-01-11T12:00:00Z
    outcome 0 "$work/a.csv" "$work/b.csv"
    grep -q 'measured 11 days apart' "$work/err"
    machine b CPU avx2 2026-01-01T09:00:00Z
    outcome 0 "$work/a.csv" "$work/b.csv"
    [ "$(grep -c apart "$work/err")" -eq 0 ]
}

@test "bad files are one line and exit 2" {
    timed 100 1 20 1 >"$work/good.csv"
    local bad=$work/bad.csv
    bad() { printf %b "$2" >"$work/bad.csv" && refused "$1" compare "$work/good.csv" "$work/bad.csv"; }
    bad 'the file is empty' ''
    bad 'a header without rows' 'case,launch,ns\n'
    bad "bad.csv:1: no header: '1' is a number" 'a,1,100\n'
    bad "bad.csv:1: the column 'ns' is there twice" 'case,ns,ns\na,1,2\n'
    bad 'bad.csv:1: column 2 has no name' 'case,,ns\na,1,2\n'
    bad "bad.csv:3: 2 fields, but the header has 3 columns; is the file cut off?" 'case,launch,ns\na,1,100\na,2'
    bad 'bad.csv:2: 4 fields' 'case,launch,ns\na,1,100,5\n'
    bad 'bad.csv:2: a quote that is misplaced' 'case,launch,ns\n"a,1,100\n'
    bad 'no column of it is a figure' 'case,launch\na,b\n'
    bad 'no figure is in both files' 'case,digest\na,b\n'
    bad "bad.csv:2: ns is 'nan', no plain number" 'case,launch,ns\na,1,nan\n'
    bad "bad.csv:3: ns is 'inf'" 'case,launch,ns\na,1,2\na,2,inf\n'
    bad "bad.csv:2: ns is '81us', no plain number (units belong" 'case,launch,ns\na,1,81us\n'
    bad "bad.csv:2: ns is 0; a measured one is above 0" 'case,launch,ns\na,1,0\n'
    bad "bad.csv:2: ns is -5; a measured one is above 0" 'case,launch,ns\na,1,-5\n'
    bad "bad.csv:3: the case 'a' is there already (2)" 'case,launch,ns\na,1,5\na,1,6\n'
    bad "JSON that cannot be read" '{"results": [{"command": "a", "times": [1, 2'
    bad "JSON without 'results'" '[{"case": "a", "ns": 1}]\n'
    bad "result 1 has no 'command' or no 'times'" '{"results": [{"command": "a"}]}'
    bad 'a header without rows' '{"results": []}'
    printf 'case,latency_ns\na,5\n' >"$work/good.csv"
    bad 'other units: ' 'case,latency_us\na,5\n'
    printf 'case,us_median\na,5\n' >"$work/good.csv"
    bad 'other units: ' 'case,ns_median\na,5\n'
    head -c 300 /dev/zero >"$bad"
    refused 'a NUL byte' compare "$work/good.csv" "$bad"
    refused 'No such file' compare "$work/good.csv" "$work/missing.csv"
    refused 'a folder' compare "$work" "$work/good.csv"
    refused 'compare takes two files' compare "$work/good.csv"
    refused 'compare takes two files' compare "$work/good.csv" "$work/good.csv" "$work/good.csv"
    refused 'has no use for --nodes' compare "$work/good.csv" "$work/good.csv" --nodes 3
    refused 'are the same file' compare "$work/good.csv" "$work/good.csv" --output "$work/good.csv"
    hyperfine_json a 1 2 >"$work/h.json"
    refused 'h.json of --output' compare "$work/h.json" "$work/h.json" --output "$work/h.csv"
    printf '{"machine": {"cpu": ' >"$work/good.json"
    refused 'is the file cut off?' compare "$work/good.csv" "$work/good.csv"
}

@test "formats hold the same rows; Markdown is a table that GitHub shows" {
    printf 'case,digest\na|b,1f\n' >"$work/a.csv"
    "$RINGMARK" compare "$work/a.csv" "$work/a.csv" --format markdown >"$work/md" 2>/dev/null
    [ "$(sed -n 2p "$work/md")" = '| :--- | :--- | :--- | :--- | ---: | ---: | :--- |' ]
    grep -qF '| a\|b | digest |' "$work/md"
    [ "$(wc -l <"$work/md")" -eq 3 ]
    "$RINGMARK" compare "$work/a.csv" "$work/a.csv" --format json 2>/dev/null | grep -q '"verdict": "same"'
}
