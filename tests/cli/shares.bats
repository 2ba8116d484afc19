#!/usr/bin/env bats
# shares: what each node owns, exactly and by keys.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load csv.bash
}

shares() {
    "$RINGMARK" shares "$@"
}

@test "shares of a CRC-32 ring are its arcs to the last value" {
    crc32_ring 4 a b c | awk '
        { own[$2] += NR == 1 ? $1 + 1 : $1 - last; last = $1; if (NR == 1) first = $2 }
        END { own[first] += 4294967295 - last
              for (node in own) printf "%s,%.17g\n", node, own[node] / 4294967296 }' | sort >"$work/expected"
    printf 'a\nb\nc\n' >"$work/nodes.csv"
    shares --nodes-file "$work/nodes.csv" --vnodes 4 --hash crc32 | pick node share >"$work/found"
    diff "$work/expected" "$work/found"
}

@test "shares add up to one and are relative to the weight" {
    printf 'name,weight\nheavy,3\nlight,1\nout,0\n' >"$work/nodes.csv"
    shares --nodes-file "$work/nodes.csv" >"$work/csv"
    near "$(pick share <"$work/csv" | awk '{ s += $1 } END { printf "%.17g", s }')" 1 1e-15
    [ "$(pick node weight points method <"$work/csv" | tr '\n' ' ')" = \
        'heavy,3,480,exact light,1,160,exact out,0,0,exact ' ]
    [ "$(pick share relative_share <"$work/csv" | tail -1)" = '0,' ]
    pick share relative_share <"$work/csv" | head -2 |
        awk -F, '{ d = $2 - $1 / (NR == 1 ? .75 : .25); exit !(d < 1e-8 && d > -1e-8) }'
}

@test "rows keep the order of the node table" {
    printf 'z\nm\na\n' >"$work/nodes.csv"
    [ "$(shares --nodes-file "$work/nodes.csv" | pick node | tr '\n' ' ')" = 'z m a ' ]
}

@test "keys come beside the exact shares, and every key counts once" {
    printf '%s\n' one two three '' five >"$work/keys"
    shares --nodes 3 --keys-file "$work/keys" >"$work/csv"
    [ "$(pick keys <"$work/csv" | awk '{ s += $1 } END { print s }')" -eq 5 ]
    for node in 0 1 2; do
        [ "$("$RINGMARK" locate --nodes 3 --keys-file "$work/keys" | grep -c ",node-0-$node\$")" -eq \
            "$(grep "^node-0-$node," "$work/csv" | cut -d, -f7)" ]
    done
    [ "$(shares --nodes 3 | pick keys key_share | sort -u)" = ',' ]
}

@test "sampled shares come near to the exact ones" {
    shares --keys 1000000 | pick share key_share | awk -F, '{ d = $1 - $2; if (d > .002 || d < -.002) exit 1 }'
    shares --keys 100 | pick method | sort -u | grep -qx exact
}

@test "jump is sampled, modulo is exact" {
    shares --algorithm jump --nodes 4 >"$work/csv"
    [ "$(pick points method <"$work/csv" | sort -u)" = ',sampled' ]
    [ "$(pick keys <"$work/csv" | awk '{ s += $1 } END { print s }')" -eq 1000000 ]
    [ "$(shares --algorithm modulo --nodes 4 | pick share | sort -u)" = 0.25 ]
    # CRC-32 values do not divide by three: one node owns one value more
    [ "$(shares --algorithm modulo --nodes 3 --hash crc32 | pick share | awk '{ printf "%d ", $1 * 4294967296 }')" = \
        '1431655766 1431655765 1431655765 ' ]
}

@test "one node owns all" {
    [ "$(shares --nodes 1 --vnodes 1 | pick node share relative_share)" = 'node-0-0,1,1' ]
}

@test "weighted keys count their weight" {
    printf 'a,1\nb,2.5\n' >"$work/keys"
    near "$(shares --nodes 2 --keys-file "$work/keys" --key-weights | pick keys | awk '{ s += $1 } END { print s }')" 3.5 1e-12
}

@test "real words over weighted nodes" {
    words=/usr/share/dict/words
    [ -r "$words" ] || skip 'wamerican is not installed'
    printf 'name,weight\nsmall,1\nbig,2\nhuge,4\n' >"$work/nodes.csv"
    shares --nodes-file "$work/nodes.csv" --keys-file "$words" >"$work/csv"
    [ "$(pick keys <"$work/csv" | awk '{ s += $1 } END { print s }')" -eq "$(wc -l <"$words")" ]
    pick share key_share <"$work/csv" | awk -F, '{ d = $1 - $2; if (d > .01 || d < -.01) exit 1 }'
}

@test "an order of nodes changes nothing but the rows" {
    printf 'a\nb\nc\n' >"$work/1.csv"
    printf 'c\na\nb\n' >"$work/2.csv"
    shares --nodes-file "$work/1.csv" | pick node share >"$work/found"
    [ "$(cut -d, -f1 "$work/found" | tr -d '\n')" = abc ]
    shares --nodes-file "$work/2.csv" | pick node share | sort | diff "$work/found" -
}

@test "groups own what their nodes own together" {
    printf 'name,weight,zone\na:1,1,x\nb:1,2,y\na:2,0,x\nc:1,4,y\n' >"$work/nodes.csv"
    shares --nodes-file "$work/nodes.csv" --keys 1000 >"$work/csv"
    shares --nodes-file "$work/nodes.csv" --keys 1000 --group-by zone >"$work/zones"
    [ "$(pick node weight points nodes <"$work/zones" | tr '\n' ' ')" = 'x,1,160,2 y,6,960,2 ' ]
    [ "$(pick node nodes <"$work/csv" | cut -d, -f2 | sort -u)" = '' ]
    pick share keys <"$work/csv" | awk -F, '{ s[NR] = $1; k[NR] = $2 } END { printf "%.15g,%d\n%.15g,%d\n", s[1] + s[3], k[1] + k[3], s[2] + s[4], k[2] + k[4] }' >"$work/expected"
    pick share keys relative_share <"$work/zones" | while IFS=, read -r share keys relative; do
        IFS=, read -r expected expected_keys <&3
        near "$share" "$expected" 1e-14
        [ "$keys" -eq "$expected_keys" ]
        fair=$([ "$expected_keys" -lt 500 ] && echo 1 || echo 6)
        near "$relative" "$(awk -v s="$share" -v f="$fair" 'BEGIN { print s * 7 / f }')" 1e-5
    done 3<"$work/expected"
    [ "$(shares --nodes-file "$work/nodes.csv" --group-by host | pick node nodes | tr '\n' ' ')" = 'a,2 b,1 c,1 ' ]
}
