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
