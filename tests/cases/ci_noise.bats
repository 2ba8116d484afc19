#!/usr/bin/env bats
# Series of timings on which people's gates alarmed for nothing, or not at all.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

# verdicts ARGUMENTS...: of compare, with --fail-above 10; it must not fail.
verdicts() {
    "$RINGMARK" compare "$@" --fail-above 10 --format csv >"$work/rows" 2>"$work/err"
    pick verdict <"$work/rows" | sort | uniq -c | awk '{ n = $1; sub(/^ *[0-9]+ /, ""); print n, $0 }'
}

reasons() {
    pick reason <"$work/rows" | sort -u
}

# one NAME COLUMN VALUE: a file of one case and one value.
one() {
    printf 'case,%s\nsuite,%s\n' "$2" "$3" >"$work/$1.csv"
}

# noisy NAME CASES LAUNCHES SEED PERCENT [FACTOR]: launches of a millisecond, that scatter by a normal law.
noisy() {
    awk -v cases="$2" -v n="$3" -v seed="$4" -v sd="$5" -v factor="${6:-1}" 'BEGIN {
        srand(seed)
        print "case,launch,ns"
        for (c = 1; c <= cases; c++) for (i = 1; i <= n; i++)
            printf "case %d,%d,%.3f\n", c, i, 1e6 * factor * exp(sd / 100 * sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand())) }' >"$work/$1.csv"
}

@test "single values of successive commits, 4455 to 9129 a second, alarm nobody" {
    local values=(4455 5259 9129 4485) i
    for i in 1 2 3; do
        one base ops_per_second "${values[i - 1]}"
        one head ops_per_second "${values[i]}"
        [ "$(verdicts "$work/base.csv" "$work/head.csv")" = '1 no test: n=1' ]
        [ "$(reasons)" = 'one value says nothing of its noise; repeat 9 times or more' ]
    done
    { echo case,figure,revision,value
      for i in 0 1 2 3; do echo "suite,ops_per_second,r$i,${values[i]}"; done; } >"$work/history.csv"
    [ "$("$RINGMARK" history "$work/history.csv" --format csv | pick verdict)" = 'no test: n=4' ]
}

@test "two single values of a machine that drifts, 375.8 and 427.5 ms, alarm nobody" {
    one base total_ms 375.8
    one head total_ms 427.5
    [ "$(verdicts "$work/base.csv" "$work/head.csv")" = '1 no test: n=1' ]
}

@test "a baseline of long ago, 6.57 ms where 1.8 are right, is named as one" {
    one base total_ms 6.57
    one head total_ms 4.14
    printf '{"started": "2026-01-01T00:00:00Z", "machine": {}}\n' >"$work/base.json"
    printf '{"started": "2026-03-01T00:00:00Z", "machine": {}}\n' >"$work/head.json"
    [ "$(verdicts "$work/base.csv" "$work/head.csv")" = '1 no test: n=1' ]
    grep -q 'measured 59 days apart; an old baseline is none' "$work/err"
}

@test "69 cases within five per cent give no alarm; their instructions tell .13 %" {
    { echo case,launch,ns,instructions
      awk 'BEGIN { srand(6); for (c = 1; c <= 69; c++) for (i = 1; i <= 12; i++)
          printf "case %d,%d,%.3f,%d\n", c, i, 1e6 * (.95 + .1 * rand()), 1000000 }'; } >"$work/base.csv"
    { echo case,launch,ns,instructions
      awk 'BEGIN { srand(7); for (c = 1; c <= 69; c++) for (i = 1; i <= 12; i++)
          printf "case %d,%d,%.3f,%d\n", c, i, 1e6 * (.95 + .1 * rand()), 1001300 }'; } >"$work/head.csv"
    verdicts "$work/base.csv" "$work/head.csv" >"$work/found"
    [ "$(grep -c -e slower -e faster "$work/found")" -eq 0 ]
    grep -q '^69 changed' "$work/found"
    [ "$(pick figure change_pct <"$work/rows" | grep instructions | sort -u)" = instructions,0.13 ]
}

@test "noise of 10 to 30 per cent is no slowdown, and says what it hides" {
    for sd in 10 20 30; do
        noisy base 40 9 "1$sd" "$sd"
        noisy head 40 9 "2$sd" "$sd"
        [ "$(verdicts "$work/base.csv" "$work/head.csv" | grep -c -e slower -e faster)" -eq 0 ]
        [ "$(pick visible_pct <"$work/rows" | awk -v sd="$sd" '$1 < sd' | wc -l)" -eq 0 ]
    done
    reasons | grep -q 'within the noise of base'
}

