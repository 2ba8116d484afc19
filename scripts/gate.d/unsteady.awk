# What differs between two runs of one build: "case isa figure BUILD first second". Counted figures may differ by less
# than what is reported. -v build=NAME; files: the first run, then the second.
BEGIN { FS = OFS = "\t" }
NR == FNR { first[$1, $2, $3] = $4; next }
{
    if (!(($1, $2, $3) in first)) was = "nothing"
    else was = first[$1, $2, $3]
    if (was "" == $4 "") next
    if ($3 ~ /_misses$/) next # reported, never failed
    if ($3 ~ /_instructions$/ && was > 0 && ($4 - was) / was < 0.001 && (was - $4) / was < 0.001) next
    print $1, $2, $3, build, was, $4
}
