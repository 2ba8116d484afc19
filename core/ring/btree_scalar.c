/* btree_scalar.c - the static B-tree without vector instructions: the reference of the other kernels. */
#include "btree.h"
#include "btree_kernel.h"

BTREE_INLINE unsigned wide_below(const uint64_t *line, uint64_t position) {
    unsigned below = 0;
    for (unsigned i = 0; i < WIDE_KEYS; i++)
        below += line[i] < position;
    return below;
}

BTREE_INLINE unsigned narrow_up_to(const uint32_t *line, uint32_t half) {
    unsigned up_to = 0;
    for (unsigned i = 0; i < NARROW_KEYS; i++)
        up_to += line[i] <= half;
    return up_to;
}

BTREE_KERNELS(rmk_btree_kernels_scalar);
