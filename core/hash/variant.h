/*
 * variant.h - a hash with a seed, or some bytes of one: a descriptor that is made while the program runs.
 *
 * Whatever takes a `const rmk_hash *` takes &variant.hash: hashers, rings, placements. The caller owns the
 * variant; it is constant once made, so that threads may share it (a hasher serves one thread, as always),
 * and it outlives the hashers that are opened with it. It keeps no memory of its own and is not freed.
 *
 * Cost: a seed costs an indirect call a key. Cut bytes cost two shifts while they are among the first 8, so
 * that the kernels of the base go on working; bytes behind those are of whole digests, made one by one.
 */
#ifndef RMK_HASH_VARIANT_H
#define RMK_HASH_VARIANT_H

#include "hash.h"

typedef struct rmk_hash_variation {
    const rmk_hash *base; /* borrowed, as long as the variant is used; may itself be a variant */
    const char *name;     /* what the variant is called, borrowed as long; NULL: as the base */
    bool seeded;
    rmk_hash_seed seed; /* below 2^base->seed_bits */
    /*
     * The bytes first_byte..first_byte + byte_count - 1 of the digest as a number; byte_count 1..8, or 0 for
     * the value as it is. A hash that has no digest, or has a seed, is cut as its value, lowest byte first:
     * first_byte 0 and byte_count 4 are the low half of 64 bits, first_byte 4 the high half.
     */
    unsigned first_byte, byte_count;
    bool big_endian; /* the first of these bytes is the highest; otherwise the lowest */
} rmk_hash_variation;

typedef struct rmk_hash_variant {
    rmk_hash hash; /* bits: those of the base, or 8 a byte */
    rmk_hash_variation how;
} rmk_hash_variant;

/* How many bytes a cut may take from: those of the digest, or of the value. */
RMK_API unsigned rmk_hash_byte_count(const rmk_hash *base, bool seeded);

/*
 * RMK_UNSUPPORTED: a seed for a base that takes none. RMK_BAD_INPUT: no base, a seed that is too wide, or
 * bytes that the base does not have. The variant is untouched then.
 */
RMK_API rmk_status rmk_hash_variant_make(rmk_hash_variant *variant, const rmk_hash_variation *how);

/* How the hash was made, when it is that of a variant; else NULL. */
RMK_API const rmk_hash_variation *rmk_hash_variation_of(const rmk_hash *hash);

#endif
