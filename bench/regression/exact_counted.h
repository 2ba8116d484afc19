/*
 * exact_counted.h - one call each of what `exact` counts: functions of their own that no compiler folds into
 * another, so that callgrind can tell what each of them took (its inclusive cost).
 */
#ifndef RM_EXACT_COUNTED_H
#define RM_EXACT_COUNTED_H

#include "bench/cells/cells.h"
#include "bench/input/keys/key_pool.h"

rmk_status rm_counted_build(const rm_cell *cell, const rmk_nodes *nodes, const rmk_allocator *allocator,
                            rmk_placement **placement);
void rm_counted_hash(const rmk_hasher *hasher, const rm_key_pool *pool, uint64_t *values);
/* These look up each key by itself, and all keys at once. `keys` is NULL where the placement reads only
 * hashes. */
void rm_counted_loop(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *values,
                     size_t count, uint32_t *owners);
void rm_counted_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *values,
                      size_t count, uint32_t *owners);

#endif
