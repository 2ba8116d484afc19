#!/usr/bin/env bats
# --rule: a ring's rule as a file, the printed rule of every preset that is one, and what is wrong with a file.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

presets() {
    "$RINGMARK" list presets --format csv | sed 1d | cut -d, -f2
}

# bad_rule TEXT JSON: --rule of such a file is exit 2 and one line with the file and the text.
bad_rule() {
    printf '%s\n' "$2" >"$work/bad.json"
    run "$RINGMARK" shares --rule "$work/bad.json" --nodes 3
    if [ "$status" -ne 2 ] || [ "${#lines[@]}" -ne 1 ] || [[ $output != *"--rule $work/bad.json"*"$1"* ]]; then
        echo "wanted: $1"
        echo "got $status: $output"
        return 1
    fi
}

# The same nodes for both sides; a weight is not 1 unless the preset refuses that.
nodes() {
    printf '10.1.0.%d:11211\n' 1 2 3 4 5 6 7 >"$work/plain.csv"
    printf '10.1.0.%d:%d,%d\n' 1 11211 3 2 11212 1 3 11211 9 4 80 2 >"$work/weighted.csv"
    printf 'name,alias,state\n10.1.0.1:11211,cache-a,up\n10.1.0.2:11211,b,down\n10.1.0.3:80,,up\n10.1.0.4:80,d,up\n' >"$work/states.csv"
}

@test "the printed rule of every preset that is one gives the same ring, bit for bit" {
    [ -n "${RINGMARK_LONG-}" ] || skip 'it belongs to check-long'
    nodes
    local rules=0 rings=0
    for preset in $(presets); do
        "$RINGMARK" list rule "$preset" >"$work/rule.json" 2>"$work/err" || continue
        rules=$((rules + 1))
        for list in plain weighted states; do
            for command in points shares "move --change remove:10.1.0.1:11211"; do
                # shellcheck disable=SC2086 # a command with its options
                "$RINGMARK" $command --preset "$preset" --nodes-file "$work/$list.csv" >"$work/preset" 2>"$work/err" || continue # it takes no weights
                # shellcheck disable=SC2086
                "$RINGMARK" $command --rule "$work/rule.json" --nodes-file "$work/$list.csv" >"$work/rule" 2>/dev/null
                if [[ $command == move* ]]; then # its rows name the rule and its label, too
                    diff <(pick moved_share <"$work/preset") <(pick moved_share <"$work/rule")
                else
                    diff "$work/preset" "$work/rule"
                fi
                rings=$((rings + 1))
            done
        done
    done
    [ "$rules" -ge 14 ]
    [ "$rings" -ge 60 ]
}

@test "keys go where the preset's go, and the digest of the map is the same" {
    nodes
    seq 1 2000 | sed 's/^/key:/' >"$work/keys"
    for preset in $(presets); do
        "$RINGMARK" list rule "$preset" >"$work/rule.json" 2>/dev/null || continue
        for side in --preset\ "$preset" --rule\ "$work/rule.json"; do
            # shellcheck disable=SC2086 # an option with its value
            "$RINGMARK" locate $side --nodes-file "$work/plain.csv" --keys-file "$work/keys" >"$work/${side:2:4}"
            # shellcheck disable=SC2086
            "$RINGMARK" exact $side --nodes-file "$work/plain.csv" --format json | grep -o '"digest": "[0-9a-f]*"' >"$work/map-${side:2:4}"
        done
        diff "$work/pres" "$work/rule"
        diff "$work/map-pres" "$work/map-rule"
    done
}

@test "a preset that is more than a rule says so" {
    run "$RINGMARK" list rule nginx
    [ "$status" -eq 2 ]
    [[ $output == *"nginx is no rule that --rule can say"* ]]
    run "$RINGMARK" list rule ketma
    [[ $output == *"did you mean ketama?"* ]]
}

# The numbers are those that a user of redis-rb reported (issue 1089 there): 62.46 and 37.54 %.
@test "a ring that looks back has the shares that its user counted" {
    printf '%s' '{"key_hash": "crc32", "label": "{name}:{vnode}", "vnodes": 160, "lookup": "at-or-before"}' >"$work/r.json"
    printf 'redis://1.1.1.1:6379/0\nredis://2.2.2.2:6379/0\n' >"$work/n.csv"
    "$RINGMARK" shares --rule "$work/r.json" --nodes-file "$work/n.csv" | pick share >"$work/shares"
    near "$(sed -n 1p "$work/shares")" .3753730596508831 1e-15
    near "$(sed -n 2p "$work/shares")" .6246269403491169 1e-15
}

