# Rows of keys.csv from the nodes of `ringmark shares` (method, share, keys), one hash after the other: chi-square of the
# counts against the exact shares, or against equal ones where nothing exact exists. z is the Wilson-Hilferty normal score of
# chi-square: what chance gives lies within 3 of 0, above it keys are heaped, below it they are more even than chance.
#
# usage: awk -F '\t' -f evenness.awk -v set=NAME -v placement=NAME -v nodes=N -v hashes=NAME,NAME... \
#   -v node_hashes=NAME,NAME... (of points, one a hash; empty: there are none)
BEGIN { count = split(hashes, hash, ","); split(node_hashes, points, ",") }
{
    node = (NR - 1) % nodes + 1
    exact[node] = $1 == "exact"
    share[node] = $2
    keys[node] = $3
    total += $3
    if (node == nodes) finish(hash[NR / nodes])
}
END {
    if (NR != nodes * count) {
        print "study: " set ", " placement ": " NR " nodes of " count " hashes, not " nodes " each" > "/dev/stderr"
        exit 2
    }
}

function finish(name,   i, expected, chi_square, degrees, ratio, z) {
    for (i = 1; i <= nodes; i++) {
        expected = total * (exact[i] ? share[i] : 1 / nodes)
        chi_square += (keys[i] - expected) ^ 2 / expected
    }
    degrees = nodes - 1
    ratio = chi_square / degrees
    z = (ratio ^ (1 / 3) - (1 - 2 / (9 * degrees))) / sqrt(2 / (9 * degrees))
    printf "%s,%s,%s,%s,%d,%d,%.6g,%d,%.6g,%.6g\n", set, placement, name, points[NR / nodes], nodes, total,
        chi_square, degrees, ratio, z
    total = 0
}
