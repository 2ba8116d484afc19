# What `ringmark history` found, for people: the changes of each revision, in their order. Files (tab-separated):
# names=1 "revision what-it-is", then case figure n change_at before after change_pct p verdict reason.
# -v format=text|markdown -v history=FILE -v notes="one a line"
BEGIN { FS = "\t" }
names { name[$1] = $2; order[++revisions] = $1; next }
{ series++; if ($3 > longest) longest = $3 }
$9 ~ /^no test/ { untested++; next }
$4 == "" { next }
{ lines[$4, ++count[$4]] = $0; tally[$9]++; if ($2 == "limit_ns") moved[$4] = 1 }
function short(value) { return value ~ /^-?[0-9]+\.[0-9]+(e[-+]?[0-9]+)?$/ ? sprintf("%.6g", value) : value }
function change(pct) { return pct == "" ? "" : sprintf("%+.2f %%", pct) }
function cell(text) { gsub(/\|/, "\\|", text); return text }
function plural(n, noun) { return n + 0 " " noun (n == 1 ? "" : noun ~ /s$/ ? "" : "s") }
# times of a revision at which the memory limit changed too
function why(figure, at) {
    return at in moved && figure != "limit_ns" && figure ~ /_ns$|^ns_/ ? "the memory limit changed too: look at the machine first" : ""
}
function step(at, line,   f, pct, reason) {
    split(line, f, FS)
    pct = change(f[7])
    if (short(f[5]) != short(f[6])) { f[5] = short(f[5]); f[6] = short(f[6]) }
    reason = why(f[2], at)
    if (format == "markdown")
        printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", f[1], f[9], f[2], f[5], f[6], pct, reason
    else
        printf "%-28s %-8s %s %s -> %s%s%s\n", f[1], f[9], f[2], f[5], f[6], pct == "" ? "" : " (" pct ")",
            reason == "" ? "" : ": " reason
}
END {
    if (format == "markdown") print "## History\n"
    for (r = 1; r <= revisions; r++) {
        at = order[r]
        if (!(at in count)) continue
        if (format == "markdown") print "**" cell(name[at]) "**\n\n| case | verdict | figure | before | after | change | note |\n|---|---|---|---|---|---|---|"
        else print "at " name[at]
        for (i = 1; i <= count[at]; i++) step(at, lines[at, i])
        print ""
    }
    summary = plural(series, "series") " of " plural(longest, "revision") ": " plural(tally["change"], "change") ", " \
        tally["accepted"] + 0 " accepted" (untested ? "; " untested " too short to be tested" : "") " (" history ")"
    note_count = split(notes, note, "\n")
    if (format == "markdown") { print summary ".\n"; for (i = 1; i <= note_count; i++) print "- " cell(note[i]) }
    else { for (i = 1; i <= note_count; i++) print "note: " note[i]; print "history: " summary }
}
