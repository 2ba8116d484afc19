# Rows of the study's CSV files, for sentences that are checked: every figure is picked from rows by conditions, and the
# rows are remembered, so that a sentence that does not hold can name them. The compiled chapters (compile.awk) define
# report(). Prints the report, or, when a sentence does not hold, nothing but why, and exits 1.
#
# usage: awk -F '\t' -f rows.awk -f markdown.awk -f COMPILED table=NAME NAME.tsv ...   (with headers; see csv-select)
#
# A condition is COLUMN=VALUE, COLUMN!=VALUE, COLUMN<=NUMBER or COLUMN>=NUMBER; several are separated by blanks; a value may
# be a list with | between.

FNR == 1 {
    for (i = 1; i <= NF; i++) columns[table, $i] = i
    tables[table] = 1
    size[table] = 0
    next
}
{
    size[table]++
    for (i = 1; i <= NF; i++) cell[table, size[table], i] = $i
}
END {
    report()
    if (failures) exit 1
    for (i = 1; i <= lines; i++) print output[i]
}

# --- picking

function place(t, column) {
    if (!(t in tables)) return broken("there is no " t ".csv")
    if (!((t, column) in columns)) return broken(t ".csv has no column " column)
    return columns[t, column]
}

function value(t, row, column) { return cell[t, row, place(t, column)] }

function meets(t, row, condition,   want, have, operator) {
    if (!match(condition, /(!=|<=|>=|=)/)) return broken("not a condition: " condition)
    operator = substr(condition, RSTART, RLENGTH)
    want = substr(condition, RSTART + RLENGTH)
    have = value(t, row, substr(condition, 1, RSTART - 1))
    if (operator == "<=") return have != "" && have + 0 <= want + 0
    if (operator == ">=") return have != "" && have + 0 >= want + 0
    return (index("|" want "|", "|" have "|") > 0) == (operator == "=")
}

# Fills picked[1..] with the rows of t in which all conditions hold; returns how many, none is allowed.
function count(t, conditions,   parts, part, row, found, i) {
    if (!(t in tables)) return broken("there is no " t ".csv") + 0
    parts = split(conditions, part, " ")
    for (row = 1; row <= size[t]; row++) {
        for (i = 1; i <= parts && meets(t, row, part[i]); i++);
        if (i <= parts) continue
        picked[++found] = row
        used[t, row] = 1
    }
    return found + 0
}

# Picks rows with a figure in the column: at least one, or the sentence is broken.
function pick(t, conditions, column,   found) {
    found = count(t, conditions " " column "!=")
    if (!found) broken("no row of " t ".csv with " conditions " and " column)
    return found
}

# The picked row with the least (sign 1) or the most (sign -1) in the column.
function extreme(t, conditions, column, sign,   found, i, best) {
    found = pick(t, conditions, column)
    for (i = 1; i <= found; i++)
        if (!best || sign * value(t, picked[i], column) < sign * value(t, best, column)) best = picked[i]
    return best
}

function least(t, conditions, column) { return value(t, extreme(t, conditions, column, 1), column) + 0 }
function most(t, conditions, column) { return value(t, extreme(t, conditions, column, -1), column) + 0 }
function least_at(t, conditions, column, other) { return value(t, extreme(t, conditions, column, 1), other) }
function most_at(t, conditions, column, other) { return value(t, extreme(t, conditions, column, -1), other) }

# the value of the one row in which the conditions hold
function only(t, conditions, column,   found) {
    found = pick(t, conditions, column)
    if (found > 1) broken(found " rows of " t ".csv with " conditions ", where one is meant")
    return value(t, picked[1], column)
}

function mean(t, conditions, column,   found, i, sum) {
    found = pick(t, conditions, column)
    for (i = 1; i <= found; i++) sum += value(t, picked[i], column)
    return found ? sum / found : 0
}

# how many different values a column has
function different(t, conditions, column,   found, i, seen, n) {
    found = pick(t, conditions, column)
    for (i = 1; i <= found; i++) if (!seen[value(t, picked[i], column)]++) n++
    return n + 0
}

# The different values, in order of appearance, with commas between.
function names(t, conditions, column,   found, i, seen, text) {
    found = pick(t, conditions, column)
    for (i = 1; i <= found; i++)
        if (!seen[value(t, picked[i], column)]++) text = text (text == "" ? "" : ", ") value(t, picked[i], column)
    return text
}

# The least (sign 1) or the most (sign -1) of a row over the row of the other conditions that is equal in column `by`.
function ratio(t, conditions, others, column, by, sign,   found, i, below, best, this) {
    found = pick(t, others, column)
    for (i = 1; i <= found; i++) below[value(t, picked[i], by)] = value(t, picked[i], column)
    found = pick(t, conditions, column)
    for (i = 1; i <= found; i++) {
        if (!(value(t, picked[i], by) in below)) continue
        this = value(t, picked[i], column) / below[value(t, picked[i], by)]
        if (best == "" || sign * this < sign * best) best = this
    }
    if (best == "") broken("no pair of rows of " t ".csv with " conditions " and with " others)
    return best + 0
}

function least_ratio(t, conditions, others, column, by) { return ratio(t, conditions, others, column, by, 1) }
function most_ratio(t, conditions, others, column, by) { return ratio(t, conditions, others, column, by, -1) }

# the number in a text
function number(text) { gsub(/[^0-9.]/, "", text); return text + 0 }

# --- sentences

function open(name,   key) {
    sentence = name
    trouble = ""
    figures = ""
    for (key in used) delete used[key]
}

function broken(why) {
    trouble = trouble "\n  " why
    return ""
}

# remembers a figure for the message and hands it on
function known(name, figure) {
    figures = figures (figures == "" ? "" : ", ") name " = " figure
    return figure
}

function holds(truth, text) { if (!truth) broken("it needs: " text) }

function say(text) { if (trouble == "") line(text) }

function close_sentence() {
    if (trouble == "") return
    failures++
    print (program == "" ? "study" : program) ": the sentence " sentence " does not hold:" trouble "\n  with " figures "\n  from " rows_used() > "/dev/stderr"
}

# lines of the files, as an editor counts them (the header is the first), runs of lines drawn together
function rows_used(   t, row, from, text, part) {
    for (t in tables) {
        part = ""
        for (row = 1; row <= size[t] + 1; row++) {
            if ((t, row) in used) { if (!from) from = row }
            else if (from) {
                part = part (part == "" ? "" : ",") from + 1 (row - 1 > from ? "-" row : "")
                from = 0
            }
        }
        if (part != "") text = text (text == "" ? "" : "; ") t ".csv lines " part
    }
    return text == "" ? "no rows" : text
}

function line(text) { output[++lines] = text }
