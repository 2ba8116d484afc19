/*
 * short_memory.h - a placement whose n-th allocation fails, for every n: a status, and nothing is kept; once
 * all succeed, its bytes are those that the allocator gave.
 */
#ifndef TEST_SHORT_MEMORY_H
#define TEST_SHORT_MEMORY_H

#include "core/placement/placement.h"
#include "tests/support/memory.h"

/* `options`: its allocator is replaced. */
static inline void placed_in_short_memory(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                                          rmk_placement_options options) {
    for (size_t at = 1;; at++) {
        test_memory memory = {.fail_at = at};
        const rmk_allocator allocator = test_allocator(&memory);
        options.ring.allocator = &allocator;
        rmk_placement *placement;
        rmk_status status = rmk_placement_create(algorithm, nodes, &options, &placement);
        if (!status)
            assert_int_equal(memory.live_bytes, algorithm->bytes(placement));
        rmk_placement_destroy(placement);
        assert_int_equal(memory.live_blocks, 0);
        if (!status)
            break;
        assert_int_equal(status, RMK_NO_MEMORY);
    }
}

#endif
