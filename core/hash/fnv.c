/*
 * fnv.c - Fowler/Noll/Vo hashes of 32 and 64 bits, plain and with murmur3's finaliser behind.
 *
 * A byte costs a multiplication that waits for the one before (4 cycles). Four chains fill the multiplier, so
 * the plain batch walks several keys side by side; the kernels put one into every lane of a vector.
 */
#include "by_length.h"
#include "fnv_kernel.h"

#define LANES         8
#define ALWAYS_INLINE __attribute__((always_inline)) static inline

/* 32-bit members run in 64 bits too: the low half of a product depends on the low halves only. */
ALWAYS_INLINE uint64_t step(fnv_rule rule, uint64_t h, unsigned char byte) {
    return rule.xor_first ? (h ^ byte) * rule.prime : h * rule.prime ^ byte;
}

ALWAYS_INLINE uint64_t finish(fnv_rule rule, uint64_t h) {
    if (rule.bits == 32)
        return rule.mix ? rmk_fmix32((uint32_t)h) : (uint32_t)h;
    return rule.mix ? rmk_fmix64(h) : h;
}

ALWAYS_INLINE uint64_t go_on(fnv_rule rule, uint64_t h, const unsigned char *data, size_t from,
                             size_t length) {
    for (size_t i = from; i < length; i++)
        h = step(rule, h, data[i]);
    return h;
}

ALWAYS_INLINE uint64_t hash_one(fnv_rule rule, const void *data, size_t length) {
    return finish(rule, go_on(rule, rule.offset, data, 0, length));
}

static size_t shortest(const rmk_bytes *strings) {
    size_t length = strings[0].length;
    for (size_t lane = 1; lane < LANES; lane++)
        length = strings[lane].length < length ? strings[lane].length : length;
    return length;
}

/* Side by side as far as the shortest key reaches, eight bytes a load, the rest of each key alone. */
ALWAYS_INLINE void hash_lanes(fnv_rule rule, const rmk_bytes *strings, uint64_t *values) {
    uint64_t h[LANES], words[LANES];
    size_t together = shortest(strings) & ~(size_t)7;
    for (size_t lane = 0; lane < LANES; lane++)
        h[lane] = rule.offset;
    for (size_t i = 0; i < together; i += 8) {
        for (size_t lane = 0; lane < LANES; lane++)
            words[lane] = rmk_load64(strings[lane].data + i);
        for (unsigned shift = 0; shift < 64; shift += 8)
            for (size_t lane = 0; lane < LANES; lane++)
                h[lane] = step(rule, h[lane], (unsigned char)(words[lane] >> shift));
    }
    for (size_t lane = 0; lane < LANES; lane++)
        values[lane] = finish(rule, go_on(rule, h[lane], strings[lane].data, together, strings[lane].length));
}

ALWAYS_INLINE void hash_batch(fnv_rule rule, const rmk_bytes *strings, size_t count, uint64_t *values) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        hash_lanes(rule, strings + i, values + i);
    for (; i < count; i++)
        values[i] = hash_one(rule, strings[i].data, strings[i].length);
}

/* Fewer keys than FEWEST do not fill enough lanes, and loading keys of less than SHORTEST bytes costs more
 * than hashing them; a chunk whose lengths differ by UNEVEN is worth sorting. */
enum { FEWEST = 24, SHORTEST = 5, UNEVEN = 64 };

static void sorted_chunk(rmk_fnv_batch *kernel, const rmk_bytes *keys, size_t count, uint64_t *values) {
    rmk_by_length sorted;
    uint64_t made[RMK_CHUNK];
    rmk_sort_by_length(keys, count, 3, &sorted);
    kernel(sorted.keys, count, made);
    for (size_t i = 0; i < count; i++)
        values[sorted.from[i]] = made[i];
}

/* How many of `count` keys go to the kernel at once; the rest is too few for it. */
static size_t for_kernel(const rmk_fnv_kernels *kernels, size_t count) {
    if (count >= RMK_CHUNK)
        return RMK_CHUNK;
    size_t rest = count % kernels->keys;
    return rest < FEWEST ? count - rest : count;
}

