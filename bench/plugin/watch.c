#include "watch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/cli/options.h"
#include "bench/cli/words.h"
#include "bench/support/clock.h"
#include "bench/support/fail.h"

/* More threads than these share the last one: a hang of theirs may be seen late. */
enum { SLOTS = 256 };
enum { DEFAULT_SECONDS = 60, MOST_SECONDS = 86400 };

typedef struct watch {
    rm_watch_slot slots[SLOTS];
    atomic_uint taken;
    atomic_bool finished, failed;
    uint32_t owner; /* the wrong answer */
    size_t nodes;
} watch;

static watch *shared;
static __thread rm_watch_slot *mine;

/* The parent's: what it saw last, and since when. */
static uint32_t seen[SLOTS];
static uint64_t since_ns[SLOTS];

const char *rm_plugin_call_name(rm_plugin_call call) {
    static const char *const names[RM_CALL_COUNT] = {[RM_CALL_NONE] = "no call of it",
                                                     [RM_CALL_LOAD] = "loading",
                                                     [RM_CALL_ENTRY] = "rm_plugin_entry",
                                                     [RM_CALL_CREATE] = "create",
                                                     [RM_CALL_LOCATE] = "locate_batch",
                                                     [RM_CALL_DESTROY] = "destroy",
                                                     [RM_CALL_BYTES] = "bytes"};
    return call < RM_CALL_COUNT ? names[call] : names[RM_CALL_NONE];
}

void rm_watch_make(void) {
    if (shared)
        return;
    void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        rm_fail("out of memory for watching a plugin");
    shared = memory;
    rm_before_failure(rm_watch_fail);
}

void rm_watch_reset(void) {
    memset(shared, 0, sizeof *shared);
    memset(seen, 0, sizeof seen);
    mine = NULL;
}

rm_watch_slot *rm_watch_mine(void) {
    if (!mine) {
        unsigned number = atomic_fetch_add(&shared->taken, 1);
        mine = &shared->slots[number < SLOTS ? number : SLOTS - 1];
    }
    return mine;
}

rm_plugin_call rm_watch_call(void) {
    for (size_t i = 0; i < SLOTS; i++)
        if (shared->slots[i].begun != shared->slots[i].ended)
            return shared->slots[i].call;
    return RM_CALL_NONE;
}

bool rm_watch_hangs(void) {
    uint64_t now = rm_clock_ns(), limit = (uint64_t)rm_watch_limit_seconds() * 1000000000u;
    for (size_t i = 0; i < SLOTS; i++) {
        uint32_t begun = shared->slots[i].begun;
        if (begun == shared->slots[i].ended || begun != seen[i]) {
            seen[i] = begun;
            since_ns[i] = now;
        } else if (now - since_ns[i] > limit) {
            return true;
        }
    }
    return false;
}

unsigned rm_watch_limit_seconds(void) {
    const char *text = getenv("RINGMARK_PLUGIN_SECONDS");
    return text && *text ? (unsigned)rm_number("RINGMARK_PLUGIN_SECONDS", text, 1, MOST_SECONDS)
                         : DEFAULT_SECONDS;
}

void rm_watch_finish(void) {
    atomic_store(&shared->finished, true);
}

bool rm_watch_finished(void) {
    return atomic_load(&shared->finished);
}

void rm_watch_fail(void) {
    if (shared)
        atomic_store(&shared->failed, true);
}

bool rm_watch_failed(void) {
    return atomic_load(&shared->failed);
}

void rm_watch_wrong(uint32_t owner, size_t nodes) {
    shared->owner = owner;
    shared->nodes = nodes;
    _exit(RM_WATCH_WRONG);
}

void rm_watch_wrong_answer(uint32_t *owner, size_t *nodes) {
    *owner = shared->owner;
    *nodes = shared->nodes;
}
