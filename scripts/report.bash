#!/usr/bin/env bash
# Turns CSV files and chapters into a README.md whose sentences are checked on the rows, and leaves the rows beside it as tables of
# an SQLite database, results.db. Sourced by study-report and field-report, which set before: here (the folder of scripts),
# program (study, field: its chapters are in $program.d, and what is computed of the rows first in its tables.sql), results
# (the folder of the CSV files), work (a folder of its own) and facts (the JSON that facts of the run are taken from).
# shellcheck disable=SC2154 # see above

fail() {
    echo "$program-report: $*" >&2
    exit 2
}

# shellcheck source=scripts/report.d/load.bash
. "$here/report.d/load.bash"

# Loads each of the tables, or stops.
load_tables() {
    local table
    rm -f "$results"/{README.md,results.db}
    command -v sqlite3 >/dev/null 2>&1 || fail 'sqlite3 is not installed; run scripts/setup bench'
    for table; do [ -s "$results/$table.csv" ] || fail "$results/$table.csv is empty or missing; run make $program"; done
    for table; do load_table "$work/results.db" "$table" "$results/$table.csv" || fail "$results/$table.csv cannot be read"; done
    load_run
}

# The table `run`, one row: what the JSON says of the run.
load_run() {
    sqlite3 -bail "$work/results.db" "create table run as select '$facts' as file, 1 as line,
        json_extract(run, '\$.libraries.ringmark') as version, substr(json_extract(run, '\$.commit'), 1, 7) as commit_name,
        json_extract(run, '\$.machine.cpu') as cpu, json_extract(run, '\$.machine.cores') as cores, json_extract(run, '\$.started') as started
        from (select coalesce(json_extract(text, '\$.runs[0]'), text) as run
            from (select cast(readfile('${results//\'/\'\'}/$facts') as text) as text))" || fail "$results/$facts cannot be read"
}

# compute TABLE...: tables that tables.sql computes, each a CSV file as well
compute() {
    local table
    sqlite3 -bail "$work/results.db" <"$here/$program.d/tables.sql" || fail "$here/$program.d/tables.sql cannot be run"
    for table; do
        # whole numbers of a column with fractions are written as the command writes them
        sqlite3 -bail -csv -header "$work/results.db" "select * from $table" | sed 's/\r$//; s/\.0\(,\|$\)/\1/g' >"$work/$table.csv" ||
            fail "no $table.csv"
        cp "$work/$table.csv" "$results/$table.csv" || fail "cannot write to $results"
        load_table "$work/results.db" "$table" "$work/$table.csv" || fail "$table.csv cannot be read"
    done
}

# the chapter and the sentence of the query that was asked last
last_query() {
    local number
    number=$(grep -ao '@query [0-9]*' "$work/answers" | tail -n 1)
    awk -v number="${number#* }" '$1 !~ /^(text|says)$/ && $2 == number { print $3 ": " $4 }' "$work/plan"
}

# The report into the work folder; exit 1 when a sentence does not hold.
write_report() {
    cp "$work/results.db" "$results/results.db" || fail "cannot write to $results"
    awk -v program="$program" -v plan="$work/plan" -f "$here/report.d/chapters.awk" "$here/$program.d"/[0-9]*.md >"$work/queries" || exit 2
    sqlite3 "$work/results.db" <"$work/queries" >"$work/answers" 2>"$work/said" || fail "$(last_query): $(head -n 1 "$work/said")"
    awk -v program="$program" -f "$here/report.d/render.awk" "$work/plan" answers=1 RS='\036' "$work/answers" >"$work/README.md" || exit
}

# Draws, and puts the report into its place.
finish_report() {
    "$here/$program-plot" "$results" || exit
    cp "$work/README.md" "$results/.README.md" || fail "cannot write to $results"
    mv -f "$results/.README.md" "$results/README.md" || fail "cannot write $results/README.md"
}
