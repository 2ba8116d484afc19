# Figures and tables of the report.

# three digits and no exponents; a text stays as it is
function figure(x) {
    if (x !~ /^[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?$/) return x
    if (x == 0) return "0"
    if (x >= 100 || x <= -100) return sprintf("%.0f", x)
    if (x < 0.001 && x > -0.001) return sprintf("%.2e", x)
    x = sprintf("%.3g", x)
    return x
}

# A Markdown table of one column of a CSV: a row for each value of `down`, a column for each of `across`.
function pivot(t, conditions, down, across, column,   found, i, r, a, rows, across_count, row_of, name_of, held, text) {
    found = count(t, conditions)
    if (!found) broken("no row of " t ".csv with " conditions)
    for (i = 1; i <= found; i++) {
        r = value(t, picked[i], down)
        a = value(t, picked[i], across)
        if (!((down, r) in held)) { held[down, r]; row_of[++rows] = r }
        if (!((across, a) in held)) { held[across, a]; name_of[++across_count] = a }
        if ((r, a) in held) broken("two rows of " t ".csv for " r " and " a)
        held[r, a] = value(t, picked[i], column)
    }
    text = "| " down
    for (a = 1; a <= across_count; a++) text = text " | " name_of[a]
    text = text " |\n| ---"
    for (a = 1; a <= across_count; a++) text = text " | --:"
    text = text " |"
    for (r = 1; r <= rows; r++) {
        text = text "\n| " row_of[r]
        for (a = 1; a <= across_count; a++)
            text = text " | " ((row_of[r], name_of[a]) in held ? figure(held[row_of[r], name_of[a]]) : "")
        text = text " |"
    }
    return text
}

# The standard error of effective virtual nodes of a good hash, relative: CV^2 over sets of n nodes is chi-square.
function scatter(sets) { return sqrt(2 / ((value("quality", 1, "nodes") - 1) * sets)) }

# A Markdown table of several columns of a CSV, a row a row; `list` is COLUMN COLUMN ..., or COLUMN:HEADING.
function listed(t, conditions, list,   found, i, c, columns_count, name, head, text, rule) {
    found = count(t, conditions)
    if (!found) broken("no row of " t ".csv with " conditions)
    columns_count = split(list, name, " ")
    for (c = 1; c <= columns_count; c++) {
        head = name[c]
        sub(/^.*:/, "", head)
        sub(/:.*$/, "", name[c])
        gsub(/_/, " ", head)
        text = text "| " head " "
        rule = rule (c == 1 ? "| --- " : "| --: ")
    }
    text = text "|\n" rule "|"
    for (i = 1; i <= found; i++) {
        text = text "\n"
        for (c = 1; c <= columns_count; c++) text = text "| " figure(value(t, picked[i], name[c])) " "
        text = text "|"
    }
    return text
}

# The same, a table under a heading for each value of a column.
function listed_by(t, conditions, by, heading, list,   found, i, each, n, seen, text) {
    found = pick(t, conditions, by)
    for (i = 1; i <= found; i++) if (!seen[value(t, picked[i], by)]++) each[++n] = value(t, picked[i], by)
    for (i = 1; i <= n; i++)
        text = text (i > 1 ? "\n\n" : "") "### " each[i] " " heading "\n\n" listed(t, conditions " " by "=" each[i], list)
    return text
}
