# The report from the plan of chapters.awk and the answers of sqlite3 to its queries; or, when a sentence does not hold, nothing
# but why, and exit 1. Files: the plan, then -v answers=1 the answers. -v program=NAME
#
# An answer is "@query NUMBER" or "@lines NUMBER", then records of quoted fields, the first of which are names.

BEGIN { FS = "\037" }

# --- reading

!answers { split($0, word, " "); plan[++steps] = $0; if (word[1] != "text" && word[1] != "says") what[word[2]] = $0; next }
{ sub(/^\n/, "") }
/^@/ { split($0, word, " "); kind = word[1]; at = word[2]; fresh = 1; answered = at; next }
$0 == "" { next }
kind == "@lines" {
    if (!fresh && $1 == "NULL") empty[at] = empty[at] "\n  no row for " bare($3)
    else if (!fresh) lines[at, ++line_count[at]] = $2 " " bare($1)
    fresh = 0
    next
}
fresh { columns[at] = NF; for (i = 1; i <= NF; i++) name[at, i] = bare($i); fresh = 0; next }
{ rows[at]++; for (i = 1; i <= NF; i++) field[at, rows[at], i] = $i }

# a field without its quotes
function bare(quoted) {
    if (quoted !~ /^'/) return quoted
    quoted = substr(quoted, 2, length(quoted) - 2)
    gsub(/''/, "'", quoted)
    return quoted
}

# three digits and no exponents; a text stays as it is, NULL is empty
function figure(x) {
    if (x ~ /^'/) return bare(x)
    if (x == "NULL") return ""
    if (x == 0) return "0"
    if (x >= 100 || x <= -100) return sprintf("%.0f", x)
    if (x < 0.001 && x > -0.001) return sprintf("%.2e", x)
    x = sprintf("%.3g", x)
    return x
}

# --- writing

END {
    for (i = 1; i <= steps; i++) write(plan[i])
    if (failures) exit 1
    for (i = 1; i <= written; i++) print output[i]
}

function line(text) { output[++written] = text }

function write(step,   word, number) {
    if (step ~ /^text /) { line(substr(step, 6)); return }
    if (step ~ /^says /) { if (!trouble) line(filled(substr(step, 6))); return }
    split(step, word, " ")
    number = word[2]
    trouble = ""
    current = number
    sentence = word[4]
    if (word[1] == "sentence") judge(number, word[4])
    else if (!rows[number]) refuse(number, "table of " word[3], "\n  no row")
    else if (word[1] == "pivot") pivot(number, word[3])
    else if (word[1] == "tables") tables(number)
    else table(number, 1, 1, rows[number])
}

function filled(said,   made, column) {
    while (match(said, /\{[a-z_]+\}/)) {
        column = substr(said, RSTART + 1, RLENGTH - 2)
        made = made substr(said, 1, RSTART - 1)
        said = substr(said, RSTART + RLENGTH)
        if (!(column in figure_of)) { refuse(current, sentence, "\n  its query has no column " column); return "" }
        made = made figure(figure_of[column])
    }
    return made said
}

# Does a sentence hold? Its figures are then those of the text.
function judge(number, sentence,   c, figures, column, value) {
    for (column in figure_of) delete figure_of[column]
    if (rows[number] != 1) trouble = trouble "\n  " rows[number] + 0 " rows for its query, where one is meant"
    for (c = 1; c <= columns[number] && rows[number]; c++) {
        column = name[number, c]
        value = field[number, 1, c]
        if (column !~ /^[a-z_]+$/) {
            if (value != "1") trouble = trouble "\n  it needs: " column
            continue
        }
        figure_of[column] = value
        figures = figures (figures == "" ? "" : ", ") column " = " shown(value)
        if (value == "NULL") trouble = trouble "\n  no row with a value for " column
    }
    if (trouble != "") refuse(number, sentence, trouble empty[number] "\n  with " (figures == "" ? "no figures" : figures))
}

# all of a number's digits that matter
function shown(value) { return value ~ /^'/ || value == "NULL" ? bare(value) : sprintf("%.9g", value) }

function refuse(number, sentence, why) {
    trouble = why
    failures++
    print program ": the sentence " sentence " does not hold:" why "\n  from " sources(number) > "/dev/stderr"
}

# lines of the files, as an editor counts them, runs of lines drawn together
function sources(number,   i, part, file, from, last, made) {
    for (i = 1; i <= line_count[number]; i++) {
        split(lines[number, i], part, " ")
        if (part[2] == file && part[1] == last + 1) { last++; continue }
        made = made run(from, last) (part[2] == file ? "," : (file == "" ? "" : "; ") part[2] " lines ")
        file = part[2]
        from = last = part[1]
    }
    return made == "" ? "no rows" : made run(from, last)
}
function run(from, last) { return from == "" ? "" : from (last > from ? "-" last : "") }

function heading(column) { gsub(/_/, " ", column); return column }

# rows FROM to TO from column FIRST on
function table(number, first, from, to,   r, c, head, rule, made) {
    for (c = first; c <= columns[number]; c++) {
        head = head "| " heading(name[number, c]) " "
        rule = rule (c == first ? "| --- " : "| --: ")
    }
    line(head "|")
    line(rule "|")
    for (r = from; r <= to; r++) {
        made = ""
        for (c = first; c <= columns[number]; c++) made = made "| " figure(field[number, r, c]) " "
        line(made "|")
    }
}

function tables(number,   r, from) {
    from = 1
    for (r = 1; r <= rows[number]; r++) {
        if (r < rows[number] && field[number, r + 1, 1] == field[number, r, 1]) continue
        if (from > 1) line("")
        line("### " figure(field[number, r, 1]))
        line("")
        table(number, 2, from, r)
        from = r + 1
    }
}

function pivot(number, file,   r, d, a, i, down, across, row_of, name_of, held, made) {
    for (r = 1; r <= rows[number]; r++) {
        d = field[number, r, 1]
        a = field[number, r, 2]
        if (!((number, "down", d) in held)) { held[number, "down", d]; row_of[++down] = d }
        if (!((number, "across", a) in held)) { held[number, "across", a]; name_of[++across] = a }
        if ((d, a) in held) { refuse(number, "table of " file, "\n  two rows of its query for " shown(d) " and " shown(a)); return }
        held[d, a] = field[number, r, 3]
    }
    made = "| " name[number, 1]
    for (i = 1; i <= across; i++) made = made " | " shown(name_of[i])
    line(made " |")
    made = "| ---"
    for (i = 1; i <= across; i++) made = made " | --:"
    line(made " |")
    for (r = 1; r <= down; r++) {
        made = "| " shown(row_of[r])
        for (i = 1; i <= across; i++) made = made " | " ((row_of[r], name_of[i]) in held ? figure(held[row_of[r], name_of[i]]) : "")
        line(made " |")
    }
}
