#!/usr/bin/env bats
# history: change points of series, and what was accepted.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

# series CASE FIGURE SEED NOISE LEVEL...: ten revisions at each level, r1 r2 ..., noise in per cent either way.
series() {
    awk -v name="$1" -v figure="$2" -v seed="$3" -v noise="$4" -v levels="${*:5}" 'BEGIN {
        srand(seed)
        count = split(levels, level, " ")
        for (i = 1; i <= count; i++) for (k = 0; k < 10; k++)
            printf "%s,%s,r%d,%.6f\n", name, figure, ++n, level[i] * (1 + noise / 100 * (2 * rand() - 1)) }'
}

history() {
    "$RINGMARK" history "$@" --format csv
}

@test "a step is found at its revision, with its size" {
    { echo case,figure,revision,value; series a ns_median 1 3 100 100 110 110; } >"$work/h.csv"
    [ "$(history "$work/h.csv" | head -n 1)" = case,figure,n,change_at,before,after,change_pct,p,verdict,reason ]
    history "$work/h.csv" >"$work/rows"
    IFS=, read -r name n at change p verdict < <(pick case n change_at change_pct p verdict <"$work/rows")
    [ "$name,$n,$at,$verdict" = a,40,r21,change ]
    near "$change" 10 1.5
    near "$p" 0 .001
}

@test "noise, wild values and short series are no changes" {
    { echo case,figure,revision,value
      series flat ns 2 10 100 100 100 100 100
      series wild ns 3 1 100 100 | sed '7s/,[0-9.]*$/,900/'
      series short ns 4 1 100 | head -n 9; } >"$work/h.csv"
    [ "$(history "$work/h.csv" | pick case change_at verdict)" = $'flat,,none\nwild,,none\nshort,,no test: n=9' ]
    history "$work/h.csv" | grep -q 'a change needs 16 revisions'
}

@test "several steps and several series are told apart" {
    { echo case,figure,revision,value
      series a ns 5 2 100 100 120 120 90 90 | paste -d'\n' - <(series b ns 6 2 7 7 7 9 9 9); } >"$work/h.csv"
    [ "$(history "$work/h.csv" | pick case change_at verdict)" = $'a,r21,change\na,r41,change\nb,r31,change' ]
}

@test "accepted steps split the series and are no changes" {
    { echo case,figure,revision,value; series a ns 5 2 100 100 120 120 90 90; series a digest 1 0 5; } >"$work/h.csv"
    printf 'case,revision,reason\na,r21,"new hash, wanted"\n' >"$work/accepted.csv"
    [ "$(history "$work/h.csv" "$work/accepted.csv" 2>"$work/err" | pick figure change_at verdict)" = \
        $'ns,r21,accepted\nns,r41,change\ndigest,,none' ]
    printf 'case,figure,revision\na,digest,r21\na,ns,r99\n' >"$work/accepted.csv"
    history "$work/h.csv" "$work/accepted.csv" 2>"$work/err" | pick figure change_at verdict >"$work/rows"
    [ "$(cat "$work/rows")" = $'ns,r21,change\nns,r41,change\ndigest,,none' ]
    [ "$(grep -c 'no series of .a. has a step' "$work/err")" -eq 2 ]
    printf 'case,revision,reason\n' >"$work/accepted.csv"
    [ "$(history "$work/h.csv" "$work/accepted.csv" | pick verdict | grep -c change)" -eq 2 ]
}

@test "exact figures change at once, instructions from a thousandth on" {
    printf '%s\n' case,figure,revision,value a,digest,r1,00ff a,digest,r2,00ff a,digest,r3,01ff a,peak,r1,1.5 a,peak,r2,1.50001 \
        a,instructions,r1,100000 a,instructions,r2,100050 a,instructions,r3,100150 a,instructions,r4,100200 >"$work/h.csv"
    history "$work/h.csv" | pick figure change_at before after p verdict >"$work/rows"
    printf '%s\n' digest,r3,00ff,01ff,,change peak,r2,1.5,1.50001,,change instructions,r3,100025,100175,,change | diff - "$work/rows"
}

@test "values of one revision are one point" {
    printf '%s\n' case,figure,revision,value a,ns,r1,100 a,ns,r1,104 a,ns,r1,900 a,ns,r2,1 >"$work/h.csv"
    [ "$(history "$work/h.csv" | pick n verdict)" = '2,no test: n=2' ]
}

@test "bad histories are one line and exit 2" {
    bad() { printf %b "$2" >"$work/h.csv" && refused "$1" history "$work/h.csv"; }
    bad "no column 'value'; the first line names the columns: case,figure,revision,value" 'case,figure,revision\na,b,c\n'
    bad "h.csv:3: the value 'nan' of ns" 'case,figure,revision,value\na,ns,r1,5\na,ns,r2,nan\n'
    bad "h.csv:2: the value is empty" 'case,figure,revision,value\na,ns,r1,\n'
    bad "h.csv:2: the revision is empty" 'case,figure,revision,value\na,ns,,1\n'
    bad 'the file is empty' ''
    refused 'history takes a file' history
    refused 'No such file' history "$work/missing"
    printf 'case,figure,revision,value\na,ns,r1,5\n' >"$work/h.csv"
    refused "no column 'revision'" history "$work/h.csv" <(printf 'case,reason\na,b\n')
}
