#!/usr/bin/env bats
# Nothing without the prefix leaves the library. RINGMARK_SHARED and RINGMARK_STATIC: the built files.

bats_require_minimum_version 1.5.0

foreign() {
    nm "$@" | awk 'NF >= 3 && $2 ~ /^[A-Z]$/ && $3 !~ /^rmk_/ { print $3 }' | sort -u
}

@test "every symbol that the shared library exports begins with rmk_" {
    [ "$(nm -D --defined-only "$RINGMARK_SHARED" | grep -c ' rmk_')" -gt 20 ]
    [ -z "$(foreign -D --defined-only "$RINGMARK_SHARED")" ]
}

@test "every external symbol of the static library begins with rmk_" {
    [ -z "$(foreign -g --defined-only "$RINGMARK_STATIC")" ]
}

@test "the shared library exports what headers mark with RMK_API, and no more" {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    marked=$(find core -name '*.h' -exec cat {} + | tr '\n' ' ' | tr ';' '\n' | grep RMK_API | grep -oE 'rmk_[a-z0-9_]+' | sort -u)
    exported=$(nm -D --defined-only "$RINGMARK_SHARED" | awk '{ print $3 }' | sort -u)
    [ -z "$(comm -13 <(echo "$marked") <(echo "$exported"))" ]
}

@test "the library neither prints, exits nor reads the environment" {
    wanted=$(nm -g --undefined-only "$RINGMARK_STATIC" | awk '{ print $NF }' | sort -u)
    run ! grep -xE 'printf|puts|putchar|fprintf|fputs|fwrite|fopen|open|exit|_exit|abort|getenv|perror|srand|rand|time' \
        <<<"$wanted"
}
