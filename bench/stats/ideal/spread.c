#include "spread.h"

#include <math.h>

enum { RANKS_THAT_MATTER = 1100 }; /* 2^-1100 is 0 */

double rm_ideal_spread(uint64_t nodes, uint64_t views) {
    double n = (double)nodes, unseen = exp2(-n) / n, sum = 0;
    for (uint64_t j = 0; j < nodes && j < RANKS_THAT_MATTER; j++)
        sum -= expm1((double)views * log1p(-(exp2(-(double)j - 1) + unseen)));
    return sum;
}
