# Two builds' figures against each other, as lines "case isa figure base head change_pct verdict reason", in HEAD's
# order. Files (tab-separated): base=1 "case isa figure value", head=1 the same, before them invalid=1 "case isa
# figure build first second" and waivers=1 "case reason".
# verdict: same, less, more (reported, from 0.1 % on), fail, waived, new, invalid
# just so much is reported, or passes, whatever its rounding
BEGIN { FS = OFS = "\t"; reported = 0.1 - 1e-9; limit = 2 + 1e-9; }

function row(case_, isa, figure, base, head, change, verdict, reason) {
    if (verdict == "fail" && case_ in waiver) { verdict = "waived"; reason = waiver[case_] }
    print case_, isa, figure, base, head, change, verdict, reason
}
function is_mapping(figure) { return figure ~ /^(method|digest|checksum)$/ }
function is_cost(figure) { return figure ~ /^(memory_bytes|allocations)$/ }

# misses are rounded to what matters: a thousandth an operation, a line in a thousand of a build
function judge(figure, base, head,   change) {
    change = base == 0 ? (head == 0 ? 0 : 100) : 100 * (head - base) / base
    pct = sprintf("%+.2f", change)
    why = ""
    if (is_cost(figure)) {
        if (head > base) why = "a rise"
        return head > base ? "fail" : "less"
    }
    if (figure !~ /_(instructions|misses)$/) {
        why = is_mapping(figure) ? "the mapping changed" : "an exact figure changed"
        pct = ""
        return "fail"
    }
    if (figure ~ /_instructions$/ && change > limit) { why = "above +2 %"; return "fail" }
    if (change < reported && change > -reported) return "same"
    if (figure ~ /_misses$/ && head - base < slack(figure) && base - head < slack(figure)) return "same"
    return change > 0 ? "more" : "less"
}
function slack(figure) { return figure ~ /^build/ ? 32 : 0.001 }

waivers { waiver[$1] = $2; next }
invalid { if (!(($1, $2) in unsteady)) unsteady[$1, $2] = $3 FS $5 FS $6 FS "" FS "invalid" FS "two runs of " $4 " differ"; next }
base { value[$1, $2, $3] = $4; if ($3 != "failed") ran[$1, $2] = 1; next }
head {
    id = $1 SUBSEP $2
    if (id in unsteady) {
        if (!told[id]++) print $1, $2, unsteady[id]
        next
    }
    if ($3 == "failed") { row($1, $2, "run", "", "", "", "fail", "HEAD ended with " $4); broken[id] = 1; next }
    if (!(id in ran)) {
        if (!told[id]++)
            row($1, $2, "run", "", "", "", "new", "BASE cannot run it" \
                ((id, "failed") in value ? ": " value[id, "failed"] : ""))
        next
    }
    seen[id, $3] = 1
    if (!((id, $3) in value)) { row($1, $2, $3, "", $4, "", "new", "BASE has no such figure"); next }
    was = value[id, $3]
    if (was "" == $4 "") row($1, $2, $3, was, $4, "", "same", "")
    else { verdict = judge($3, was, $4); row($1, $2, $3, was, $4, pct, verdict, why) }
}
END {
    for (key in value) {
        split(key, part, SUBSEP)
        id = part[1] SUBSEP part[2]
        if (part[3] != "failed" && !(key in seen) && id in ran && !(id in unsteady) && !(id in broken))
            row(part[1], part[2], part[3], value[key], "", "", "fail", "HEAD has no such figure")
    }
}
