# Turns chapters of the study into the awk function report() of rows.awk.
#
# A chapter is Markdown, except for
#   sentence NAME           begins a sentence of the report; of the lines below it that are indented,
#       FIGURE = EXPRESSION    computes a figure from rows,
#       holds EXPRESSION       must be true, or there is no report,
#       says TEXT              is its text: {FIGURE} or {FIGURE:%FORMAT} is a figure (an expression, too)
#   table EXPRESSION        puts a table there
# Other text is copied and may not claim a number: one outside of `code`, links and names of hashes is an error.

BEGIN { print "function report() {" }
END {
    if (failed) exit 2
    finish()
    print "}"
}

function finish() {
    if (inside) print "    close_sentence()"
    inside = 0
}

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

# a text with {figures} as an awk expression
function filled(text,   made, from, to, what, at) {
    made = "\"\""
    while ((from = index(text, "{")) > 0) {
        made = made " " quoted(substr(text, 1, from - 1))
        text = substr(text, from + 1)
        to = index(text, "}")
        what = substr(text, 1, to - 1)
        text = substr(text, to + 1)
        at = index(what, ":%")
        made = made " " (at ? "sprintf(" quoted(substr(what, at + 1)) ", " substr(what, 1, at - 1) ")" : "figure(" what ")")
    }
    return made " " quoted(text)
}

function fail(why) {
    print (program == "" ? "study" : program) ": " FILENAME ":" FNR ": " why > "/dev/stderr"
    failed = 1
    exit 2
}

function check_prose(text) {
    gsub(/`[^`]*`/, "", text)
    gsub(/\]\([^)]*\)/, "", text)
    gsub(/(FNV-1a?|MD5|CRC-32|XXH64|XXH32|XXH3|murmur3)/, "", text)
    if (text ~ /[0-9]/) fail("a number that no row stands behind: " $0)
}

FNR == 1 {
    finish()
    if (NR > 1) print "    line(\"\")"
}
/^sentence / { finish(); inside = 1; print "    open(" quoted($2) ")"; next }
/^table / {
    finish()
    print "    open(" quoted("table of " FILENAME) "); line(" substr($0, 7) "); close_sentence()"
    next
}
inside && /^ +holds / { sub(/^ +holds /, ""); print "    holds((" $0 "), " quoted($0) ")"; next }
inside && /^ +says / { sub(/^ +says /, ""); print "    say(" filled($0) ")"; next }
inside && /^ +[a-z_]+ = / {
    name = $1
    sub(/^ +[a-z_]+ = /, "")
    print "    " name " = known(" quoted(name) ", " $0 ")"
    next
}
inside && /^ / { fail("not a line of a sentence: " $0) }
{
    finish()
    check_prose($0)
    print "    line(" quoted($0) ")"
}
