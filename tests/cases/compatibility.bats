#!/usr/bin/env bats
# Two programs that should agree on a ring.

setup() {
    RINGMARK=${RINGMARK:-build/ringmark}
    work=$BATS_TEST_TMPDIR
    load cases.bash
}

@test "libmemcached without weights has a point a hash, with them four" {
    [ "$("$RINGMARK" shares --preset libmemcached --nodes 3 | pick points | sort -u)" = 100 ]
    [ "$("$RINGMARK" shares --preset libmemcached-weighted --nodes 3 | pick points | sort -u)" = 160 ]
    # Jenkins' hash, 32 bits, as client libraries in other languages must compute it
    echo apple | "$RINGMARK" locate --preset libmemcached --hash murmur --nodes 2 | cells hash >"$work/found"
    [ $((16#$(cat "$work/found"))) -eq 4142305122 ]
}

@test "a key above the last point goes to the first, a key on a point to its owner" {
    printf '%s\n' 100 200 300 >"$work/nodes"
    printf '%s\n' 0 100 101 300 301 18446744073709551615 |
        "$RINGMARK" locate --nodes-file "$work/nodes" --hash u64 --label '{name}' --vnodes 1 2>"$work/err" | pick node >"$work/found"
    printf '%s\n' 100 100 200 300 100 100 | diff - "$work/found"
}

@test "a namespace before every key is another key, and shares do not change" {
    seq -f key-%g 20000 >"$work/keys"
    sed 's/^/app:/' "$work/keys" >"$work/spaced"
    for file in keys spaced; do
        "$RINGMARK" locate --preset libmemcached --hash md5 --nodes 4 --keys-file "$work/$file" | cells node >"$work/$file.nodes"
        "$RINGMARK" shares --preset libmemcached --hash md5 --nodes 4 --keys-file "$work/$file" | pick share >"$work/$file.shares"
    done
    cmp "$work/keys.shares" "$work/spaced.shares"
    # hashed on one side only: three of four keys are looked for where they are not
    near "$(paste "$work/keys.nodes" "$work/spaced.nodes" | awk '$1 != $2' | wc -l)" 15000 400
    # between marks it is hashed on no side
    sed 's/.*/app:{&}/' "$work/keys" | "$RINGMARK" locate --nodes 4 --hash-tag '{}' --keys-file - | pick node >"$work/tagged"
    "$RINGMARK" locate --nodes 4 --keys-file "$work/keys" | pick node | cmp - "$work/tagged"
}

@test "named servers of one host keep their map when a port changes, unnamed ones do not" {
    printf '%s\n' name,alias 192.168.0.9:6380,r1 192.168.0.9:6381,r2 192.168.0.9:6382,r3 192.168.0.9:6383,r4 >"$work/before"
    sed s/6380/7000/ "$work/before" >"$work/after"
    moved() {
        "$RINGMARK" diff --preset twemproxy --nodes-file "$1" --against "--nodes-file $2" 2>"$work/err" >"$work/csv"
        sed 1d "$work/csv" | wc -l
    }
    [ "$(moved "$work/before" "$work/after")" -eq 0 ]
    cut -d, -f1 "$work/before" >"$work/plain"
    cut -d, -f1 "$work/after" >"$work/moved"
    [ "$(moved "$work/plain" "$work/moved")" -gt 4 ]
}

@test "a ring is the same in every run and with every kernel" {
    options=(--names '{hex:16}' --nodes 20 --vnodes 50 --hash md5)
    "$RINGMARK" points "${options[@]}" >"$work/points"
    for isa in $("$RINGMARK" list kernels --format csv | cells name can | awk "/here/ { print \$1 }"); do
        RINGMARK_ISA=$isa "$RINGMARK" points "${options[@]}" 2>"$work/err" | cmp - "$work/points"
    done
}
