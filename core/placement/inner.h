/*
 * inner.h - the hashes inside placements; private.
 */
#ifndef RMK_INNER_H
#define RMK_INNER_H

#include "../base.h"
#include "../hash/crc32c.h"

#define RMK_GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/* Mixes by the finaliser of splitmix64 (Stafford's Mix13), a bijection. */
static inline uint64_t rmk_fin(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Draws from splitmix64 (Steele, Lea & Flood 2014). */
static inline uint64_t rmk_splitmix64(uint64_t *state) {
    return rmk_fin(*state += RMK_GOLDEN);
}

/* Brings a uniform 64-bit value below `range` by its upper bits, without a division. */
static inline uint32_t rmk_below(uint64_t value, uint32_t range) {
    return (uint32_t)((rmk_u128)value * range >> 64);
}

/* ---- mix64: 63 bits of a key and one or two 32-bit seeds ---- */

static inline uint64_t rmk_mix64_wide(uint64_t key, uint32_t seed) {
    return rmk_fin(key + RMK_GOLDEN * ((uint64_t)seed + 1));
}

static inline uint64_t rmk_mix64(uint64_t key, uint32_t seed) {
    return rmk_mix64_wide(key, seed) >> 1;
}

static inline uint64_t rmk_mix64_two(uint64_t key, uint32_t index, uint32_t seed) {
    return rmk_mix64(rmk_mix64_wide(key, index), seed);
}

/* ---- PCG32 (XSH-RR 64/32, O'Neill 2014) ---- */

typedef struct rmk_pcg32 {
    uint64_t state, increment;
} rmk_pcg32;

static inline void rmk_pcg32_step(rmk_pcg32 *pcg) {
    pcg->state = pcg->state * UINT64_C(6364136223846793005) + pcg->increment;
}

static inline rmk_pcg32 rmk_pcg32_seeded(uint64_t seed, uint64_t stream) {
    uint64_t increment = 2 * stream + 1;
    rmk_pcg32 pcg = {seed + increment, increment};
    rmk_pcg32_step(&pcg);
    return pcg;
}

/* The output of the state as it is; a step makes the next state. */
static inline uint32_t rmk_pcg32_output(const rmk_pcg32 *pcg) {
    uint32_t x = (uint32_t)((pcg->state >> 18 ^ pcg->state) >> 27);
    unsigned by = (unsigned)(pcg->state >> 59);
    return x >> by | x << (-by & 31);
}

/* ---- java.util.Random: 48 bits of state, the upper ones are drawn ---- */

#define RMK_JAVA_MASK ((UINT64_C(1) << 48) - 1)

static inline uint64_t rmk_java_seeded(uint64_t seed) {
    return (seed ^ 0x5DEECE66D) & RMK_JAVA_MASK;
}

static inline uint64_t rmk_java_step(uint64_t state) {
    return (state * 0x5DEECE66D + 11) & RMK_JAVA_MASK;
}

/* Draws as Java's nextDouble() does: 53 bits below 1. */
static inline double rmk_java_double(uint64_t *state) {
    uint64_t upper = (*state = rmk_java_step(*state)) >> 22;
    uint64_t lower = (*state = rmk_java_step(*state)) >> 21;
    return (double)(upper << 27 | lower) * 0x1p-53;
}

/* Chooses `yes` or `no` without a branch. Compilers make one of ?:, and a guess that is wrong costs more
 * than computing both values. */
static inline uint64_t rmk_select(bool condition, uint64_t yes, uint64_t no) {
    uint64_t mask = -(uint64_t)condition;
    __asm__("" : "+r"(mask));
    return no ^ ((yes ^ no) & mask);
}

/* ---- bits ---- */

/* The place of the highest bit; x is not 0. */
static inline unsigned rmk_high_bit(uint64_t x) {
    return 63 - (unsigned)__builtin_clzll(x);
}

/* The smallest 2^k - 1 that is at least x, for k up to 64. */
static inline uint64_t rmk_ones_over(uint64_t x) {
    return x ? UINT64_MAX >> __builtin_clzll(x) : 0;
}

#endif
