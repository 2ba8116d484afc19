# The verdicts of compare.awk for people (text), GitHub (markdown) or programs (csv, json): rows that differ only by
# the instruction set are one. -v format=... -v base=NAME -v head=NAME -v notes="one a line"; text, markdown and json
# tell what is not the same, csv all. Ends with 0 good, 1 a failure, 3 nothing worse than an invalid case.
BEGIN { FS = "\t" }
{
    key = $1 FS $3 FS $4 FS $5 FS $6 FS $7 FS $8
    if (key in isas) { isas[key] = isas[key] " " $2; next }
    isas[key] = $2
    order[++rows] = key
    if (!($1 in cases)) { cases[$1]; case_count++ }
    if (!(($1, $7) in has)) { has[$1, $7]; tally[$7]++ }
}
function plural(n, noun) { return n + 0 " " noun (n == 1 ? "" : "s") }
function short(value) { return value ~ /^-?[0-9]+\.[0-9]+(e[-+]?[0-9]+)?$/ ? sprintf("%.6g", value) : value }
# shorter, as long as that shows a difference
function shown(value, other) { return short(value) == short(other) ? value : short(value) }
function values(f) {
    if (f[3] == "" && f[4] == "") return ""
    return (f[3] == "" ? "nothing" : shown(f[3], f[4])) " -> " (f[4] == "" ? "nothing" : shown(f[4], f[3]))
}
function quoted(text) { gsub(/[\\"]/, "\\\\&", text); gsub(/[[:cntrl:]]/, " ", text); return "\"" text "\"" }
function field(text) { if (text ~ /[",]/) { gsub(/"/, "\"\"", text); text = "\"" text "\"" } return text }
function cell(text) { gsub(/\|/, "\\|", text); return text }
function verdict() { return tally["fail"] ? "failed" : tally["invalid"] ? "not valid" : "passed" }
function summary() {
    return plural(case_count, "case") ": " tally["fail"] + 0 " failed, " tally["invalid"] + 0 " invalid, " \
        tally["waived"] + 0 " waived, " tally["new"] + 0 " new"
}
function text(   i, f, line) {
    for (i = 1; i <= rows; i++) {
        split(order[i], f, FS)
        if (f[6] == "same") continue
        line = sprintf("%-28s %-7s %s %s%s", f[1], f[6], f[2], values(f), f[5] == "" ? "" : " (" f[5] " %)")
        print line (f[7] == "" ? "" : ": " f[7]) " [" isas[order[i]] "]"
    }
    for (i = 1; i <= note_count; i++) print "note: " note[i]
    print "gate " verdict() ": " base " to " head ", " summary()
}
function markdown(   i, f, begun) {
    print "## Gate " verdict() "\n\n" cell(base) " to " cell(head) ", " summary() ".\n"
    for (i = 1; i <= rows; i++) {
        split(order[i], f, FS)
        if (f[6] == "same") continue
        if (!begun++) print "| case | verdict | figure | from | to | change | kernels | why |\n|---|---|---|---|---|---|---|---|"
        printf "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", f[1], f[6] == "fail" ? "**fail**" : f[6], f[2],
            shown(f[3], f[4]), shown(f[4], f[3]), f[5] == "" ? "" : f[5] " %", isas[order[i]], cell(f[7])
    }
    if (!begun) print "No figure differs by 0.1 % or more."
    if (note_count) print ""
    for (i = 1; i <= note_count; i++) print "- " cell(note[i])
}
function csv(   i, f) {
    print "case,isa,figure,base,head,change_pct,verdict,reason"
    for (i = 1; i <= rows; i++) {
        split(order[i], f, FS)
        printf "%s,%s,%s,%s,%s,%s,%s,%s\n", field(f[1]), isas[order[i]], f[2], field(f[3]), field(f[4]), f[5], f[6], field(f[7])
    }
}
function json(   i, f, between) {
    printf "{\"verdict\": %s, \"base\": %s, \"head\": %s, \"cases\": %d, \"failed\": %d, \"invalid\": %d, \"waived\": %d, \"new\": %d,\n",
        quoted(verdict()), quoted(base), quoted(head), case_count, tally["fail"], tally["invalid"], tally["waived"], tally["new"]
    printf " \"notes\": ["
    for (i = 1; i <= note_count; i++) printf "%s%s", (i > 1 ? ", " : ""), quoted(note[i])
    printf "],\n \"figures\": ["
    for (i = 1; i <= rows; i++) {
        split(order[i], f, FS)
        if (f[6] == "same") continue
        printf "%s\n  {\"case\": %s, \"isa\": %s, \"figure\": %s, \"base\": %s, \"head\": %s, \"change_pct\": %s, \"verdict\": %s, \"reason\": %s}",
            between, quoted(f[1]), quoted(isas[order[i]]), quoted(f[2]), quoted(f[3]), quoted(f[4]), f[5] == "" ? "null" : f[5] + 0, quoted(f[6]), quoted(f[7])
        between = ","
    }
    print "]}"
}
END {
    note_count = split(notes, note, "\n")
    if (format == "markdown") markdown()
    else if (format == "csv") csv()
    else if (format == "json") json()
    else text()
    exit tally["fail"] ? 1 : tally["invalid"] ? 3 : 0
}
