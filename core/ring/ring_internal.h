/* ring_internal.h - private: what a ring is made of, for the files that build, change and search one. */
#ifndef RMK_RING_INTERNAL_H
#define RMK_RING_INTERNAL_H

#include "array.h"
#include "catalogue.h"
#include "ring.h"

/* So many entries behind the last point are readable, so that kernels may load a whole vector from any
 * place. */
enum { RING_PADDING = 16 };

struct rmk_ring {
    uint64_t *positions;
    uint32_t *owners;
    size_t count;
    size_t lost;
    size_t owner_count; /* an upper bound of the distinct owners */
    uint32_t id_limit;
    void *index;
    rmk_index_find_one *find; /* the searches of the index, by its kernels for this CPU */
    rmk_index_find_many *find_batch;
    rmk_ring_options options; /* label is the catalogue's copy; isa and allocator are resolved */
    ring_catalogue catalogue; /* empty for a ring of given points */
};

/* Makes an empty ring with resolved options. */
rmk_status rmk_ring_create(const rmk_ring_options *options, rmk_ring **ring);
/* Makes room for `count` points and the padding. */
rmk_status rmk_ring_make_room(rmk_ring *ring, size_t count);
/* Finishes a ring whose arrays are sorted: pads them, counts the lost points and builds the index. */
rmk_status rmk_ring_finish(rmk_ring *ring);

#endif
