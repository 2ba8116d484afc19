/*
 * power.c - power consistent hash (Leu, arXiv 2307.12448). No code of the author is known. f places a key
 * among a power of two buckets, g follows it through the sizes between two of them. `power` draws from
 * splitmix64; each variant is another implementation's mapping, with its inner hash.
 *
 * The PCG32 of power-pcg32 is not uniform, and f is the cause, not g. A key that f sends past the end and g
 * leaves there is placed by f again, among half as many, from another stream of the same seed; the first
 * outputs of two streams are not independent. Of 100000 buckets: once stream 16 has led past the end, the
 * 32768 draws of stream 15 vary by 11.2 % beyond chance, the 4096 of stream 12 by 8.6 % (4.7 10^7 keys; by
 * splitmix64 0.0 % each). Chi-square with 10^7 keys has p from 2 10^-12 to 10^-3 in eight seeds, all of it in
 * the lower half; with f by splitmix64 and g as it was from 0.27 to 0.80, with g by splitmix64 and f as it
 * was no better than before. Of a power of two buckets all keys need f once, and nothing is wrong.
 *
 * power-crc32c draws the same way (p = 4 10^-16 at 100000). Its reference converts a quotient past 2^32 to 32
 * bits, which C++ does not define; here it is past the end. It shows from about 10^7 buckets, in one key of a
 * thousand million.
 */
#include <math.h>

#include "../inner.h"
#include "../ordered/jump.h"
#include "buckets_placement.h"
#include "stateless.h"

/* The numbers that belong to one key: what f draws below a power of two, what g goes on with. */
typedef struct numbers {
    uint64_t key;
    uint64_t state; /* the state of a generator that g has to itself; the key at first */
    rmk_pcg32 pcg;  /* the generator of the first draw of f */
} numbers;

typedef uint32_t draw_of(numbers *n, unsigned high);
/* Finds the bucket that a key in bucket x goes to next while buckets are added one by one; `buckets` or more
 * when it is none of those that there are. */
typedef uint64_t leave_of(numbers *n, uint64_t x, uint32_t buckets);

__attribute__((always_inline)) static inline uint32_t among_power(numbers *n, uint32_t ones, draw_of *draw) {
    uint32_t bits = (uint32_t)n->key & ones;
    if (!bits)
        return 0;
    unsigned high = rmk_high_bit(bits);
    uint32_t low = UINT32_C(1) << high;
    return low + (draw(n, high) & (low - 1));
}

__attribute__((always_inline)) static inline uint32_t power(uint64_t key, uint32_t buckets, draw_of *draw,
                                                            leave_of *leave) {
    if (buckets == 1)
        return 0;
    numbers n = {.key = key, .state = key};
    uint32_t ones = (uint32_t)rmk_ones_over(buckets - 1), lower = ones >> 1;
    uint32_t bucket = among_power(&n, ones, draw);
    if (bucket < buckets)
        return bucket;
    uint64_t x = lower;
    for (uint64_t then; (then = leave(&n, x, buckets)) < buckets;)
        x = then;
    return x > lower ? (uint32_t)x : among_power(&n, lower, draw);
}

/* ---- splitmix64: f has the first 31 values after the key, one a power of two, g those that follow ---- */

enum { VALUES_OF_F = 31 };

static inline uint32_t draw_splitmix64(numbers *n, unsigned high) {
    return (uint32_t)rmk_mix64_wide(n->key, high);
}

/* Computes x + 1 over a uniform number of 64 bits, exactly: the result is the same for any number of
 * buckets above it. */
static inline uint64_t leave_splitmix64(numbers *n, uint64_t x, uint32_t buckets) {
    uint64_t u = rmk_mix64_wide(n->state, VALUES_OF_F);
    n->state += RMK_GOLDEN;
    return rmk_below(u, buckets) <= x ? buckets : (uint64_t)(((rmk_u128)(x + 1) << 64) / u);
}

