/* shared.c - two rings, called left and right in the literature: readers are in one, the writer is in the
 * other. */
#include <linux/membarrier.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "live_internal.h"
#include "shared.h"

/* A reader's place has two cache lines, since a prefetcher takes them in pairs. `visits` is odd while the
 * reader is inside. */
struct rmk_shared_reader {
    _Alignas(128) atomic_uint_fast64_t visits;
    bool fenced; /* begin has to be a full barrier, since the writer cannot make one for it */
    atomic_bool taken;
    const rmk_shared_ring *shared;
};

struct rmk_shared_ring {
    _Alignas(128) _Atomic(rmk_live_ring *) current;
    _Alignas(128) rmk_live_ring *idle;
    rmk_shared_reader *readers;
    size_t reader_count;
    bool fenced;
    const rmk_allocator *allocator;
};

/* ---- making one ---- */

static bool membarrier(int command) {
    return !syscall(SYS_membarrier, command, 0, 0);
}

rmk_status rmk_shared_ring_of(const rmk_ring *ring, size_t readers, rmk_shared_ring **made) {
    *made = NULL;
    if (!readers)
        return RMK_BAD_INPUT;
    const rmk_allocator *allocator = ring->options.allocator;
    rmk_shared_ring *shared = rmk_allocate(allocator, 128, 1, sizeof *shared);
    if (!shared)
        return RMK_NO_MEMORY;
    memset(shared, 0, sizeof *shared);
    shared->allocator = allocator;
    shared->reader_count = readers;
    shared->fenced = !membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
    shared->readers = rmk_allocate(allocator, 128, readers, sizeof *shared->readers);
    rmk_live_ring *current = NULL;
    rmk_status status = shared->readers ? rmk_live_ring_of(ring, &current) : RMK_NO_MEMORY;
    atomic_init(&shared->current, current);
    if (status == RMK_OK)
        status = rmk_live_ring_of(ring, &shared->idle);
    if (status != RMK_OK) {
        rmk_shared_ring_destroy(shared);
        return status;
    }
    for (size_t i = 0; i < readers; i++) {
        atomic_init(&shared->readers[i].visits, 0);
        atomic_init(&shared->readers[i].taken, false);
        shared->readers[i].shared = shared;
        shared->readers[i].fenced = shared->fenced;
    }
    *made = shared;
    return RMK_OK;
}

rmk_status rmk_shared_ring_build(const rmk_nodes *nodes, const rmk_ring_options *options, size_t readers,
                                 rmk_shared_ring **shared) {
    *shared = NULL;
    if (!options->vnodes && options->total_points)
        return RMK_UNSUPPORTED;
    rmk_ring_options plain = *options;
    plain.index = NULL;
    rmk_ring *ring;
    rmk_status status = rmk_ring_build(nodes, &plain, &ring);
    if (status == RMK_OK)
        status = rmk_shared_ring_of(ring, readers, shared);
    rmk_ring_destroy(ring);
    return status;
}

void rmk_shared_ring_destroy(rmk_shared_ring *shared) {
    if (!shared)
        return;
    rmk_live_ring_destroy(atomic_load(&shared->current));
    rmk_live_ring_destroy(shared->idle);
    rmk_release(shared->allocator, shared->readers, shared->reader_count, sizeof *shared->readers);
    rmk_release(shared->allocator, shared, 1, sizeof *shared);
}

/* ---- reading ---- */

rmk_shared_reader *rmk_shared_reader_join(rmk_shared_ring *shared) {
    for (size_t i = 0; i < shared->reader_count; i++)
        if (!atomic_exchange(&shared->readers[i].taken, true))
            return &shared->readers[i];
    return NULL;
}

void rmk_shared_reader_leave(rmk_shared_reader *reader) {
    atomic_store(&reader->taken, false);
}

/*
 * The order of these two against the writer's two decides: it stores `current` and then looks at `visits`.
 * Either the writer sees that the reader is inside, or the reader sees the ring that is current now, if
 * neither side's two can pass each other. Between its own the writer makes every running thread of the
 * process pass a barrier (membarrier(2), Linux 4.14), so the reader's need the compiler's order only; where
 * there is no such call, all four are sequentially consistent.
 */
