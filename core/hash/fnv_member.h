/*
 * fnv_member.h - a hash of the family whole: one key, several side by side, and batches through the kernel of
 * an instruction set; private.
 *
 * A byte costs a multiplication that waits for the one before (4 cycles). Four chains fill the multiplier, so
 * the plain batch walks several keys side by side; the kernels put one into every lane of a vector.
 */
#ifndef RMK_FNV_MEMBER_H
#define RMK_FNV_MEMBER_H

#include "fnv_kernel.h"
#include "hash.h"

#define FNV_LANES  8
#define FNV_INLINE __attribute__((always_inline)) static inline

/* 32-bit members run in 64 bits too: the low half of a product depends on the low halves only. */
FNV_INLINE uint64_t fnv_step(fnv_rule rule, uint64_t h, unsigned char byte) {
    uint64_t x = rule.is_signed ? (uint64_t)(int8_t)byte : byte;
    return rule.xor_first ? (h ^ x) * rule.prime : h * rule.prime ^ x;
}

FNV_INLINE uint64_t fnv_finish(fnv_rule rule, uint64_t h) {
    if (rule.bits == 32)
        return rule.mix ? rmk_fmix32((uint32_t)h) : (uint32_t)h;
    return rule.mix ? rmk_fmix64(h) : h;
}

FNV_INLINE uint64_t fnv_go_on(fnv_rule rule, uint64_t h, const unsigned char *data, size_t from,
                              size_t length) {
    for (size_t i = from; i < length; i++)
        h = fnv_step(rule, h, data[i]);
    return h;
}

FNV_INLINE uint64_t fnv_hash_one(fnv_rule rule, const void *data, size_t length) {
    return fnv_finish(rule, fnv_go_on(rule, rule.offset, data, 0, length));
}

static inline size_t fnv_shortest(const rmk_bytes *strings) {
    size_t length = strings[0].length;
    for (size_t lane = 1; lane < FNV_LANES; lane++)
        length = strings[lane].length < length ? strings[lane].length : length;
    return length;
}

/* Hashes FNV_LANES keys side by side as far as the shortest reaches, eight bytes a load, then the rest of
 * each key alone. */
FNV_INLINE void fnv_hash_lanes(fnv_rule rule, const rmk_bytes *strings, uint64_t *values) {
    uint64_t h[FNV_LANES], words[FNV_LANES];
    size_t together = fnv_shortest(strings) & ~(size_t)7;
    for (size_t lane = 0; lane < FNV_LANES; lane++)
        h[lane] = rule.offset;
    for (size_t i = 0; i < together; i += 8) {
        for (size_t lane = 0; lane < FNV_LANES; lane++)
            words[lane] = rmk_load64(strings[lane].data + i);
        for (unsigned shift = 0; shift < 64; shift += 8)
            for (size_t lane = 0; lane < FNV_LANES; lane++)
                h[lane] = fnv_step(rule, h[lane], (unsigned char)(words[lane] >> shift));
    }
    for (size_t lane = 0; lane < FNV_LANES; lane++)
        values[lane] =
            fnv_finish(rule, fnv_go_on(rule, h[lane], strings[lane].data, together, strings[lane].length));
}

FNV_INLINE void fnv_hash_batch(fnv_rule rule, const rmk_bytes *strings, size_t count, uint64_t *values) {
    size_t i = 0;
    for (; i + FNV_LANES <= count; i += FNV_LANES)
        fnv_hash_lanes(rule, strings + i, values + i);
    for (; i < count; i++)
        values[i] = fnv_hash_one(rule, strings[i].data, strings[i].length);
}

/* The state is a constant, which nobody closes: the rmk_fnv_kernels of `isa`, or NULL. */
rmk_status rmk_fnv_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state);
void rmk_fnv_close(const rmk_allocator *allocator, void *state);

/* Hashes chunk by chunk: with `kernel`, which may be NULL, where it pays, and with `plain` elsewhere. */
void rmk_fnv_in_chunks(const rmk_fnv_kernels *kernels, rmk_fnv_batch *kernel, rmk_fnv_batch *plain,
                       const rmk_bytes *strings, size_t count, uint64_t *values);

/* Defines the functions and the descriptor of one member. It is a macro, since C has no other way to name
 * them all. */
#define FNV_MEMBER(id, text, width, rule, sentence, origin)                                                  \
    static uint64_t id##_one(const void *state, const void *data, size_t length) {                           \
        (void)state;                                                                                         \
        return fnv_hash_one(rule, data, length);                                                             \
    }                                                                                                        \
    static void id##_plain(const rmk_bytes *strings, size_t count, uint64_t *values) {                       \
        fnv_hash_batch(rule, strings, count, values);                                                        \
    }                                                                                                        \
    static void id##_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {    \
        const rmk_fnv_kernels *kernels = state;                                                              \
        rmk_fnv_in_chunks(kernels, kernels ? kernels->id : NULL, id##_plain, strings, count, values);        \
    }                                                                                                        \
    const rmk_hash rmk_hash_##id = {                                                                         \
        .name = text,                                                                                        \
        .bits = width,                                                                                       \
        .value_bits = width,                                                                                 \
        .summary = sentence,                                                                                 \
        .source = origin,                                                                                    \
        .open = rmk_fnv_open,                                                                                \
        .close = rmk_fnv_close,                                                                              \
        .one = id##_one,                                                                                     \
        .batch = id##_batch,                                                                                 \
        .isas = 1u << RMK_ISA_SCALAR | (width == 32 ? 1u << RMK_ISA_AVX2 : 0) | 1u << RMK_ISA_AVX512,        \
    }

#endif
