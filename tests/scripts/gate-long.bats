#!/usr/bin/env bats
# The gate on the tree as built, with one source changed. What needs no build of its own is in gate.bats.

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    here=$BATS_TEST_TMPDIR
    mkdir -p "$here/results"
}

# planted NAME: links the command with the sources in $here/NAME in front of the library
planted() {
    local objects=() source libraries
    for source in "$here/$1"/*.c; do
        # shellcheck disable=SC2086 # a compiler may be several words
        $CC -std=gnu11 -fvisibility=hidden -pthread -O3 -D_GNU_SOURCE -I. -Icore -iquote core/ring -c "$source" -o "$source.o"
        objects+=("$source.o")
    done
    read -r -a libraries <<<"$RINGMARK_LIBS"
    # shellcheck disable=SC2086
    $CC -pthread "$(dirname "$RINGMARK_STATIC")/bench/main.o" "${objects[@]}" "$(dirname "$RINGMARK_STATIC")/libbench.a" \
        "$RINGMARK_STATIC" "${libraries[@]}" -o "$here/$1/ringmark"
}

two_cases() {
    [ -n "${RINGMARK_LIBS-}" ] || skip 'needs what make check knows of the build'
    command -v valgrind >/dev/null || skip 'valgrind is not installed'
    printf 'ring/xxh3/10 --nodes 10 --keys 2048\nmodulo/xxh3/7 --algorithm modulo --nodes 7 --keys 2048\n' >"$here/cases"
}

@test "identical trees pass" {
    two_cases
    cp "$RINGMARK" "$here/copy"
    run scripts/gate --base-command "$RINGMARK" --head-command "$here/copy" --isa scalar --cases "$here/cases" --results "$here/results"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^ring\|^modulo' <<<"$output")" -eq 0 ]
}

@test "three instructions more a lookup are caught" {
    two_cases
    mkdir "$here/slow" "$here/same"
    cp core/ring/line_scalar.c core/ring/line_kernel.h "$here/same"
    cp core/ring/line_scalar.c core/ring/line_kernel.h "$here/slow"
    sed -i '/^LINE_INLINE uint32_t line_read(/,/{$/s/{$/{ __asm__ volatile("nop\\n\\tnop\\n\\tnop");/' "$here/slow/line_kernel.h"
    grep -q nop "$here/slow/line_kernel.h"
    planted slow
    planted same
    run scripts/gate --base-command "$here/same/ringmark" --head-command "$here/slow/ringmark" --isa scalar --cases "$here/cases" \
        --results "$here/results"
    echo "$output"
    [ "$status" -eq 1 ]
    grep -Eq '^ring/xxh3/10 +fail +loop_instructions .*: above \+2 % \[scalar\]' <<<"$output"
    grep -Eq '^ring/xxh3/10 +fail +batch_instructions .*: above \+2 % \[scalar\]' <<<"$output"
    [ "$(grep -c ' fail ' <<<"$output")" -eq 2 ]
}

@test "another node for one key in 10^6 is caught" {
    two_cases
    mkdir "$here/other"
    cp core/ring/ring.c "$here/other"
    # 2^64 / 10^6 positions go from one arc to the next
    sed -i '/^rmk_status rmk_ring_finish(/s/{$/{ ring->positions[7] -= 18446744073709;/' "$here/other/ring.c"
    grep -q 18446744073709 "$here/other/ring.c"
    planted other
    run scripts/gate --base-command "$RINGMARK" --head-command "$here/other/ringmark" --isa scalar --cases "$here/cases" --results "$here/results"
    echo "$output"
    [ "$status" -eq 1 ]
    grep -Eq '^ring/xxh3/10 +fail +digest [0-9a-f]+ -> [0-9a-f]+: the mapping changed' <<<"$output"
    [ "$(grep -c '^modulo' <<<"$output")" -eq 0 ]
}
