/* uniform.h - xorshift64*, so that simulations share nothing with the tested code. Set the state first. */
#ifndef UNIFORM_H
#define UNIFORM_H

#include <stdint.h>

static uint64_t state;

static inline uint64_t random_bits(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1du;
}

/* Within (0, 1). */
static inline double uniform(void) {
    return ((double)(random_bits() >> 12) + 0.5) * 0x1p-52;
}

#endif