static void in_chunks(const rmk_fnv_kernels *kernels, rmk_fnv_batch *kernel, rmk_fnv_batch *plain,
                      const rmk_bytes *strings, size_t count, uint64_t *values) {
    size_t i = 0, taken;
    for (; kernel && (taken = for_kernel(kernels, count - i)) > 0; i += taken) {
        rmk_length_range lengths = rmk_lengths_of(strings + i, taken);
        if (lengths.most < SHORTEST)
            plain(strings + i, taken, values + i);
        else if (lengths.most - lengths.least >= UNEVEN)
            sorted_chunk(kernel, strings + i, taken, values + i);
        else
            kernel(strings + i, taken, values + i);
    }
    if (i < count)
        plain(strings + i, count - i, values + i);
}

/* The state is a constant, which nobody closes. */
static rmk_status fnv_open(const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)allocator;
    *state = isa == RMK_ISA_AVX512 ? (void *)&rmk_fnv_avx512
             : isa == RMK_ISA_AVX2 ? (void *)&rmk_fnv_avx2
                                   : NULL;
    return RMK_OK;
}

static void fnv_close(const rmk_allocator *allocator, void *state) {
    (void)allocator;
    (void)state;
}

/* The functions and the descriptor of one member. A macro, since C has no other way to name them all. */
#define FNV_MEMBER(id, text, width, rule, sentence, origin)                                                  \
    static uint64_t id##_one(const void *state, const void *data, size_t length) {                           \
        (void)state;                                                                                         \
        return hash_one(rule, data, length);                                                                 \
    }                                                                                                        \
    static void id##_plain(const rmk_bytes *strings, size_t count, uint64_t *values) {                       \
        hash_batch(rule, strings, count, values);                                                            \
    }                                                                                                        \
    static void id##_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {    \
        const rmk_fnv_kernels *kernels = state;                                                              \
        in_chunks(kernels, kernels ? kernels->id : NULL, id##_plain, strings, count, values);                \
    }                                                                                                        \
    const rmk_hash rmk_hash_##id = {                                                                         \
        .name = text,                                                                                        \
        .bits = width,                                                                                       \
        .value_bits = width,                                                                                 \
        .summary = sentence,                                                                                 \
        .source = origin,                                                                                    \
        .open = fnv_open,                                                                                    \
        .close = fnv_close,                                                                                  \
        .one = id##_one,                                                                                     \
        .batch = id##_batch,                                                                                 \
        .isas = 1u << RMK_ISA_SCALAR | (width == 32 ? 1u << RMK_ISA_AVX2 : 0) | 1u << RMK_ISA_AVX512,        \
    }

#define FNV_SOURCE "Fowler, Noll, Vo: draft-eastlake-fnv"
#define FNV_MIXED                                                                                            \
    "Fowler, Noll, Vo: draft-eastlake-fnv; then the finaliser of MurmurHash3 (Appleby, SMHasher)"

FNV_MEMBER(fnv1_32, "fnv1-32", 32, RULE32(false, false), "FNV-1: multiply, then xor; poor on trailing digits",
           FNV_SOURCE);
FNV_MEMBER(fnv1a_32, "fnv1a-32", 32, RULE32(true, false), "FNV-1a: xor, then multiply", FNV_SOURCE);
FNV_MEMBER(fnv1_64, "fnv1-64", 64, RULE64(false, false), "FNV-1: multiply, then xor; poor on trailing digits",
           FNV_SOURCE);
FNV_MEMBER(fnv1a_64, "fnv1a-64", 64, RULE64(true, false),
           "FNV-1a: xor, then multiply; high bits lag on short names", FNV_SOURCE);
FNV_MEMBER(fnv1a_32_mix, "fnv1a-32-mix", 32, RULE32(true, true), "FNV-1a with fmix32 behind it", FNV_MIXED);
FNV_MEMBER(fnv1a_64_mix, "fnv1a-64-mix", 64, RULE64(true, true), "FNV-1a with fmix64 behind it", FNV_MIXED);
