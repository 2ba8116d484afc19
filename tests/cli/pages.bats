#!/usr/bin/env bats
# Every command has a manual page beside its file, and the page explains every column that the command prints.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || exit
    RINGMARK=$(realpath "${RINGMARK:-build/ringmark}")
    work=$BATS_TEST_TMPDIR
    mapfile -t commands < <("$RINGMARK" list commands --format csv | awk -F, 'NR > 1 { print $2 }')
    shopt -s globstar
}

page_of() {
    ls bench/**/"ringmark-$1.1.md"
}

# The names that the list of a page's section COLUMNS begins its items with, a line each, in order.
columns_of() {
    awk '/^# / { on = $0 == "# COLUMNS" }
        on && /^- `/ { line = $0; sub(/: .*/, "", line); go = 1 }
        on && !/^- `/ && go && open { line = $0; sub(/: .*/, "", line) }
        on && line != "" { open = $0 !~ /: /; while (match(line, /`[a-z0-9_]+`/)) {
            print substr(line, RSTART + 1, RLENGTH - 2); line = substr(line, RSTART + RLENGTH) } line = "" }' "$1"
}

# header COMMAND: the columns that it prints, as little as it can be asked to do.
header() {
    local line
    case $1 in
    quality) set -- quality --scheme java ;;
    loads) set -- loads --keys 100 --vnodes 2 ;;
    locate) set -- locate --keys 1 --replicas 2 ;;
    diff) set -- diff --against '--vnodes 2' ;;
    lookup | build | hash | rivals) set -- "$1" --verify --quick ;;
    plan) set -- plan --no-measure ;;
    exact) set -- exact --calls-only ;;
    compare)
        printf 'case,ns\na,1\n' >"$work/a.csv"
        set -- compare "$work/a.csv" "$work/a.csv"
        ;;
    history)
        printf 'case,figure,revision,value\na,ns,r,1\n' >"$work/h.csv"
        set -- history "$work/h.csv"
        ;;
    duet) set -- duet --quick --repeat 5 --filter jump "$RINGMARK_DUET" "$RINGMARK_DUET" ;;
    esac
    "$RINGMARK" "$@" --format csv >"$work/rows" 2>"$work/err" || {
        echo "ringmark $*: $(cat "$work/err")" >&2
        return 1
    }
    IFS= read -r line <"$work/rows"
    tr , '\n' <<<"$line"
}

@test "every command has one page, and it lies beside the command's file" {
    [ "${#commands[@]}" -ge 18 ]
    for name in "${commands[@]}"; do
        page=$(page_of "$name")
        file=$(grep -l "^const rm_command rm_command_$name = " bench/**/*.c)
        [ "$(dirname "$page")" = "$(dirname "$file")" ] || { echo "$page, but $file"; false; }
    done
    # and there is no page of a command that is none
    [ "$(find bench -name 'ringmark-*.1.md' | wc -l)" -eq "${#commands[@]}" ]
}

@test "a page has the sections of a page, in their order" {
    for name in "${commands[@]}"; do
        page=$(page_of "$name")
        [ "$(grep '^# [A-Z]' "$page" | tr '\n' ' ')" = \
            '# NAME # SYNOPSIS # DESCRIPTION # OPTIONS # COLUMNS # EXAMPLES # EXIT CODES # SEE ALSO ' ] || { echo "$page"; false; }
        grep -q "^ringmark-$name - " "$page"
        grep -q '^\$ ringmark '"$name" "$page" || { echo "$page has no example"; false; }
    done
}

@test "a page explains every column that its command prints, and no other" {
    for name in "${commands[@]}"; do
        # a sanitizer's build has no library to time
        [ "$name" != duet ] || [ -e "$RINGMARK_DUET" ] || continue
        header "$name" | sort >"$work/printed"
        columns_of "$(page_of "$name")" | sort >"$work/explained"
        diff "$work/printed" "$work/explained" || { echo "columns of $name: < printed, > explained"; false; }
    done
}

@test "a page names no option that its command does not take" {
    for name in "${commands[@]}"; do
        "$RINGMARK" help "$name" >"$work/help"
        awk '/^# / { on = $0 == "# OPTIONS" } on && /^- `--/ { sub(/: .*/, ""); print }' "$(page_of "$name")" |
            grep -oE -- '`--?[a-z0-9-]+' | tr -d '`' | sort -u >"$work/named"
        while read -r option; do
            grep -qE -- "^  $option( |,|$)" "$work/help" || { echo "$name does not take $option"; false; }
        done <"$work/named"
    done
}

@test "ringmark(1) names every command, and every page that others point to is there" {
    for name in "${commands[@]}"; do
        grep -q "^- \*\*$name\*\*: " bench/ringmark.1.md || { echo "$name"; false; }
    done
    for page in bench/**/*.[17].md; do
        while read -r title; do
            compgen -G "bench/**/${title%(*}.${title: -2:1}.md" >/dev/null || [ -e "bench/${title%(*}.1.md" ] ||
                { echo "$page points to $title"; false; }
        done < <(grep -oE 'ringmark[a-z-]*\([0-9]\)' "$page")
    done
}
