#include "null_law.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_sf_psi.h>
#include <math.h>
#include <pthread.h>

#include "bench/stats/gsl_quiet.h"

/*
 * A^2 tends to sum of chi^2_1/y_j over the zeros y_j of a Fredholm determinant D. Without the estimate y is
 * j(j+1) and D0 = -cos(pi w)/(pi y), w = sqrt(y + 1/4) (Anderson & Darling, 1952). Estimating the scale takes
 * the square of the normed score, (1-s) log(1-s), from the covariance; its squared coefficients in the
 * Legendre functions that belong to j(j+1) are (2j+1)/(j(j+1))^3, which sum up to
 * D = D0 (psi(1) + psi(2) - psi(3/2-w) - psi(3/2+w))/y; by reflection of psi it has no poles to divide out.
 */
static double determinant(double y) {
    double w = sqrt(y + 0.25);
    double sum = 1 - 2 * M_EULER - gsl_sf_psi(w - 0.5) - gsl_sf_psi(w + 1.5);
    return -(cos(M_PI * w) * sum + M_PI * sin(M_PI * w)) / (M_PI * y * y);
}

/* Its only zero between j(j+1) and (j+1)(j+2). */
static double zero_after(double j) {
    double low = j * (j + 1), high = (j + 1) * (j + 2), side = determinant(low);
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (determinant(middle) * side > 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/*
 * Smirnov's formula for the law of such a sum: P = 1/pi sum_k (-1)^(k+1) times the integral from y_2k-1 to
 * y_2k of exp(-y z/2)/(y sqrt(|D(y)|)), in which nothing cancels where P is small. The root has the weight of
 * Gauss-Chebyshev at both ends. From SMALLEST on what the intervals leave out is below 1e-11.
 */
enum { INTERVALS = 16, NODES = 16, FIRST_NODES = 64, ALL_NODES = FIRST_NODES + (INTERVALS - 1) * NODES };
#define SMALLEST 0.05
/* Up to here the nodes of the first interval are enough. */
#define LARGEST 30.0

static struct {
    double y[ALL_NODES], weight[ALL_NODES]; /* y ascending */
    double first;
} exponential;

static void prepare_exponential(void) {
    rm_gsl_quiet();
    size_t at = 0;
    for (int k = 1; k <= INTERVALS; k++) {
        double low = zero_after(2 * k - 1), high = zero_after(2 * k), half = (high - low) / 2;
        int nodes = k == 1 ? FIRST_NODES : NODES;
        for (int i = 0; i < nodes; i++, at++) {
            double angle = M_PI * (i + 0.5) / nodes, y = (low + high) / 2 - half * cos(angle);
            exponential.y[at] = y;
            exponential.weight[at] = (k % 2 ? 1 : -1) * half * sin(angle) /
                                     (nodes * y * sqrt(fabs(determinant(y))));
        }
        if (k == 1)
            exponential.first = low;
    }
}

double rm_exponential_law_above(double z) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare_exponential);
    if (isnan(z))
        return NAN;
    if (z < SMALLEST)
        return 1;
    double near = fmin(z, LARGEST), sum = 0;
    for (size_t i = 0; i < ALL_NODES && (exponential.y[i] - exponential.first) * near < 90; i++)
        sum += exponential.weight[i] * exp(-exponential.y[i] * near / 2);
    /* Zolotarev: the largest coefficient's chi^2_1 rules the tail */
    if (z > LARGEST)
        sum *= exp(-exponential.first * (z - LARGEST) / 2) * sqrt(LARGEST / z);
    return fmin(fmax(sum, RM_LEAST_P), 1);
}

double rm_kuiper_law_above(double z) {
    if (isnan(z))
        return NAN;
    if (z < 0.3) /* 1 - 1e-20 */
        return 1;
    double sum = 0, square = z * z;
    for (double j = 1; j * j * square < 25 + square; j++)
        sum += 2 * (4 * j * j * square - 1) * exp(-2 * j * j * square);
    return fmin(fmax(sum, RM_LEAST_P), 1);
}

/* A value of the law for infinitely many points, and how the same level's value for m points comes near it. */
typedef struct knot {
    double limit, a, b, c;
} knot;

