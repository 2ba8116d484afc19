/*
 * concave.h - integrals of exp(f) for concave f: densities and what is made of them, in logs, so that nothing
 * under- or overflows however many points a ring has. Any thread.
 */
#ifndef RM_CONCAVE_H
#define RM_CONCAVE_H

#include <stddef.h>

/* f(x); -INFINITY where the function to integrate is 0. */
typedef double rm_log_function(double x, const void *context);

/* Where exp(f) counts, around its largest value. */
typedef struct rm_support {
    double low, mode, high;
    double top; /* f(mode) */
} rm_support;

/* Points to a panel; there is one panel on either side of the mode. */
typedef enum rm_order {
    RM_ORDER_16 = 16,
    RM_ORDER_32 = 32,
    RM_ORDER_64 = 64,
    RM_ORDER_256 = 256,
    RM_ORDER_512 = 512
} rm_order;

/* The order for what log-densities of a share or a gamma variable of shape `vnodes` make: from 16 on they are
 * close to normal, and fewer points add them up to 1e-13. */
rm_order rm_order_of(double vnodes);

enum { RM_MOST_POINTS = 2 * RM_ORDER_512 };

/* The part of [low, high], either may be infinite, that holds all but some e^-40 of the integral. The mode is
 * where f is largest in it. */
rm_support rm_concave_support(rm_log_function *f, const void *context, double low, double high, double mode);

/* Gauss-Legendre points and weights of the two panels; returns their number, 2 * order. */
size_t rm_concave_points(const rm_support *support, rm_order order, double *points, double *weights);

/* log of the integral of exp(f); -INFINITY when it is 0, NAN when f is NAN somewhere. */
double rm_concave_log_integral(rm_log_function *f, const void *context, const rm_support *support,
                               rm_order order);

#endif
