#!/usr/bin/env bash
# Turns CSV files and chapters into a README.md whose sentences are checked on the rows. Sourced by study-report and
# field-report, which set before: here (the folder of scripts), program (study, field: its chapters are in $program.d),
# results (the folder of the CSV files), work (a folder of its own) and facts (the JSON that facts of the run are taken from).
# shellcheck disable=SC2154 # see above

fail() {
    echo "$program-report: $*" >&2
    exit 2
}

# all columns of a CSV, tab-separated, with their header
whole() {
    local header
    IFS= read -r header <"$results/$1.csv"
    "$here/csv-select" --header "${header%$'\r'}" "$results/$1.csv" >"$work/$1.tsv" || exit 2
}

# the text or number of the first "NAME": in a JSON of a run
fact() {
    awk -v wanted="\"$1\":" '(at = index($0, wanted)) {
        text = substr($0, at + length(wanted)); gsub(/^ *"?|"?,? *$/, "", text); print text; exit }' "$results/$facts"
}

# What a sentence about the run can say, and any column more: [NAME VALUE]...
run_facts() {
    local name=version$'\tcommit\tcpu\tcores\tstarted' value
    value=$(fact ringmark)$'\t'$(fact commit | cut -c 1-7)$'\t'$(fact cpu)$'\t'$(fact cores)$'\t'$(fact started)
    for (( ; $# > 1; )); do
        name+=$'\t'$1 value+=$'\t'$2
        shift 2
    done
    printf '%s\n%s\n' "$name" "$value" >"$work/run.tsv"
}

# Stops unless each of the tables is there.
need_tables() {
    local table
    rm -f "$results/README.md"
    for table; do [ -s "$results/$table.csv" ] || fail "$results/$table.csv is empty or missing; run make $program"; done
}

# The report of these tables and of the run into the work folder; exit 1 when a sentence does not hold.
write_report() {
    local table arguments=()
    for table; do
        whole "$table"
        arguments+=("table=$table" "$work/$table.tsv")
    done
    awk -v program="$program" -f "$here/study.d/compile.awk" "$here/$program.d"/[0-9]*.md >"$work/report.awk" || exit 2
    awk -F '\t' -v program="$program" -f "$here/study.d/rows.awk" -f "$here/study.d/markdown.awk" -f "$work/report.awk" \
        "${arguments[@]}" table=run "$work/run.tsv" >"$work/README.md" || exit
}

# Draws, and puts the report into its place.
finish_report() {
    "$here/$program-plot" "$results" || exit
    cp "$work/README.md" "$results/.README.md" || fail "cannot write to $results"
    mv -f "$results/.README.md" "$results/README.md" || fail "cannot write $results/README.md"
}
