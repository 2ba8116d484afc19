/* line_scalar.c - the line index without vector instructions. */
#include <string.h>

#include "line.h"
#include "line_kernel.h"

LINE_INLINE unsigned narrow_below(const line_narrow *line, uint16_t remainder) {
    unsigned below = 0;
    for (unsigned i = 0; i <= NARROW_SLOTS; i++)
        below += line->remainders[i] < remainder;
    return below;
}

LINE_INLINE unsigned wide_below(const line_wide *line, uint16_t remainder) {
    unsigned below = 0;
    for (unsigned i = 0; i < WIDE_SLOTS; i++)
        below += line->remainders[i] < remainder;
    return below;
}

LINE_INLINE void line_places(uint64_t buckets, const uint64_t *positions, line_block *block) {
    for (size_t i = 0; i < LINE_BLOCK; i++) {
        block->offsets[i] = line_bucket(buckets, positions[i]) * sizeof(line_narrow);
        block->remainders[i] = line_remainder(buckets, positions[i]);
    }
}

LINE_INLINE uint64_t line_waiting(const line_block *block, const uint32_t *owners, uint32_t more) {
    uint64_t waiting = 0;
    for (size_t i = 0; i < LINE_BLOCK; i++)
        waiting |= (uint64_t)((block->stops[i] == block->remainders[i]) | (owners[i] == more)) << i;
    return waiting;
}

LINE_INLINE unsigned line_count(const uint64_t *positions, uint64_t position) {
    unsigned below = 0;
    for (unsigned i = 0; i < LINE_COUNTED; i++)
        below += positions[i] < position;
    return below;
}

LINE_KERNELS(rmk_line_kernels_scalar);
