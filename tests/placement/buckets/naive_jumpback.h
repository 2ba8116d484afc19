/* naive_jumpback.h - JumpBackHash with splitmix64 as its description says it, a bit after the other. */
#ifndef TEST_PLACEMENT_NAIVE_JUMPBACK_H
#define TEST_PLACEMENT_NAIVE_JUMPBACK_H

#include "tests/placement/nodes.h"

/* next_random is splitmix64; *state begins with the key, and is left where the stream goes on. */
static inline uint32_t naive_jumpback(uint64_t *state, uint32_t buckets) {
    uint64_t first = next_random(state);
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < buckets)
        bits++;
    for (uint32_t k = bits; k-- > 0;) {
        uint64_t both = first ^ first >> 32;
        if (!(both >> k & 1))
            continue;
        unsigned ones = 0;
        for (uint32_t below = 0; below <= k; below++)
            ones += both >> below & 1;
        uint32_t low = (uint32_t)1 << k;
        uint32_t half = (uint32_t)(ones % 2 ? first >> 32 : first);
        if (low + half % low < buckets)
            return low + half % low;
        for (bool drawing = true; drawing;) {
            uint64_t value = next_random(state);
            uint32_t choices[2] = {(uint32_t)value % (2 * low), (uint32_t)(value >> 32) % (2 * low)};
            for (int i = 0; i < 2 && drawing; i++) {
                if (choices[i] < low)
                    drawing = false;
                else if (choices[i] < buckets)
                    return choices[i];
            }
        }
    }
    return 0;
}

#endif