const rmk_live_ring *rmk_shared_reader_begin(rmk_shared_reader *reader) {
    uint_fast64_t visits = atomic_load_explicit(&reader->visits, memory_order_relaxed);
    if (__builtin_expect(reader->fenced, 0)) {
        atomic_store(&reader->visits, visits + 1);
    } else {
        atomic_store_explicit(&reader->visits, visits + 1, memory_order_relaxed);
        atomic_signal_fence(memory_order_seq_cst);
    }
    return atomic_load(&reader->shared->current);
}

void rmk_shared_reader_end(rmk_shared_reader *reader) {
    uint_fast64_t visits = atomic_load_explicit(&reader->visits, memory_order_relaxed);
    atomic_store_explicit(&reader->visits, visits + 1, memory_order_release);
}

/* ---- changing ---- */

static void rest(unsigned turn) {
    enum { SPINS = 200, YIELDS = 20 };
    if (turn < SPINS) {
        __builtin_ia32_pause();
    } else if (turn < SPINS + YIELDS) {
        sched_yield();
    } else {
        struct timespec little = {0, 20000};
        nanosleep(&little, NULL);
    }
}

/* Waits until no reader can be in the old ring. A reader that came after the swap may be seen inside too:
 * it leaves, and `visits` differs. */
static void wait_for_readers(const rmk_shared_ring *shared) {
    for (size_t i = 0; i < shared->reader_count; i++) {
        atomic_uint_fast64_t *visits = &shared->readers[i].visits;
        uint_fast64_t seen = atomic_load(visits);
        for (unsigned turn = 0; seen & 1 && atomic_load(visits) == seen; turn++)
            rest(turn);
    }
}

static void swap(rmk_shared_ring *shared) {
    rmk_live_ring *before = atomic_load_explicit(&shared->current, memory_order_relaxed);
    atomic_store(&shared->current, shared->idle);
    if (!shared->fenced)
        (void)membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED); /* the process is registered, so it cannot fail */
    wait_for_readers(shared);
    shared->idle = before;
}

/* Commits both changes. All memory is there for both rings before either is changed. The hashes belong to
 * the first change, but both read them: the second one frees them. */
static void commit_both(rmk_shared_ring *shared, live_change *first, live_change *second) {
    first->borrowed = true;
    second->borrowed = false;
    rmk_live_commit(shared->idle, first);
    swap(shared);
    rmk_live_commit(shared->idle, second);
}

rmk_status rmk_shared_ring_add(rmk_shared_ring *shared, const rmk_node *node) {
    rmk_live_ring *current = atomic_load_explicit(&shared->current, memory_order_relaxed);
    live_change first, second;
    rmk_status status = rmk_live_begin_add(shared->idle, node, NULL, &first);
    if (status != RMK_OK)
        return status;
    status = rmk_live_begin_add(current, node, &first, &second);
    if (status == RMK_OK)
        commit_both(shared, &first, &second);
    else
        rmk_live_abandon(shared->idle, &first);
    return status;
}

rmk_status rmk_shared_ring_remove(rmk_shared_ring *shared, uint32_t id) {
    rmk_live_ring *current = atomic_load_explicit(&shared->current, memory_order_relaxed);
    live_change first, second;
    rmk_status status = rmk_live_begin_remove(shared->idle, id, NULL, &first);
    if (status != RMK_OK)
        return status;
    status = rmk_live_begin_remove(current, id, &first, &second);
    if (status == RMK_OK)
        commit_both(shared, &first, &second);
    else
        rmk_live_abandon(shared->idle, &first);
    return status;
}

rmk_ring_memory rmk_shared_ring_memory_of(const rmk_shared_ring *shared) {
    rmk_ring_memory a = rmk_live_ring_memory_of(atomic_load(&shared->current));
    rmk_ring_memory b = rmk_live_ring_memory_of(shared->idle);
    return (rmk_ring_memory){
        .points_bytes = a.points_bytes + b.points_bytes,
        .index_bytes = a.index_bytes + b.index_bytes,
        .other_bytes = a.other_bytes + b.other_bytes + sizeof *shared +
                       shared->reader_count * sizeof *shared->readers,
        .hot_bytes = a.hot_bytes,
    };
}
