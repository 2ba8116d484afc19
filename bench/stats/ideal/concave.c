#include "concave.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <pthread.h>

#include "bench/stats/gsl_quiet.h"

/* f that far below its top no longer counts: e^-40 is 4e-18. */
#define DROP_LEAST 40
#define DROP_MOST  48
#define DROP       43

static gsl_integration_glfixed_table *table_16, *table_32, *table_64, *table_256, *table_512;

static void make_tables(void) {
    rm_gsl_quiet();
    table_16 = gsl_integration_glfixed_table_alloc(RM_ORDER_16);
    table_32 = gsl_integration_glfixed_table_alloc(RM_ORDER_32);
    table_64 = gsl_integration_glfixed_table_alloc(RM_ORDER_64);
    table_256 = gsl_integration_glfixed_table_alloc(RM_ORDER_256);
    table_512 = gsl_integration_glfixed_table_alloc(RM_ORDER_512);
}

static const gsl_integration_glfixed_table *table_of(rm_order order) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_tables);
    switch (order) {
    case RM_ORDER_16:
        return table_16;
    case RM_ORDER_32:
        return table_32;
    case RM_ORDER_64:
        return table_64;
    case RM_ORDER_256:
        return table_256;
    default:
        return table_512;
    }
}

rm_order rm_order_of(double vnodes) {
    return vnodes >= 16 ? RM_ORDER_32 : RM_ORDER_64;
}

/* From the mode towards `limit`, the place where f has dropped enough. */
static double edge(rm_log_function *f, const void *context, double mode, double top, double limit) {
    double inner = mode, outer = limit;
    if (isinf(limit)) {
        double step = copysign(1, limit);
        for (outer = mode + step; f(outer, context) > top - DROP_LEAST; outer = mode + step) {
            inner = outer;
            step *= 2;
        }
    } else if (f(limit, context) > top - DROP_LEAST) {
        return limit;
    }
    /* the root of the drop is close to a straight line; where f falls off at once, halving ends at the fall */
    double above = 0, below = top - f(outer, context);
    for (int i = 0; i < 80; i++) {
        double part = (sqrt(DROP) - sqrt(above)) / (sqrt(below) - sqrt(above));
        double x = inner + (outer - inner) * (i % 2 == 0 && part > 0 && part < 1 ? part : 0.5);
        double drop = top - f(x, context);
        if (drop >= DROP_LEAST) {
            outer = x;
            below = drop;
        } else {
            inner = x;
            above = fmax(drop, 0);
        }
        if (drop >= DROP_LEAST && drop <= DROP_MOST)
            break;
    }
    return outer;
}

rm_support rm_concave_support(rm_log_function *f, const void *context, double low, double high, double mode) {
    mode = fmin(fmax(mode, low), high);
    double top = f(mode, context);
    if (!isfinite(top))
        return (rm_support){mode, mode, mode, top};
    return (rm_support){edge(f, context, mode, top, low), mode, edge(f, context, mode, top, high), top};
}

size_t rm_concave_points(const rm_support *support, rm_order order, double *points, double *weights) {
    const gsl_integration_glfixed_table *table = table_of(order);
    size_t count = (size_t)order;
    for (size_t i = 0; i < count; i++) {
        gsl_integration_glfixed_point(support->low, support->mode, i, points + i, weights + i, table);
        gsl_integration_glfixed_point(support->mode, support->high, i, points + count + i,
                                      weights + count + i, table);
    }
    return 2 * count;
}

double rm_concave_log_integral(rm_log_function *f, const void *context, const rm_support *support,
                               rm_order order) {
    double points[RM_MOST_POINTS], weights[RM_MOST_POINTS], sum = 0;
    if (!isfinite(support->top))
        return support->top;
    size_t count = rm_concave_points(support, order, points, weights);
    for (size_t i = 0; i < count; i++)
        if (weights[i] != 0)
            sum += weights[i] * exp(f(points[i], context) - support->top);
    return support->top + log(sum);
}
