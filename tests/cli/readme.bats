#!/usr/bin/env bats
# The README and the pages show what the command prints, what the published run holds, and the program that the tests build.

@test "the README and the manual pages are what the command and the published run say" {
    run scripts/readme --check
    [ "$status" -eq 0 ] || {
        echo "$output"
        echo "run scripts/readme and read the difference"
        false
    }
}

@test "the README can be read in one go: at most 300 lines of at most 120 characters" {
    [ "$(wc -l <README.md)" -le 300 ]
    run awk 'length > 120 { print FILENAME ":" FNR }' README.md bench/README.md .github/CONTRIBUTING.md
    [ "$output" = '' ] || { echo "$output"; false; }
}

@test "what the documents link to is there" {
    shopt -s globstar
    for document in README.md core/README.md bench/README.md scripts/README.md .github/CONTRIBUTING.md bench/**/*.[17].md; do
        [ -e "$document" ] || continue
        while read -r target; do
            [ -e "$(dirname "$document")/$target" ] || { echo "$document links to $target"; false; }
        done < <(grep -oE '\]\([^)#: ]+' "$document" | sed 's/^](//')
    done
}
