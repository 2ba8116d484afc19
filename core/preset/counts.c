#include "counts.h"

#include <math.h>

enum { DIGESTS = 40 }; /* a server of average weight has that many digests, of four points each */

uint64_t rmk_count_vnodes(const rmk_count_of *of) {
    return of->vnodes;
}

uint64_t rmk_count_quarter(const rmk_count_of *of) {
    return of->vnodes / 4;
}

uint64_t rmk_count_by_weight(const rmk_count_of *of) {
    uint64_t count;
    return __builtin_mul_overflow(of->vnodes, of->weight, &count) ? UINT64_MAX : count;
}

/* Counts as libketama does: floorf takes the product, a double, as a float. */
uint64_t rmk_count_ketama(const rmk_count_of *of) {
    float part = (float)of->weight / (float)of->weights;
    return (uint64_t)floorf((float)((double)part * 40.0 * (double)(float)of->nodes));
}

/* Counts 160 points a server over 4 a digest, step by step in single precision; the last sum is of
 * doubles. */
uint64_t rmk_count_libmemcached(const rmk_count_of *of) {
    float part = (float)of->weight / (float)of->weights;
    float digests = part * 160.0f / 4.0f * (float)of->nodes;
    return (uint64_t)floor((double)(float)((double)digests + 0.0000000001));
}

uint64_t rmk_count_uhashring(const rmk_count_of *of) {
    rmk_u128 count = (rmk_u128)of->nodes * of->weight * DIGESTS / of->weights;
    return count > UINT64_MAX ? UINT64_MAX : (uint64_t)count;
}
