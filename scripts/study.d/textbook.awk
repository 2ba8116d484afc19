# The textbook's number of virtual nodes beside the exact one: v = (1 - 1/n)(z/eps)^2, rounded up, z the normal quantile at
# p^(1/n). Input: nodes, peak, confidence and exact answer; output: textbook.csv.
BEGIN { print "nodes,peak,confidence,exact,textbook,shortfall" }
{
    sub(/^peak<=/, "", $2)
    z = quantile($3 ^ (1 / $1))
    v = (1 - 1 / $1) * (z / ($2 - 1)) ^ 2
    rounded = v > int(v) ? int(v) + 1 : int(v)
    printf "%s,%s,%s,%s,%d,%.6g\n", $1, $2, $3, $4, rounded, 1 - rounded / $4
}

# P(normal > z) for z >= 0: a continued fraction (Abramowitz and Stegun 26.2.14) far out, a series (26.2.10) near 0
function tail(z,   density, i, f, term, sum) {
    density = exp(-z * z / 2) / sqrt(2 * 3.14159265358979324)
    if (z > 3) {
        for (i = 200; i > 0; i--) f = i / (z + f)
        return density / (z + f)
    }
    term = sum = z
    for (i = 1; i < 100; i++) { term *= z * z / (2 * i + 1); sum += term }
    return 0.5 - density * sum
}

# by bisection, for 0.5 <= p < 1
function quantile(p,   low, high, i, middle) {
    high = 40
    for (i = 0; i < 100; i++) {
        middle = (low + high) / 2
        if (tail(middle) > 1 - p) low = middle
        else high = middle
    }
    return low
}
