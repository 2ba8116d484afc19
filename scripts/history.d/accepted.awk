# The steps that waivers accept, as "case,figure,revision" of the history. A waiver names BASE or a commit since, so its step
# is at the revision that was measured first with that commit in it or, if nothing of the figure changed there, at the next.
# Files (tab-separated): places=1 "revision first next" of each waived revision, waivers=1 "case revision", then the history
# (comma-separated).
BEGIN { OFS = ","; print "case", "figure", "revision" }
places { split($0, part, "\t"); first[part[1]] = part[2]; next_[part[1]] = part[3]; next }
waivers { split($0, part, "\t"); waived[part[1]] = waived[part[1]] " " part[2]; next }
FNR == 1 { next }
{
    split($0, part, ",")
    if (!(part[1] in waived)) next
    key = part[1] SUBSEP part[2]
    at = part[3]
    value[key, at] = part[4]
    if (key in last) { if (value[key, last[key]] "" != part[4] "") steps[key, at] = 1 } else order[++keys] = key
    last[key] = at
}
END {
    for (k = 1; k <= keys; k++) {
        split(order[k], part, SUBSEP)
        count = split(waived[part[1]], revisions, " ")
        for (i = 1; i <= count; i++) {
            at = first[revisions[i]]
            if (!((order[k], at) in steps)) at = next_[revisions[i]]
            if (((order[k], at) in steps) && !told[order[k], at]++) print part[1], part[2], at
        }
    }
}
