/*
 * maglev.h - private: how Maglev tables are filled (Eisenbud et al. 2016, section 3.4). Every node walks the
 * table by a permutation of its own, offset + j * skip modulo a prime, and takes the next free slot whenever
 * it is its turn; all of it in 64 bits, so that tables above 65536 slots are permutations too.
 */
#ifndef RMK_MAGLEV_H
#define RMK_MAGLEV_H

#include "slots.h"

/* What a name says: the offset is `offset` modulo the size, the skip `skip` modulo (size - 1), plus 1. */
typedef struct rmk_maglev_numbers {
    uint64_t offset, skip;
} rmk_maglev_numbers;

typedef enum rmk_maglev_turns {
    RMK_MAGLEV_SUMS, /* katran: a turn for every multiple of the greatest weight that the running sum passes */
    RMK_MAGLEV_TARGETS, /* Envoy: doubles; every node has a turn in the first round */
} rmk_maglev_turns;

typedef struct rmk_maglev_rule {
    rmk_maglev_numbers (*numbers)(rmk_bytes name);
    rmk_maglev_turns turns;
    bool by_name; /* turns go by name (bytes), not as listed */
} rmk_maglev_rule;

/* The numbers of Envoy: XXH64 with the seeds 0 and 1. */
rmk_maglev_numbers rmk_maglev_numbers_envoy(rmk_bytes name);

/* The number of slots when none is asked for: 65537, or the first prime from 100 a node on where that is
 * more. 0: it is above the limit of tables. */
uint64_t rmk_maglev_default_size(size_t nodes);

/*
 * Fills a table of made->count slots (made->owners is not set) and places it. RMK_BAD_INPUT: the size is no
 * prime; RMK_LIMIT: 2^32 - 1 slots or more; RMK_EMPTY; RMK_NO_MEMORY. Cost: O(slots log slots) expected;
 * with weights up to O(slots x nodes).
 */
rmk_status rmk_maglev_place(const rmk_maglev_rule *rule, rmk_made_slots *made,
                            const rmk_placement_options *options, rmk_placement **placement);

#endif
