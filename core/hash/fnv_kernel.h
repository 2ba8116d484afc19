/* fnv_kernel.h - the members of the family, and kernels that hash many keys side by side; private. */
#ifndef RMK_FNV_KERNEL_H
#define RMK_FNV_KERNEL_H

#include "bits.h"
#include "by_length.h"

/* One member of the family. Constant at every call, so that each function below is compiled for its own rule. */
typedef struct fnv_rule {
    uint64_t offset, prime;
    unsigned bits;
    bool xor_first; /* FNV-1a; FNV-1 multiplies first */
    bool mix;
    bool is_signed; /* bytes are signed chars, which their sign extends; 32 bits only */
} fnv_rule;

#define RULE32(xor_first, mix) ((fnv_rule){0x811c9dc5u, 0x01000193u, 32, xor_first, mix, false})
#define RULE64(xor_first, mix)                                                                               \
    ((fnv_rule){0xcbf29ce484222325ull, 0x100000001b3ull, 64, xor_first, mix, false})

/* The members of libhashkit. The low half of a 64-bit product depends on low halves only, so what is left
 * of its 64-bit members runs in 32 bits. */
#define RULE_MC_32(xor_first) ((fnv_rule){0x811c9dc5u, 0x01000193u, 32, xor_first, false, true})
#define RULE_MC_64(xor_first) ((fnv_rule){0x84222325u, 0x1b3u, 32, xor_first, false, true})

typedef void rmk_fnv_batch(const rmk_bytes *strings, size_t count, uint64_t *values);

/* One batch for each member that it pays for, or NULL. A group of keys costs as much as if all were as long
 * as its longest; nothing is read outside a key. */
typedef struct rmk_fnv_kernels {
    size_t keys;                                                      /* keys that a group has */
    rmk_length_range (*lengths)(const rmk_bytes *keys, size_t count); /* rmk_lengths_of */
    rmk_fnv_batch *fnv1_32, *fnv1a_32, *fnv1_64, *fnv1a_64, *fnv1a_32_mix, *fnv1a_64_mix;
    rmk_fnv_batch *mc_fnv1_32, *mc_fnv1a_32, *mc_fnv1_64, *mc_fnv1a_64;
} rmk_fnv_kernels;

extern const rmk_fnv_kernels rmk_fnv_avx2, rmk_fnv_avx512;

#endif
