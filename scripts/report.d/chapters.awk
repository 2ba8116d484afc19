# Turns chapters into SQL for sqlite3, and a plan of the report for render.awk: a line "text LINE", or "sentence NUMBER FILE
# NAME", "table ...", "pivot ..." or "tables ..." of a query, with "says TEXT" behind a sentence. -v plan=FILE
#
# A chapter is Markdown with queries:
#   ```sql NAME      a sentence of the report: its query gives one row, and the paragraph right behind the query is its text,
#                    in which {COLUMN} stands for a figure. A column that has no name of its own but is an expression
#                    (`high <= 16`) is a condition, which must be 1, or there is no report. Rows that it speaks of are
#                    picked by `with NAME as (select * from ...)`, so that a message can name their lines.
#   ```sql table     a table of the rows of the query; an underscore in the name of a column becomes a blank
#   ```sql tables    the same, a table for each value of the first column, which is its heading
#   ```sql pivot     a table of three columns: down, across, and the values
# Text that is no sentence is copied and may not claim a number: one outside of `code`, links and names of hashes is an error.

BEGIN {
    print ".bail on\n.headers on\n.mode quote\n.separator \"\\037\" \"\\036\""
}

function fail(why) {
    print program ": " FILENAME ":" FNR ": " why > "/dev/stderr"
    failed = 1
    exit 2
}
END { if (!failed && query) fail("a query without an end") }

function check_prose(text) {
    gsub(/`[^`]*`/, "", text)
    gsub(/\]\([^)]*\)/, "", text)
    if (text ~ /\{[a-z_]+\}/) fail("a figure without a query right before it: " $0)
    gsub(/(FNV-1a?|MD5|CRC-32|XXH64|XXH32|XXH3|murmur3)/, "", text)
    if (text ~ /[0-9]/) fail("a number that no row stands behind: " $0)
}

# marks the answer that follows
function ask(kind, sql) { print ".print \"@" kind "\\036\"\n" sql ";" }

# a text from its opening bracket to the one that closes it, without both
function bracketed(text,   i, depth, c) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        depth += (c == "(") - (c == ")")
        if (!depth) return substr(text, 2, i - 2)
    }
    return text
}

function quoted(text) { gsub(/'/, "''", text); gsub(/\n */, " ", text); return "'" text "'" }

# Asks which lines a sentence picks: a row a line, or one without a file for a pick that finds none.
function ask_lines(sql,   with, rest, name, asked) {
    if (!match(sql, /\nselect /)) return
    with = rest = substr(sql, 1, RSTART)
    while (match(rest, /[a-z_0-9]+ as \(select \*/)) {
        name = substr(rest, RSTART, RLENGTH)
        sub(/ .*/, "", name)
        rest = substr(rest, RSTART + index(substr(rest, RSTART), "(") - 1)
        asked = asked (asked == "" ? "" : "\nunion ") "select file, line, null as pick from " name \
            "\nunion select null, null, " quoted(name ": " bracketed(rest)) " where not exists (select * from " name ")"
    }
    if (asked != "") ask("lines " queries, with asked "\norder by file, line")
}

function finish_query(   file) {
    if (sql == "") fail("an empty query")
    queries++
    file = FILENAME
    sub(/.*\//, "", file)
    print kind, queries, file, name > plan
    ask("query " queries, sql)
    if (kind == "sentence") ask_lines(sql)
    query = 0
    said = kind == "sentence"
}

FNR == 1 && NR > 1 { print "text " > plan; said = 0 }
/^```sql / && !query {
    query = 1
    name = $2
    kind = name == "table" || name == "tables" || name == "pivot" ? name : "sentence"
    sql = ""
    next
}
/^```$/ && query { finish_query(); next }
query { sql = sql $0 "\n"; next }
/^$/ { said = 0 }
{
    if (!said) check_prose($0)
    print (said ? "says " : "text ") $0 > plan
}
