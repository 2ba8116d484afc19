/* kernels.h - kernels that place many keys, against the form for one key, at every length up to the guard
 * pages. */
#ifndef TEST_KERNELS_H
#define TEST_KERNELS_H

#include "tests/placement/nodes.h"

#include "core/placement/ordered/jump.h"
#include "tests/support/guard.h"

/* kernels[isa] agrees with `one` for 0 to `most` keys and each number of buckets; it reads and writes nothing
 * behind or before its arrays. */
static inline void kernels_agree_at_every_length(rmk_jump_many *const *kernels,
                                                 uint32_t (*one)(uint64_t key, uint32_t buckets),
                                                 const uint32_t *bucket_counts, size_t count_of_counts,
                                                 size_t most, uint64_t seed) {
    uint64_t *keys_end = (uint64_t *)test_before_guard(most * sizeof(uint64_t)) + most;
    uint32_t *out_end = (uint32_t *)test_before_guard((most + 1) * sizeof(uint32_t)) + most + 1;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
        for (size_t n = 0; n < count_of_counts; n++)
            for (size_t count = 0; count <= most; count++) {
                uint64_t *keys = keys_end - count;
                uint32_t *out = out_end - count;
                for (size_t i = 0; i < count; i++)
                    keys[i] = next_random(&seed);
                out[-1] = 12345;
                kernels[isa](keys, count, bucket_counts[n], out);
                assert_int_equal(out[-1], 12345);
                for (size_t i = 0; i < count; i++)
                    assert_int_equal(out[i], one(keys[i], bucket_counts[n]));
            }
}

#endif
