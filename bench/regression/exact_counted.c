#include "exact_counted.h"

/* clang makes no clones of functions, and does not know `noclone`. */
#if __has_attribute(noclone)
#define COUNTED __attribute__((noinline, noclone))
#else
#define COUNTED __attribute__((noinline))
#endif

COUNTED rmk_status rm_counted_build(const rm_cell *cell, const rmk_nodes *nodes,
                                    const rmk_allocator *allocator, rmk_placement **placement) {
    return rm_cell_try_place(cell, nodes, 0, allocator, placement);
}

COUNTED void rm_counted_hash(const rmk_hasher *hasher, const rm_key_pool *pool, uint64_t *values) {
    rmk_hash_batch(hasher, pool->keys, pool->count, values);
}

COUNTED void rm_counted_loop(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *values,
                             size_t count, uint32_t *owners) {
    const rmk_bytes none = {NULL, 0};
    for (size_t i = 0; i < count; i++)
        owners[i] = rmk_placement_locate(placement, keys ? keys[i] : none, values[i]);
}

COUNTED void rm_counted_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *values,
                              size_t count, uint32_t *owners) {
    rmk_placement_locate_batch(placement, keys, values, count, owners);
}
