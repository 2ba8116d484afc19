/* fnv_kernel.h - private: the hashes of the FNV family, and kernels that hash many keys side by side. */
#ifndef RMK_FNV_KERNEL_H
#define RMK_FNV_KERNEL_H

#include "bits.h"
#include "by_length.h"

/* Describes one member of the family. A rule is constant at every call of an inline function that takes
 * one, so that the compiler makes code of its own for each member. */
typedef struct fnv_rule {
    uint64_t offset, prime;
    unsigned bits;
    bool xor_first; /* true for FNV-1a; FNV-1 multiplies first */
    bool mix;       /* the finaliser of MurmurHash3 follows */
    bool is_signed; /* a byte is a signed char, and is sign-extended before the xor; only with 32 bits */
} fnv_rule;

#define RULE32(xor_first, mix) ((fnv_rule){0x811c9dc5u, 0x01000193u, 32, xor_first, mix, false})
#define RULE64(xor_first, mix)                                                                               \
    ((fnv_rule){0xcbf29ce484222325ull, 0x100000001b3ull, 64, xor_first, mix, false})

/* The members as libhashkit has them. It returns the low half of its 64-bit hashes only; the low half of a
 * product depends on the low halves of its factors only, so 32 bits are enough to compute these, too. */
#define RULE_MC_32(xor_first) ((fnv_rule){0x811c9dc5u, 0x01000193u, 32, xor_first, false, true})
#define RULE_MC_64(xor_first) ((fnv_rule){0x84222325u, 0x1b3u, 32, xor_first, false, true})

typedef void rmk_fnv_batch(const rmk_bytes *strings, size_t count, uint64_t *values);

/* The kernels of one instruction set: a batch function for each member, or NULL where no kernel pays.
 * Keys are hashed in groups. A group takes as long as if all of its keys were as long as the longest one; no
 * byte outside a key is read. */
typedef struct rmk_fnv_kernels {
    size_t keys;                                                      /* how many keys a group has */
    rmk_length_range (*lengths)(const rmk_bytes *keys, size_t count); /* does as rmk_lengths_of */
    rmk_fnv_batch *fnv1_32, *fnv1a_32, *fnv1_64, *fnv1a_64, *fnv1a_32_mix, *fnv1a_64_mix;
    rmk_fnv_batch *mc_fnv1_32, *mc_fnv1a_32, *mc_fnv1_64, *mc_fnv1a_64;
} rmk_fnv_kernels;

extern const rmk_fnv_kernels rmk_fnv_avx2, rmk_fnv_avx512;

#endif
