# A row of keys.csv from the nodes of one `ringmark shares` (method, share, keys): chi-square of the counts against the
# exact shares, or against equal ones where nothing exact exists. z is the Wilson-Hilferty normal score of chi-square: what
# chance gives lies within 3 of 0, above it keys are heaped, below it they are spread more evenly than chance spreads them.
#
# usage: awk -F '\t' -f evenness.awk -v set=NAME -v placement=NAME -v hash=NAME
{
    share[NR] = $2
    keys[NR] = $3
    total += $3
    sampled = sampled || $1 != "exact"
}
END {
    if (NR < 2 || !total) { print "study: no counts of " set " by " placement " and " hash > "/dev/stderr"; exit 2 }
    for (i = 1; i <= NR; i++) {
        expected = total * (sampled ? 1 / NR : share[i])
        chi_square += (keys[i] - expected) ^ 2 / expected
    }
    degrees = NR - 1
    ratio = chi_square / degrees
    z = (ratio ^ (1 / 3) - (1 - 2 / (9 * degrees))) / sqrt(2 / (9 * degrees))
    printf "%s,%s,%s,%s,%d,%d,%.6g,%d,%.6g,%.6g\n", set, placement, hash, placement == "ring" ? "xxh3" : "", NR, total,
        chi_square, degrees, ratio, z
}
