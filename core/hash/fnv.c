/* fnv.c - Fowler/Noll/Vo hashes of 32 and 64 bits, plain and with murmur3's finaliser behind. */
#include "by_length.h"
#include "fnv_member.h"

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

void rmk_fnv_in_chunks(const rmk_fnv_kernels *kernels, rmk_fnv_batch *kernel, rmk_fnv_batch *plain,
                       const rmk_bytes *strings, size_t count, uint64_t *values) {
    size_t i = 0, taken;
    for (; kernel && (taken = for_kernel(kernels, count - i)) > 0; i += taken) {
        rmk_length_range lengths = kernels->lengths(strings + i, taken);
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

rmk_status rmk_fnv_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)hash;
    (void)allocator;
    *state = isa == RMK_ISA_AVX512 ? (void *)&rmk_fnv_avx512
             : isa == RMK_ISA_AVX2 ? (void *)&rmk_fnv_avx2
                                   : NULL;
    return RMK_OK;
}

void rmk_fnv_close(const rmk_allocator *allocator, void *state) {
    (void)allocator;
    (void)state;
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
