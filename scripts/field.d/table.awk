# One row a cell of the field: field.csv. Input, tab-separated, each line after the name of its table:
#   can      algorithm, abilities
#   lookup   algorithm, nodes, removed, mode, ns, limit, bytes
#   build    algorithm, nodes, removed, operation, ns, bytes
#   balance  algorithm, nodes, removed, peak, cv, ideal CV, p, slots apart, points, method
#   move     algorithm, nodes, removed, change, moved, excess, collateral
BEGIN {
    OFS = ","
    changes = split("add remove:last remove:random remove:30%", change, " ")
    split("add last random third", short, " ")
    header = "algorithm,kind,nodes,removed,working,loop_ns,chain_ns,batch_ns,limit_ns,limit_chain_ns,build_ns,add_ns,remove_ns,bytes"
    header = header ",test,peak,cv,ideal_cv,cv_ratio,p_uniform,slot_difference,cv_scatter"
    for (i = 1; i <= changes; i++) header = header "," short[i] "_moved," short[i] "_excess," short[i] "_collateral"
    print header
}

# numbered: only the last leaves; recorded: the past decides; ring: points; named: the rest
$1 == "can" {
    kind[$2] = $3 ~ /points/ ? "ring" : $3 ~ /ordered/ ? "numbered" : $3 ~ /history/ ? "recorded" : "named"
    next
}
{
    key = $2 SUBSEP $3 SUBSEP $4
    if (!(key in seen)) { seen[key]; cell[++cells] = key }
}
$1 == "lookup" { ns[key, $5] = $6; limit[key, $5] = $7; bytes[key] = $8 }
$1 == "build" {
    # in place where it can be
    operation = $5
    if (sub(/_in_place$/, "", operation) || !((key, operation) in cost)) cost[key, operation] = $6
    if (operation == "build" && !(key in bytes)) bytes[key] = $7
}
$1 == "balance" {
    peak[key] = $5; cv[key] = $6; ideal[key] = $7; p[key] = $8; apart[key] = $9
    test[key] = $10 != "" ? "arcs" : $9 != "" ? "slots" : $11 == "exact" ? "exact" : $2 ~ /^multi-probe/ ? "probes" : "chi-square"
}
$1 == "move" { moved[key, $5] = $6; excess[key, $5] = $7; collateral[key, $5] = $8 }

END {
    for (c = 1; c <= cells; c++) {
        key = cell[c]
        split(key, part, SUBSEP)
        working = part[2] - int(part[2] * part[3] / 100)
        # in how many standard errors CV of n relative shares is known from one set of names: chi-square, n - 1 degrees
        scatter = working > 1 ? sprintf("%.6g", 1 / sqrt(2 * (working - 1))) : ""
        line = part[1] OFS kind[part[1]] OFS part[2] OFS part[3] OFS working OFS ns[key, "loop"] OFS ns[key, "chain"] OFS ns[key, "batch"]
        line = line OFS limit[key, "batch"] OFS limit[key, "chain"] OFS cost[key, "build"] OFS cost[key, "add"] OFS cost[key, "remove"] OFS bytes[key]
        line = line OFS test[key] OFS peak[key] OFS cv[key] OFS ideal[key] OFS (ideal[key] > 0 ? sprintf("%.6g", cv[key] / ideal[key]) : "")
        line = line OFS p[key] OFS apart[key] OFS scatter
        for (i = 1; i <= changes; i++)
            line = line OFS moved[key, change[i]] OFS excess[key, change[i]] OFS collateral[key, change[i]]
        print line
    }
}
