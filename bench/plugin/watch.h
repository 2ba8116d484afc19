/*
 * watch.h - what a child process that calls foreign code is doing, in memory that its parent reads: so
 * that the parent can tell a long measurement from a call that does not return, and say what a dead child was
 * at.
 */
#ifndef RM_PLUGIN_WATCH_H
#define RM_PLUGIN_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rm_plugin_call {
    RM_CALL_NONE,
    RM_CALL_LOAD,
    RM_CALL_ENTRY,
    RM_CALL_CREATE,
    RM_CALL_LOCATE,
    RM_CALL_DESTROY,
    RM_CALL_BYTES,
    RM_CALL_COUNT
} rm_plugin_call;

/* "locate_batch": as plugin.h names it. */
const char *rm_plugin_call_name(rm_plugin_call call);

/* Of one thread: equal numbers are no call. A line of its own, written by that thread alone. */
typedef struct rm_watch_slot {
    volatile uint32_t begun, ended;
    volatile rm_plugin_call call;
} __attribute__((aligned(64))) rm_watch_slot;

/* Makes the memory, before any fork; once more is nothing. */
void rm_watch_make(void);
/* All threads are in no call, and no answer was wrong: before a fork. */
void rm_watch_reset(void);
/* The calling thread's. */
rm_watch_slot *rm_watch_mine(void);

static inline void rm_watch_begin(rm_watch_slot *slot, rm_plugin_call call) {
    slot->call = call;
    slot->begun = slot->begun + 1;
}

static inline void rm_watch_end(rm_watch_slot *slot) {
    slot->ended = slot->begun;
}

/* In the parent: the call that some thread is in. */
rm_plugin_call rm_watch_call(void);
/* In the parent, now and then: true when one call has been going on for longer than rm_watch_limit_seconds. */
bool rm_watch_hangs(void);
/* RINGMARK_PLUGIN_SECONDS, or 60; another text than a number of seconds is one line and exit 2. */
unsigned rm_watch_limit_seconds(void);

/* In the child: its work is done. */
void rm_watch_finish(void);
/* In the parent, once the child has ended. */
bool rm_watch_finished(void);

/* In the child, where ringmark itself ends it with exit code 2: the line that says why is out. Nothing
 * without a parent that watches. */
void rm_watch_fail(void);
/* In the parent, once the child has ended: it was so, and a second line would say it twice. */
bool rm_watch_failed(void);

/* A wrong answer: told to the parent, and the process ends with RM_WATCH_WRONG. */
enum { RM_WATCH_WRONG = 70 };
_Noreturn void rm_watch_wrong(uint32_t owner, size_t nodes);
/* In the parent, after that. */
void rm_watch_wrong_answer(uint32_t *owner, size_t *nodes);

#endif
