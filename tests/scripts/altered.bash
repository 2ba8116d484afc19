# shellcheck shell=bash
# altered.bash - for tests of reports: a copy of the rows in $report, altered, in $here/rows.
# shellcheck disable=SC2154

# a copy of the rows, without what is drawn of them
copied() {
    mkdir -p "$here/rows"
    cp "$report"/*.csv "$report"/*.json "$report/README.md" "$here/rows"
}

# alter FILE AWK: rewrites rows of the copy; column("NAME") is the number of a column
alter() {
    awk -F , -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        function column(name) { return at[name] } '"$2"' { print }' "$report/$1.csv" >"$here/rows/$1.csv"
    run ! cmp -s "$report/$1.csv" "$here/rows/$1.csv"
}
