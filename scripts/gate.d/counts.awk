# What callgrind counted in each rm_counted_* function and all it called, from its output file, as "figure value"
# lines: instructions and misses of the first (d1) and last level (ll) of data, by operation; building is one.
# -v operations=N
function name_of(text,   id) {
    id = text
    sub(/\).*/, ")", id)
    if (text != id) names[id] = substr(text, length(id) + 2)
    return names[id]
}
/^events:/ { for (i = 2; i <= NF; i++) event[$i] = i }
/^fn=/ { name_of(substr($0, 4)) }
/^cfn=/ { called = name_of(substr($0, 5)) }
/^calls=/ {
    if ((getline line) <= 0 || called !~ /^rm_counted_/) next
    split(line, cost, " ") # zeros at the end are left out
    ir[called] += cost[event["Ir"]]
    d1[called] += cost[event["D1mr"]] + cost[event["D1mw"]]
    ll[called] += cost[event["DLmr"]] + cost[event["DLmw"]]
}
END {
    count = split("build hash loop batch", figures, " ")
    for (i = 1; i <= count; i++) {
        called = "rm_counted_" figures[i]
        if (!(called in ir)) continue
        by = figures[i] == "build" ? 1 : operations
        printf "%s_instructions\t%.12g\n", figures[i], ir[called] / by
        printf "%s_d1_misses\t%.12g\n", figures[i], d1[called] / by
        printf "%s_ll_misses\t%.12g\n", figures[i], ll[called] / by
    }
}
