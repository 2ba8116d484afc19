/* The density of a sum, by inverting its characteristic function. */
#include <math.h>
#include <stdlib.h>

#include "peak_parts.h"

/* Of a sum at this many deviations nothing is left, so that copies of it this far apart do not overlap. */
#define PERIOD         26
#define LOG_NEGLIGIBLE (-26)

typedef struct wheel {
    double real, imaginary, turn_real, turn_imaginary;
} wheel;

/* Turns every value's wheel by one step and adds them up. */
static void turn(wheel *wheels, const double *chances, size_t count, double *real, double *imaginary) {
    double sum_real = 0, sum_imaginary = 0;
    for (size_t i = 0; i < count; i++) {
        wheel w = wheels[i];
        wheels[i].real = w.real * w.turn_real - w.imaginary * w.turn_imaginary;
        wheels[i].imaginary = w.real * w.turn_imaginary + w.imaginary * w.turn_real;
        sum_real += chances[i] * wheels[i].real;
        sum_imaginary += chances[i] * wheels[i].imaginary;
    }
    *real = sum_real;
    *imaginary = sum_imaginary;
}

double rm_sum_density(const double *values, const double *chances, size_t count, double n, double deviation,
                      bool lattice, double frequency) {
    double period = PERIOD * deviation * sqrt(n);
    /* on a lattice an odd whole period and all of its steps make the sum exact */
    double half = lattice ? ceil(period / 2) : INFINITY;
    double step = 2 * M_PI / (lattice ? 2 * half + 1 : period);
    wheel *wheels = malloc((count + 1) * sizeof *wheels);
    if (!wheels)
        return NAN;
    for (size_t i = 0; i < count; i++)
        wheels[i] = (wheel){1, 0, cos(step * values[i]), sin(step * values[i])};
    double sum = 0.5;
    /* the modulus may pass through a zero: only a row of small ones is the end */
    for (int k = 1, small = 0; k * step <= frequency && k <= half && small < 8; k++) {
        double real, imaginary;
        turn(wheels, chances, count, &real, &imaginary);
        double log_modulus = n * 0.5 * log(real * real + imaginary * imaginary);
        small = log_modulus < LOG_NEGLIGIBLE ? small + 1 : 0;
        sum += exp(log_modulus) * cos(n * atan2(imaginary, real));
    }
    free(wheels);
    return sum * step / M_PI;
}
