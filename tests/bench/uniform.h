/* uniform.h - xorshift64*, so that simulations share nothing with the tested code. Set the state first. */
#ifndef RM_TESTS_UNIFORM_H
#define RM_TESTS_UNIFORM_H

#include <stdint.h>

static uint64_t state;

static inline uint64_t random_bits(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1du;
}

static inline double uniform(void) {
    return (double)(random_bits() >> 11) * 0x1p-53;
}

#endif