enum { KNOTS = 27 };

static const knot spacing_knots[KNOTS] = {
    {0.09470, -0.651, -7.177, 10.499},  {0.11823, -0.398, -3.479, 1.023},
    {0.15917, -0.086, -2.800, 4.980},   {0.19235, 0.042, -2.323, 4.866},
    {0.21373, 0.080, -1.793, 3.372},    {0.25325, 0.127, -1.099, 1.478},
    {0.28543, 0.149, -0.660, 0.363},    {0.31485, 0.172, -0.531, 0.368},
    {0.37151, 0.203, -0.396, 0.578},    {0.43029, 0.224, -0.263, 0.445},
    {0.49577, 0.232, 0.003, -0.268},    {0.57341, 0.248, 0.104, -0.337},
    {0.67242, 0.273, 0.061, 0.177},     {0.81312, 0.300, 0.203, -0.162},
    {1.06131, 0.342, 0.328, 0.182},     {1.32060, 0.375, 0.366, 0.968},
    {1.51819, 0.371, 0.459, 1.313},     {1.67838, 0.348, 0.521, 1.593},
    {1.95798, 0.283, 0.313, 2.358},     {2.24340, 0.143, 0.318, 0.440},
    {2.45668, 0.008, 0.052, 0.547},     {2.92187, -0.416, -0.206, 4.386},
    {3.43922, -1.099, 3.009, -1.197},   {3.91629, -1.848, 8.284, -13.550},
    {4.44323, -2.541, 14.393, -31.287}, {4.92701, -3.208, 20.755, -50.480},
    {5.45979, -4.106, 31.556, -86.076},
};

static const knot position_knots[KNOTS] = {
    {0.59411, -0.824, 3.262, -8.758}, {0.65886, -0.531, -0.199, 4.324}, {0.75503, -0.354, -0.788, 4.220},
    {0.82203, -0.336, 0.351, -1.373}, {0.86131, -0.325, 0.719, -2.926}, {0.92746, -0.332, 1.549, -5.516},
    {0.97628, -0.243, 0.400, -0.827}, {1.01761, -0.164, -0.690, 3.694}, {1.08993, -0.139, -0.412, 1.963},
    {1.15677, -0.130, 0.018, -0.084}, {1.22349, -0.115, 0.241, -1.055}, {1.29425, -0.099, 0.436, -1.728},
    {1.37429, -0.050, 0.032, -0.012}, {1.47337, 0.011, -0.446, 1.919},  {1.61960, 0.033, 0.228, -1.001},
    {1.74726, 0.084, 0.241, -0.868},  {1.83313, 0.141, -0.175, 0.911},  {1.89743, 0.181, -0.393, 1.901},
    {2.00092, 0.212, -0.067, 0.784},  {2.09774, 0.237, 0.447, -1.221},  {2.16554, 0.268, 0.545, -1.380},
    {2.30297, 0.362, 0.018, 1.660},   {2.44281, 0.471, -0.630, 5.817},  {2.56251, 0.545, -0.763, 8.364},
    {2.68654, 0.583, -0.044, 8.170},  {2.79418, 0.673, -0.159, 10.671}, {2.90693, 0.662, 0.688, 11.569},
};

static double value_at(const knot *k, double m) {
    return k->limit / (1 + (k->a + (k->b + k->c / m) / m) / m);
}

/* Linear between the knots, which are close; beyond them the stretch stays. */
static double equivalent(const knot *knots, double value, double m) {
    double below = value_at(&knots[0], m);
    if (!(value > below)) /* NAN stays one */
        return value * (knots[0].limit / below);
    for (int i = 1; i < KNOTS; i++) {
        double above = value_at(&knots[i], m);
        if (value < above)
            return knots[i - 1].limit +
                   (knots[i].limit - knots[i - 1].limit) * (value - below) / (above - below);
        below = above;
    }
    return value * (knots[KNOTS - 1].limit / below);
}

double rm_spacing_equivalent(double a2, size_t count) {
    return equivalent(spacing_knots, a2, (double)count);
}

double rm_position_equivalent(double v, size_t count) {
    return equivalent(position_knots, v, (double)count);
}