uint32_t rmk_power(uint64_t key, uint32_t buckets) {
    return power(key, buckets, draw_splitmix64, leave_splitmix64);
}

static uint32_t locate(const rmk_buckets *engine, uint64_t key) {
    return rmk_power(key, engine->working);
}

/* ---- PCG32: of the key for power-pcg32, of its CRC-32C for power-crc32c ---- */

static inline uint32_t draw_pcg32(numbers *n, unsigned high) {
    n->pcg = rmk_pcg32_seeded(n->key, high);
    return rmk_pcg32_output(&n->pcg);
}

/* Computes x + 1 over a uniform number of 32 bits in whole numbers. */
static inline uint64_t leave_exactly(numbers *n, uint64_t x, uint32_t buckets) {
    rmk_pcg32_step(&n->pcg);
    uint64_t u = (uint64_t)rmk_pcg32_output(&n->pcg) + 1, t = (x + 1) * UINT32_MAX;
    return buckets * u <= t ? buckets : t / u;
}

/* Computes x + 1 over a uniform number of 32 bits in doubles; an output of 0 gives infinity. */
static inline uint64_t leave_by_doubles(numbers *n, uint64_t x, uint32_t buckets) {
    rmk_pcg32_step(&n->pcg);
    double u = (double)rmk_pcg32_output(&n->pcg) / UINT32_MAX;
    double next = ceil((double)(x + 1) / u) - 1;
    return next < buckets ? (uint64_t)next : buckets;
}

static uint32_t locate_pcg32(const rmk_buckets *engine, uint64_t key) {
    return power(key, engine->working, draw_pcg32, leave_exactly);
}

static uint32_t locate_crc32c(const rmk_buckets *engine, uint64_t key) {
    bool sse42 = rmk_isa_has_crc32c(rmk_stateless_isa(engine));
    return power(rmk_crc32c(sse42, key, engine->seed), engine->working, draw_pcg32, leave_by_doubles);
}

/* ---- mix64, and jump's generator ---- */

static inline uint32_t draw_mix64(numbers *n, unsigned high) {
    return (uint32_t)rmk_mix64(n->key, UINT32_C(1) << high);
}

static inline uint64_t leave_by_jumps(numbers *n, uint64_t x, uint32_t buckets) {
    n->state = n->state * RMK_JUMP_FACTOR + 1;
    double next = (double)(x + 1) / ((double)((n->state >> 33) + 1) / 0x1p31);
    return next < buckets ? (uint64_t)next : buckets;
}

static uint32_t locate_mix64(const rmk_buckets *engine, uint64_t key) {
    return power(key, engine->working, draw_mix64, leave_by_jumps);
}

RMK_BUCKETS_ROW(power, "power", "power consistent hash: no table, nodes numbered as listed; splitmix64",
                "Leu, \"Fast Consistent Hashing in Constant Time\" (2023), arXiv 2307.12448", false, 0, 0,
                locate, RMK_STATELESS, .most = UINT32_C(1) << 31);
RMK_BUCKETS_ROW(power_pcg32, "power-pcg32", "power consistent hash by PCG32 in whole numbers: not uniform",
                "DXist/power-consistent-hash", false, RMK_IS_VARIANT, 0, locate_pcg32, RMK_STATELESS,
                .most = UINT32_C(1) << 31);
RMK_BUCKETS_ROW(power_crc32c, "power-crc32c", "power consistent hash by CRC-32C and PCG32: 32 bits of a key",
                "slashdotted/cpp, powerengine.h", false, RMK_IS_VARIANT,
                1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2, locate_crc32c, RMK_STATELESS,
                .most = UINT32_C(1) << 31);
RMK_BUCKETS_ROW(power_mix64, "power-mix64",
                "power consistent hash as SUPSI's engine: mix64, jump's generator",
                "SUPSI java-consistent-hashing-algorithms, PowerEngine", false, RMK_IS_VARIANT, 0,
                locate_mix64, RMK_STATELESS, .most = UINT32_C(1) << 30);
