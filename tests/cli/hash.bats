#!/usr/bin/env bats
# ringmark hash: rows and checksums.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
}

column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next }
                          { print $at }'
}

@test "the header is the documented one" {
    header='hash,isa,key_bytes,mode,samples,ns_median,ns_min,ns_p95,ns_ci_low,ns_ci_high,bytes_per_second,checksum'
    [ "$("$RINGMARK" hash --verify --format csv | head -n 1)" = "$header" ]
}

@test "there is a row for every hash, length and mode" {
    "$RINGMARK" hash --quick --repeat 1 --hash xxh3,fnv1a-32,md5 --key-bytes 4,16 --format csv >"$work/csv"
    [ "$(column hash <"$work/csv" | sort | uniq -c | awk '{ print $1, $2 }' | xargs)" = '6 fnv1a-32 6 md5 6 xxh3' ]
    paste -d' ' <(column key_bytes <"$work/csv") <(column ns_median <"$work/csv") \
        <(column bytes_per_second <"$work/csv") |
        awk '{ wanted = $1 * 1e9 / $2; if ($3 < wanted * 0.99999 || $3 > wanted * 1.00001) bad = 1 }
             END { exit bad || NR != 18 }'
}

@test "loop and batch agree on the checksum, and a hash is not another one" {
    "$RINGMARK" hash --verify --hash xxh3,xxh64,murmur3-32 --mode loop,batch --format csv >"$work/csv"
    [ "$(column checksum <"$work/csv" | sort | uniq -c | awk '$1 == 2' | wc -l)" -eq 3 ]
}

@test "a hash of numbers skips lengths that no number has" {
    "$RINGMARK" hash --verify --hash u64 --key-bytes 8,100 --mode loop --format csv >"$work/csv" 2>"$work/err"
    [ "$(column key_bytes <"$work/csv")" = 8 ]
    grep -q 'u64.*100' "$work/err"
}

@test "every hash of the list can be verified" {
    all=$("$RINGMARK" list hashes --format csv | tail -n +2 | cut -d, -f2 | paste -sd,)
    "$RINGMARK" hash --verify --hash "$all" --key-bytes 1,15,55,56,64,200 --format csv >"$work/csv" 2>"$work/err"
    [ "$(column checksum <"$work/csv" | wc -l)" -gt 300 ]
}