@test "a difference of launches of one build, up to 21.9 %, is no claim" {
    # one launch a side, each with a level of its own: many observations do not make it more
    awk 'BEGIN { print "case,block,ns"; for (i = 0; i < 100; i++) print "a," i "," 100 + i % 7 }' >"$work/base.csv"
    awk 'BEGIN { print "case,block,ns"; for (i = 0; i < 100; i++) print "a," i "," 109 + i % 7 }' >"$work/head.csv"
    [ "$(verdicts "$work/base.csv" "$work/head.csv")" = '1 inconclusive' ]
    [ "$(reasons)" = 'not clear of the 10 % that single launches of one build differ by' ]
    # launches whose levels differ by 21.9 %: the difference of the medians is smaller than that of halves of one file
    awk 'BEGIN { print "case,launch,ns"; for (i = 0; i < 20; i++) print "a," i "," (i < 10 ? 100 : 121.9) + i % 3 }' >"$work/base.csv"
    awk 'BEGIN { print "case,launch,ns"; for (i = 0; i < 20; i++) print "a," i "," (i < 10 ? 116 : 125) + i % 3 }' >"$work/head.csv"
    [ "$(verdicts "$work/base.csv" "$work/head.csv" | grep -c slower)" -eq 0 ]
}

@test "sessions whose ratios are .87 to 1.04, and 3.3 % after repetition, are no claim" {
    local ratio
    noisy base 1 30 1 .5
    for ratio in .967 1.033; do
        noisy head 1 30 2 .5 "$ratio"
        [ "$(verdicts "$work/base.csv" "$work/head.csv" | grep -c -e slower -e faster)" -eq 0 ]
    done
    # what is clear of them is found
    noisy head 1 30 2 .5 1.08
    [ "$(verdicts "$work/base.csv" "$work/head.csv")" = '1 slower' ]
}

@test "a median coefficient of variation of 10.7 % gives no alarm" {
    noisy base 30 10 9 10.7
    noisy head 30 10 10 10.7
    [ "$(verdicts "$work/base.csv" "$work/head.csv" | grep -c -e slower -e faster)" -eq 0 ]
}

@test "allocations are gated by themselves, whatever the time does" {
    printf 'case,ns_median,allocations\na,100,7\n' >"$work/base.csv"
    printf 'case,ns_median,allocations\na,300,7\n' >"$work/head.csv"
    verdicts "$work/base.csv" "$work/head.csv" >"$work/found"
    printf '%s\n' '1 no test: n=1' '1 same' | diff - "$work/found"
    printf 'case,ns_median,allocations\na,90,8\n' >"$work/head.csv"
    run "$RINGMARK" compare "$work/base.csv" "$work/head.csv" --fail-above 10
    [ "$status" -eq 1 ]
}

@test "counters that a machine does not have are no figures" {
    printf 'case,digest,instructions\na,ff,1000\n' >"$work/base.csv"
    printf 'case,digest,instructions\na,ff,\n' >"$work/head.csv"
    verdicts "$work/base.csv" "$work/head.csv" >"$work/found"
    printf '%s\n' '1 gone' '1 same' | diff - "$work/found"
}

@test "two repetitions are told that nine are needed" {
    noisy base 1 2 1 3
    noisy head 1 2 2 3 1.5
    [ "$(verdicts "$work/base.csv" "$work/head.csv")" = '1 inconclusive' ]
    [ "$(reasons)" = '2 and 2 values cannot give p below 0.33 (0.01 is needed); repeat 9 times or more' ]
}

@test "clocks of 3.6 to 4.2 GHz are seen by their governors" {
    noisy base 1 20 1 2
    noisy head 1 20 2 2 1.15
    printf '{"machine": {"cpu": "x", "governor": "performance"}}\n' >"$work/base.json"
    printf '{"machine": {"cpu": "x", "governor": "powersave"}}\n' >"$work/head.json"
    run "$RINGMARK" compare "$work/base.csv" "$work/head.csv"
    [ "$status" -eq 0 ]
    [[ $output == *"warning: the frequency governor of $work/base.csv is 'performance', of $work/head.csv 'powersave'"* ]]
}

@test "processes that vary by 10 to 20 per cent, or a drift beyond a gate of 25, give no alarm" {
    noisy base 20 9 31 15
    noisy head 20 9 32 15
    [ "$(verdicts "$work/base.csv" "$work/head.csv" | grep -c -e slower -e faster)" -eq 0 ]
    # one session that slows down by a third while it runs, and one that does so a little later
    awk 'BEGIN { print "case,launch,ns"; for (i = 0; i < 20; i++) print "a," i "," 100 + 1.7 * i }' >"$work/base.csv"
    awk 'BEGIN { print "case,launch,ns"; for (i = 0; i < 20; i++) print "a," i "," 114 + 1.7 * i }' >"$work/head.csv"
    [ "$(verdicts "$work/base.csv" "$work/head.csv" | grep -c slower)" -eq 0 ]
    # what has no clock in it is still told
    printf 'case,digest\na,1\n' >"$work/base.csv"
    printf 'case,digest\na,2\n' >"$work/head.csv"
    run "$RINGMARK" compare "$work/base.csv" "$work/head.csv" --fail-above 25
    [ "$status" -eq 1 ]
}

@test "a history of noise alarms nobody: 97 % of such alarmed by five per cent above the last" {
    { echo case,figure,revision,value
      awk 'BEGIN { srand(77); for (c = 1; c <= 60; c++) for (i = 1; i <= 50; i++)
          printf "case %d,ns_median,r%d,%.4f\n", c, i, 100 * exp(.04 * sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand())) }'
    } >"$work/history.csv"
    # of 60 at p < .01 there may be 3 (P = .02) and no more
    [ "$("$RINGMARK" history "$work/history.csv" --format csv | pick verdict | grep -c change)" -le 3 ]
}
