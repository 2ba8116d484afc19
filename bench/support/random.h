/*
 * random.h - xoshiro256++ (Blackman & Vigna 2019), seeded by splitmix64. The only source of randomness.
 */
#ifndef RM_RANDOM_H
#define RM_RANDOM_H

#include <stdint.h>

typedef struct rm_random {
    uint64_t s[4];
} rm_random;

rm_random rm_random_seeded(uint64_t seed);
uint64_t rm_random_next(rm_random *random);
/* Uniform in [0, bound), without bias; bound >= 1. */
uint64_t rm_random_below(rm_random *random, uint64_t bound);
/* Uniform in [0, 1). */
double rm_random_unit(rm_random *random);
/* One splitmix64 step as a mixer of two values. */
uint64_t rm_mix(uint64_t a, uint64_t b);

#endif
