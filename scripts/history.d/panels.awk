# A history and what was found in it as data of pictures: for every case with two revisions or more a folder DATA/N with P.tsv
# (place value low high) and P.gp (title, range, changes and levels) of each figure; a line of each case goes to stdout: N,
# the case, how many figures, its revisions. A text is drawn by its number: the n-th value of its series.
# Files: found=1 case,figure,change_at,before,after,verdict (tab-separated), found=0 the history. -v data=FOLDER
BEGIN { FS = OFS = "\t" }
found { if ($3 != "") { steps[$1, $2] = steps[$1, $2] "\n" $3 "\t" $4 "\t" $5 "\t" $6 }; next }
FNR == 1 { next }
{
    split($0, f, ",")
    if (!(f[1] in figures_of)) cases[++case_count] = f[1]
    if (!((f[1], f[2]) in series)) { series[f[1], f[2]] = 1; figures_of[f[1]] = figures_of[f[1]] " " f[2] }
    if (!((f[1], f[3]) in place)) { place[f[1], f[3]] = ++places[f[1]]; name[f[1], places[f[1]]] = f[3] }
    if (!((f[1], f[2], f[3]) in rows)) { rows[f[1], f[2], f[3]] = f[4] "\t" f[5] "\t" f[6]; count[f[1], f[2]]++ }
}
function number(text, key) {
    if (text ~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ && key !~ /(digest|checksum)$/) return text
    if (!((key, text) in ordinal)) ordinal[key, text] = ++ordinals[key]
    return ordinal[key, text]
}
function reach(value) {
    if (low == "" || value + 0 < low) low = value + 0
    if (high == "" || value + 0 > high) high = value + 0
}
function put_points(of, figure, stem,   p, row, value) {
    for (p = 1; p <= places[of]; p++) {
        if (!((of, figure, name[of, p]) in rows)) continue
        split(rows[of, figure, name[of, p]], row, "\t")
        value = number(row[1], of SUBSEP figure)
        reach(value)
        if (row[2] != "") { reach(row[2]); reach(row[3]) }
        print p, value, (row[2] == "" ? value : row[2]), (row[3] == "" ? value : row[3]) >(stem ".tsv")
    }
    close(stem ".tsv")
}
# arrow styles of history.gp: 1 a change, 2 an accepted one, 3 a level
function put_steps(of, figure, stem, last,   n, i, line, part, from, at, level) {
    n = split(substr(steps[of, figure], 2), line, "\n")
    from = 0.5
    for (i = 1; i <= n + 1; i++) {
        if (i <= n) split(line[i], part, "\t")
        at = i <= n ? place[of, part[1]] - 0.5 : last + 0.5
        level = number(i <= n ? part[2] : part[3], of SUBSEP figure)
        if (n) printf "set arrow from %s,%s to %s,%s as 3\n", from, level, at, level >(stem ".gp")
        if (i <= n) printf "set arrow from %s,graph 0 to %s,graph 1 as %d\n", at, at, 1 + (part[4] == "accepted") >(stem ".gp")
        from = at
    }
}
function put_panel(of, figure, stem,   margin) {
    low = high = ""
    put_points(of, figure, stem)
    margin = high > low ? (high - low) * 0.15 : (high ? (high < 0 ? -high : high) * 0.05 : 1)
    printf "set title '%s' noenhanced\nset yrange [%.12g:%.12g]\nset format y '%s'\n", figure, low - (high == low && !low ? 0.1 : margin),
        high + margin, (high >= 1e5 ? "%.1s%c" : "%.5g") >(stem ".gp")
    if ((of, figure) in ordinals) print "set ytics 1" >(stem ".gp")
    else print "set ytics autofreq" >(stem ".gp")
    put_steps(of, figure, stem, places[of])
    close(stem ".gp")
}
END {
    for (c = 1; c <= case_count; c++) {
        of = cases[c]
        if (places[of] < 2) continue
        n = split(substr(figures_of[of], 2), figure, " ")
        names = ""
        system("mkdir -p '" data "/" c "'")
        for (p = 1; p <= n; p++) put_panel(of, figure[p], data "/" c "/" p)
        for (p = 1; p <= places[of]; p++) names = names (p > 1 ? " " : "") substr(name[of, p], 1, 7)
        print c, of, n, names
    }
}
