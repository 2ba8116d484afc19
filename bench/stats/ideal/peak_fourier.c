/* The density of a sum, by inverting its characteristic function. */
#include <math.h>
#include <stdlib.h>

#include "bench/support/fail.h"
#include "peak_parts.h"

/* Of a sum at this many deviations nothing is left, so that copies of it this far apart do not overlap. */
#define PERIOD 22
/* Faster waves than a row of such small ones go round and add some 1e-8. */
#define LOG_NEGLIGIBLE (-18)
/* Values this rare are left out: all of them together are some 1e-15. */
#define RARE 1e-18

/* Waves of a few values at a time, so that their sums do not wait for each other. */
enum { LANES = 8 };

/* By value, padded to whole lanes: chance times wave, and what a step turns it by. */
typedef struct wheels {
    size_t count;
    double *real, *imaginary, *turn_real, *turn_imaginary;
} wheels;

static size_t lanes(size_t count) {
    return (count + LANES - 1) / LANES * LANES;
}

static void make_wheels(wheels *w, const double *values, const double *chances, size_t count, double step) {
    size_t room = lanes(count);
    w->real = rm_calloc(4 * room + 1, sizeof *w->real);
    w->imaginary = w->real + room;
    w->turn_real = w->imaginary + room;
    w->turn_imaginary = w->turn_real + room;
    w->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(chances[i] > RARE))
            continue;
        w->real[w->count] = chances[i];
        w->turn_real[w->count] = cos(step * values[i]);
        w->turn_imaginary[w->count++] = sin(step * values[i]);
    }
    w->count = lanes(w->count); /* those beyond stay 0 */
}

/* Turns every value's wheel by one step and adds them up. */
static void turn(const wheels *w, double *real, double *imaginary) {
    double sum_real[LANES] = {0}, sum_imaginary[LANES] = {0};
    for (size_t i = 0; i < w->count; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            double x = w->real[i + k], y = w->imaginary[i + k];
            double turned = x * w->turn_real[i + k] - y * w->turn_imaginary[i + k];
            y = x * w->turn_imaginary[i + k] + y * w->turn_real[i + k];
            w->real[i + k] = turned;
            w->imaginary[i + k] = y;
            sum_real[k] += turned;
            sum_imaginary[k] += y;
        }
    }
    *real = *imaginary = 0;
    for (size_t k = 0; k < LANES; k++) {
        *real += sum_real[k];
        *imaginary += sum_imaginary[k];
    }
}

double rm_sum_density(const double *values, const double *chances, size_t count, double n, double deviation,
                      bool lattice, double frequency) {
    double period = PERIOD * deviation * sqrt(n);
    /* on a lattice an odd whole period and all of its steps make the sum exact */
    double half = lattice ? ceil(period / 2) : INFINITY;
    double step = 2 * M_PI / (lattice ? 2 * half + 1 : period);
    wheels w;
    make_wheels(&w, values, chances, count, step);
    double sum = 0.5;
    /* the modulus may pass through a zero: only a row of small ones is the end */
    for (int k = 1, small = 0; k * step <= frequency && k <= half && small < 8; k++) {
        double real, imaginary;
        turn(&w, &real, &imaginary);
        double log_modulus = n * 0.5 * log(real * real + imaginary * imaginary);
        small = log_modulus < LOG_NEGLIGIBLE ? small + 1 : 0;
        sum += exp(log_modulus) * cos(n * atan2(imaginary, real));
    }
    free(w.real);
    return sum * step / M_PI;
}
