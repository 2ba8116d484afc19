#!/usr/bin/env bats
# locate: which node owns each key, and by which point.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

# naive KEY WANTED: "hash point node node.." of the ring in $work/ring, by a walk from the first point at or after.
naive() {
    awk -v hash="$(crc32_of "$1")" -v wanted="$2" '
        { position[NR] = $1; node[NR] = $2 }
        END { start = 1
              for (i = NR; i >= 1; i--) if (position[i] >= hash) start = i
              printf "%08x,%08x", hash, position[start]
              for (i = 0; i < NR && found < wanted; i++) {
                  name = node[(start - 1 + i) % NR + 1]
                  if (!(name in seen)) { printf ",%s", name; seen[name] = 1; found++ } }
              print "" }' "$work/ring"
}

@test "owners, points and replicas are those of a walk along the ring" {
    crc32_ring 4 a b c d >"$work/ring"
    printf 'd\nb\na\nc\n' >"$work/nodes.csv"
    seq 1 40 | sed 's/^/key:/' >"$work/keys"
    while read -r key; do
        echo "$key,$(naive "$key" 3)"
    done <"$work/keys" >"$work/expected"
    "$RINGMARK" locate --nodes-file "$work/nodes.csv" --vnodes 4 --hash crc32 --replicas 3 <"$work/keys" >"$work/found"
    [ "$(head -1 "$work/found")" = 'key,hash,point,node,node_2,node_3' ]
    diff "$work/expected" <(tail -n +2 "$work/found")
    "$RINGMARK" locate --nodes-file "$work/nodes.csv" --vnodes 4 --hash crc32 --keys-file "$work/keys" | tail -n +2 |
        diff <(cut -d, -f1-4 "$work/expected") -
}

@test "the point of a key is a point of the ring" {
    "$RINGMARK" points --nodes 5 | pick position node | sort >"$work/points"
    "$RINGMARK" locate --nodes 5 --keys 200 | pick point node | sort -u >"$work/found"
    [ "$(wc -l <"$work/found")" -gt 100 ]
    [ "$(comm -12 "$work/points" "$work/found" | wc -l)" -eq "$(wc -l <"$work/found")" ]
}

@test "empty keys, keys with commas and a last line without an end are keys" {
    printf 'a\n\nx,y\nlast' | "$RINGMARK" locate --nodes 2 | cut -d, -f1 | head -3 >"$work/found"
    printf 'key\na\n""\n' | diff - "$work/found"
    [ "$(printf 'a\n\nx,y\nlast' | "$RINGMARK" locate --nodes 2 | wc -l)" -eq 5 ]
    [ "$(printf 'x,y' | "$RINGMARK" locate --nodes 2 | tail -1 | cut -c1-6)" = '"x,y",' ]
}

@test "generated keys repeat with their seed" {
    "$RINGMARK" locate --keys 20 >"$work/1"
    "$RINGMARK" locate --keys 20 | cmp "$work/1" -
    [ "$(wc -l <"$work/1")" -eq 21 ]
    "$RINGMARK" locate --keys 20 --seed 2 >"$work/2"
    [ "$(sort "$work/1" "$work/2" | uniq -d)" = 'key,hash,point,node' ]
}

@test "only what stands between the marks is hashed" {
    printf 'user:{42}:a\nuser:{42}:b\n{42}\n42\n' | "$RINGMARK" locate --hash-tag '{}' | pick hash node | sort -u >"$work/found"
    [ "$(wc -l <"$work/found")" -eq 1 ]
}

@test "jump and modulo have owners without points" {
    for algorithm in jump modulo; do
        echo key | "$RINGMARK" locate --algorithm "$algorithm" --nodes 3 | pick point node | grep -q '^,node-0-[012]$'
    done
    # modulo by hand: CRC-32 of "key" over three nodes
    [ "$(echo key | "$RINGMARK" locate --algorithm modulo --hash crc32 --nodes 3 | pick node)" = "node-0-$(($(crc32_of key) % 3))" ]
}

@test "the largest hash wraps to the first point" {
    # u64 keys are positions; one point owns the whole circle
    printf '0\n18446744073709551615\n' | "$RINGMARK" locate --nodes 1 --vnodes 1 --hash u64 --node-hash xxh3 |
        pick hash node | diff - <(printf '0000000000000000,node-0-0\nffffffffffffffff,node-0-0\n')
}

@test "a reader that goes away ends the run quietly" {
    "$RINGMARK" locate --keys 1000000 2>"$work/err" | head -2 >"$work/out"
    [ ! -s "$work/err" ]
    [ "$(wc -l <"$work/out")" -eq 2 ]
}

@test "what cannot be located is refused in one line" {
    refused '--replicas 4' locate --nodes 3 --replicas 4
    refused 'at most' locate --nodes 100 --replicas 70
    refused '' locate --algorithm jump --replicas 2
    printf 'x\n' >"$work/keys"
    refused 'not a decimal number' locate --hash u64 --node-hash xxh3 --keys-file "$work/keys"
}
