/*
 * shared.h - a live ring that many threads read while one changes it. No reader ever waits.
 *
 * There are two live rings (live.h) of the same nodes. Readers use the one that is current; a change is made
 * in the other, which becomes current; when the last reader that may still be in the old one has left it, the
 * change is repeated there (the left-right scheme of Ramalhete and Correia, 2013). Every answer is that of
 * the ring before or after the running change.
 *
 * What it costs: twice the memory; a change twice, a barrier of all threads of the process (membarrier(2),
 * some microseconds) and a wait for the readers that are inside; a reader two plain stores, on a cache line
 * of its own. Where the system has no membarrier(2), the first of them is a locked store, which keeps the
 * searches of single visits from overlapping. Searches are those of one live ring, so a batch between begin
 * and end pays nothing more.
 *
 * C11 atomics, not liburcu: its readers cost the same, since it makes the same system call; the lines are
 * changed in place, so two copies and a grace period are needed all the same; and it would put a dependency
 * into every program that embeds a ring.
 */
#ifndef RMK_SHARED_H
#define RMK_SHARED_H

#include "live.h"

typedef struct rmk_shared_ring rmk_shared_ring;
typedef struct rmk_shared_reader rmk_shared_reader;

/*
 * Makes room for `readers` at a time, 128 bytes each. It fails as rmk_live_ring_build or rmk_live_ring_of
 * does, and with RMK_BAD_INPUT without readers. The allocator is called by the creating and the changing
 * thread only.
 */
RMK_API rmk_status rmk_shared_ring_build(const rmk_nodes *nodes, const rmk_ring_options *options,
                                         size_t readers, rmk_shared_ring **shared);
RMK_API rmk_status rmk_shared_ring_of(const rmk_ring *ring, size_t readers, rmk_shared_ring **shared);
/* Destroys it; no reader may be inside any more. */
RMK_API void rmk_shared_ring_destroy(rmk_shared_ring *shared);

/*
 * Change a node as rmk_live_ring_add and rmk_live_ring_remove do; a failure leaves both rings as they were. One thread at a
 * time changes, and is not inside as a reader. Returns when all readers see the change and none can be in the
 * old ring: it waits for readers that are inside, as long as they stay, first spinning, then sleeping.
 */
RMK_API rmk_status rmk_shared_ring_add(rmk_shared_ring *shared, const rmk_node *node);
RMK_API rmk_status rmk_shared_ring_remove(rmk_shared_ring *shared, uint32_t id);

/* A place for one thread to read by, or NULL when all are taken; given back by leave, outside. O(readers),
 * any thread. */
RMK_API rmk_shared_reader *rmk_shared_reader_join(rmk_shared_ring *shared);
RMK_API void rmk_shared_reader_leave(rmk_shared_reader *reader);

/*
 * Gives the current ring, which does not change until end. Calls do not nest. The thread that joined calls
 * it, or one that it hands the reader to. Keep it short: a change waits for it, though no other reader does.
 */
RMK_API const rmk_live_ring *rmk_shared_reader_begin(rmk_shared_reader *reader);
RMK_API void rmk_shared_reader_end(rmk_shared_reader *reader);

/* Counts the memory of both rings and of the readers' places, which are in other_bytes. Not during a
 * change. */
RMK_API rmk_ring_memory rmk_shared_ring_memory_of(const rmk_shared_ring *shared);

#endif