@test "a mistake is one line with the file, the key and the words that are known" {
    local good='"key_hash": "crc32", "label": "{name}-{vnode}", "vnodes": 10'
    bad_rule "unknown 'lookp'; did you mean lookup?" "{$good, \"lookp\": \"after\"}"
    bad_rule "lookup: unknown 'at-or-befor'; did you mean at-or-before?" "{$good, \"lookup\": \"at-or-befor\"}"
    bad_rule "lookup: a text is needed" "{$good, \"lookup\": 3}"
    bad_rule "vnodes: a whole number from 0 to" '{"key_hash": "crc32", "label": "{name}", "vnodes": -1}'
    bad_rule "vnodes: it is needed" '{"key_hash": "crc32", "label": "{name}"}'
    bad_rule "key_hash: it is needed" '{"label": "{name}", "vnodes": 1}'
    bad_rule "key_hash: unknown 'crc23'; did you mean crc32?" '{"key_hash": "crc23", "label": "{name}", "vnodes": 1}'
    bad_rule "label: it is needed" '{"key_hash": "crc32", "vnodes": 1}'
    bad_rule "label: a label has {name}" '{"key_hash": "crc32", "label": "{nam}", "vnodes": 1}'
    bad_rule "label: a number's form is" '{"key_hash": "crc32", "label": "{vnode:3}", "vnodes": 1}'
    bad_rule "point_hash: keys and points have different widths" "{$good, \"point_hash\": \"sha1\"}"
    bad_rule "words: the digest has fewer words" "{$good, \"point_hash\": \"sha1\", \"words\": 6}"
    bad_rule "words: the hash of points has no digest" "{$good, \"point_hash\": \"crc32\", \"words\": 1}"
    bad_rule "circle_slots: circle_bits is given too" "{$good, \"circle_bits\": 16, \"circle_slots\": 10}"
    bad_rule "circle_bits: the hashes of keys and points are narrower" "{$good, \"circle_bits\": 33}"
    bad_rule "lookup: nearest has no meaning on a circle of slots" "{$good, \"circle_slots\": 10, \"lookup\": \"nearest\"}"
    bad_rule "total: count is not one of the shares" "{$good, \"total\": 100}"
    bad_rule "ties: where the later point moves on" "{$good, \"ties\": \"last\", \"collision\": \"next-index\"}"
    bad_rule "crc32 takes no seed" '{"key_hash": {"name": "crc32", "seed": 1}, "label": "{name}", "vnodes": 1}'
    bad_rule "md5 has 16 bytes to be cut" '{"key_hash": {"name": "md5", "bytes": [13, 4]}, "label": "{name}", "vnodes": 1}'
    bad_rule ":2: JSON that cannot be read" '{"key_hash": "crc32",'
    bad_rule "a rule is an object" '[]'
    run "$RINGMARK" shares --rule "$work/none.json"
    [ "$status" -eq 2 ]
    [[ $output == *"unable to open $work/none.json"* ]]
    run "$RINGMARK" shares --rule "$work/bad.json" --preset ketama
    [ "$status" -eq 2 ]
}

@test "a full circle is refused, never walked for ever" {
    printf '%s' '{"key_hash": "crc32", "label": "{name}-{vnode}", "vnodes": 40, "circle_slots": 100, "collision": "next-index"}' >"$work/r.json"
    run timeout 20 "$RINGMARK" points --rule "$work/r.json" --nodes 3
    [ "$status" -eq 2 ]
    [ "${#lines[@]}" -eq 1 ]
    "$RINGMARK" points --rule "$work/r.json" --nodes 2 | sed 1d >"$work/points"
    [ "$(grep -c . "$work/points")" -eq 80 ]
    [ "$(cut -d, -f1 "$work/points" | sort -u | wc -l)" -eq 80 ]
}

@test "diff sets a preset against a rule of one's own" {
    "$RINGMARK" list rule ketama >"$work/same.json"
    sed 's/"at-or-after"/"at-or-before"/' "$work/same.json" >"$work/other.json"
    "$RINGMARK" diff --preset ketama --nodes 5 --against "--rule $work/same.json" >"$work/same" 2>"$work/err"
    grep -q "they agree on all key hashes (exact)" "$work/err"
    "$RINGMARK" diff --preset ketama --nodes 5 --against "--rule $work/other.json" >"$work/other"
    pick share <"$work/other" | awk '{ sum += $1 } END { exit !(sum > 0.5) }'
}

@test "hashes of two widths are refused where keys are looked up, and listed where they are not" {
    run "$RINGMARK" shares --nodes 3 --hash crc32 --node-hash sha1
    [ "$status" -eq 2 ]
    [[ $output == *"--node-hash sha1 has 64 bits and --hash crc32 has 32"* ]]
    "$RINGMARK" shares --nodes 3 --hash crc32 --node-hash adler32 >/dev/null
    "$RINGMARK" points --nodes 3 --node-hash crc32 >/dev/null
}
