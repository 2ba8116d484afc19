#!/usr/bin/env bats
# The README shows what the command prints, what the published run holds, and the program that the tests build.

@test "the README is what the command and the published run say" {
    run scripts/readme --check
    [ "$status" -eq 0 ] || {
        echo "$output"
        echo "run scripts/readme and read the difference"
        false
    }
}
