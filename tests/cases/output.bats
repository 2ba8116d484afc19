#!/usr/bin/env bats
# Rows that other programs read.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

# rectangular: CSV (RFC 4180) on stdin is one header with distinct names, rows as wide, and no preamble.
rectangular() {
    awk 'function fields(line,    i, c, quoted, count) {
             count = 1
             for (i = 1; i <= length(line); i++) {
                 c = substr(line, i, 1)
                 if (c == "\"") quoted = !quoted
                 else if (c == "," && !quoted) count++
             }
             return quoted ? -1 : count
         }
         NR == 1 { width = split($0, names, ",")
                   for (i = 1; i <= width; i++) if (names[i] !~ /^[a-z][a-z0-9_]*$/ || seen[names[i]]++) bad = 1 }
         fields($0) != width { print "line " NR ": " fields($0) " fields of " width; bad = 1 }
         END { exit bad || NR < 2 }'
}

# Names that need quotes.
odd_nodes() {
    printf '%s\n' 'a "quoted"' 'with,comma' plain | sed 's/"/""/g; s/.*/"&"/' >"$work/nodes"
}

@test "every command prints one header and rows of its width, whatever the names" {
    odd_nodes
    common=(--nodes-file "$work/nodes" --format csv)
    printf '%s\n' 'key,with,commas' '"' '' plain >"$work/keys"
    "$RINGMARK" skew "${common[@]}" --keys 100 | rectangular
    "$RINGMARK" shares "${common[@]}" --keys-file "$work/keys" | rectangular
    "$RINGMARK" move "${common[@]}" --change add,remove --keys 100 | rectangular
    "$RINGMARK" locate "${common[@]}" --replicas 2 --keys-file "$work/keys" | rectangular
    "$RINGMARK" points "${common[@]}" --vnodes 3 | rectangular
    "$RINGMARK" diff "${common[@]}" --against '--vnodes 7' 2>"$work/err" | rectangular
    "$RINGMARK" lookup "${common[@]}" --verify | rectangular
    "$RINGMARK" build "${common[@]}" --verify | rectangular
    "$RINGMARK" hash --verify --format csv | rectangular
    "$RINGMARK" list --format csv | rectangular
}

@test "figures have six digits or more, and no unit behind them" {
    "$RINGMARK" skew --nodes 7 --vnodes 10 | pick peak_mean min_mean cv effective_vnodes ideal_cv | tr , '\n' >"$work/figures"
    "$RINGMARK" shares --nodes 7 --vnodes 10 | pick share relative_share | tr , '\n' >>"$work/figures"
    "$RINGMARK" move --nodes 7 --vnodes 10 | pick moved worst_heir | tr , '\n' | sed '/^$/d' >>"$work/figures"
    awk '!/^[0-9]+(\.[0-9]+)?(e-[0-9]+)?$/ { bad = 1 }
         { digits = $0; sub(/e.*/, "", digits); gsub(/^0*\.0*|\./, "", digits); if (length(digits) < 6) bad = 1 }
         END { exit bad || NR < 20 }' "$work/figures"
}

@test "times, bytes and fractions have their units in their names" {
    for command in 'lookup --verify' 'hash --verify' 'build --verify'; do
        # shellcheck disable=SC2086
        "$RINGMARK" $command --format csv | head -1 | tr , '\n'
    done | sort -u >"$work/columns"
    [ "$(grep -cE '^ns_|_ns$' "$work/columns")" -ge 7 ]
    # what is measured is never in milliseconds or seconds beside them
    grep -E '(^|_)(ms|us|s|sec|seconds|millis)(_|$)|latency|time' "$work/columns" | sed '/per_second/d; /^change_every_us$/d' >"$work/others"
    [ ! -s "$work/others" ]
    grep -qx memory_bytes "$work/columns"
}

@test "shares name each node's points, weight, part and counted keys" {
    "$RINGMARK" shares --nodes 3 --keys 3000 --format csv >"$work/csv"
    [ "$(head -1 "$work/csv")" = node,weight,points,method,share,relative_share,keys,key_share,nodes ]
    [ "$(pick keys <"$work/csv" | awk '{ s += $1 } END { print s }')" = 3000 ]
}

@test "locate shows the text that is hashed, its hash, the point and the node" {
    printf '%s\n' 'user:{42}:cart' 'user:{42}:name' | "$RINGMARK" locate --nodes 5 --hash-tag '{}' --format csv >"$work/csv"
    [ "$(pick hash point node <"$work/csv" | sort -u | wc -l)" -eq 1 ]
    [ "$(pick hash <"$work/csv" | head -1)" = "$(echo 42 | "$RINGMARK" locate --nodes 5 | pick hash)" ]
    IFS=, read -r point node < <(pick point node <"$work/csv")
    "$RINGMARK" points --nodes 5 | pick position node | grep -qx "$point,$node"
}
