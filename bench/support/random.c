#include "random.h"

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

__extension__ typedef unsigned __int128 wide;

/* The output function of splitmix64 (Steele, Lea & Flood 2014; constants of Stafford's mix 13). */
static uint64_t finalise(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
}

rm_random rm_random_seeded(uint64_t seed) {
    rm_random random;
    for (int i = 0; i < 4; i++)
        random.s[i] = finalise(seed += GOLDEN);
    return random;
}

uint64_t rm_random_next(rm_random *random) {
    uint64_t *s = random->s;
    uint64_t result = rotate(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Lemire, "Fast random integer generation in an interval", 2019: the division happens almost never. */
uint64_t rm_random_below(rm_random *random, uint64_t bound) {
    wide product = (wide)rm_random_next(random) * bound;
    if ((uint64_t)product < bound) {
        uint64_t least = -bound % bound;
        while ((uint64_t)product < least)
            product = (wide)rm_random_next(random) * bound;
    }
    return (uint64_t)(product >> 64);
}

double rm_random_unit(rm_random *random) {
    return (double)(rm_random_next(random) >> 11) * 0x1p-53;
}

uint64_t rm_mix(uint64_t a, uint64_t b) {
    return finalise((finalise(a + GOLDEN) ^ b) + GOLDEN);
}
