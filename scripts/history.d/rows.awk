# What was measured of one revision as rows of a history: case,figure,revision,value,low,high,launches,measured,compiler.
# Files (tab-separated): exact=1 "case isa figure value", exact=0 "case figure value" of every launch, of which the median
# is the value. Instructions of other kernels than the scalar ones are figures of their own: avx2_loop_instructions. What
# could not be run goes to -v failures=FILE, "case why". -v revision= -v measured= -v compiler=
BEGIN { FS = "\t"; OFS = "," }
function row(case_, figure, value, low, high, launches) {
    print case_, figure, revision, value, low, high, launches, measured, compiler
}
function is_kept(isa, figure) {
    if (figure ~ /_misses$/) return 0 # they follow the layout of the code, which is nobody's change
    return isa == "scalar" || figure ~ /_instructions$/
}
exact && $3 == "failed" { if (!told[$1]++) print $1 "\t" $4 >failures; next }
exact { if (is_kept($2, $3)) row($1, ($2 == "scalar" ? "" : $2 "_") $3, $4, "", "", ""); next }
$2 == "failed" { if (!told[$1]++) print $1 "\t" $3 >failures; next }
{
    key = $1 FS $2
    if (!(key in count)) order[++keys] = key
    # sorted as they come
    for (i = ++count[key]; i > 1 && value[key, i - 1] + 0 > $3 + 0; i--) value[key, i] = value[key, i - 1]
    value[key, i] = $3
}
END {
    for (k = 1; k <= keys; k++) {
        key = order[k]
        split(key, part, FS)
        n = count[key]
        middle = n % 2 ? value[key, (n + 1) / 2] : sprintf("%.9g", (value[key, n / 2] + value[key, n / 2 + 1]) / 2)
        row(part[1], part[2], middle, value[key, 1], value[key, n], n)
    }
}
