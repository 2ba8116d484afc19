/*
 * session_internal.h - what the rules of sessions (bounded*.c) share with session.c; private.
 */
#ifndef RMK_SESSION_INTERNAL_H
#define RMK_SESSION_INTERNAL_H

#include "session.h"

/* No ball, visit or place. */
#define RMK_NONE UINT32_MAX

typedef struct rmk_ball {
    uint64_t sequence; /* the number of its arrival */
    uint64_t hash;
    uint32_t node;   /* a place in `nodes`; RMK_NONE: between two */
    uint32_t probes; /* nodes asked */
    /* its neighbours in order of arrival; for a free slot `after` is the next free one */
    uint32_t before, after;
    uint32_t generation; /* how often the slot was given away */
    bool taken;
    /* bounded only: the last of its visits; during an operation, where it was, and the next that moved */
    uint32_t visits, was, next_moved;
} rmk_ball;

struct rmk_session {
    const rmk_session_type *type;
    const rmk_allocator *allocator;
    rmk_placement_options options; /* ring.hash and load_factor are set */
    rmk_node *nodes;               /* in the order in which they came */
    size_t node_count;
    rmk_ring *ring; /* its owners are places in `nodes` */
    uint64_t *loads, *marks;
    uint64_t mark; /* the number of the walk that marks belong to */
    rmk_ball *balls;
    size_t room; /* slots allocated */
    uint32_t used, free, first, last;
    size_t count; /* balls that are assigned */
    uint64_t next_sequence;
    uint64_t lost;   /* balls that ended with their node and are still counted */
    uint32_t moved;  /* the first ball that an operation moved */
    void *own;       /* what the rule keeps */
    bool keeps_lost; /* lafikl's totals */
};

struct rmk_session_type {
    /* Makes `own` of an empty session that has all else; the other frees it (also when it is NULL). */
    rmk_status (*open)(rmk_session *session);
    void (*close)(rmk_session *session);
    /* Gives a node to the ball, which is the last one and counted. On failure all is as before. */
    rmk_status (*assign)(rmk_session *session, uint32_t ball);
    /* Gives up the place of a ball, which is still listed and counted. */
    rmk_status (*release)(rmk_session *session, uint32_t ball);
    /* Gives all balls, copied from `before`, their nodes; `gone`: the place of the node that left. */
    rmk_status (*refill)(rmk_session *session, const rmk_session *before, uint32_t gone);
    uint64_t (*capacity)(const rmk_session *session, uint32_t node);
    bool (*validate)(const rmk_session *session, const char **reason);
    bool keeps_lost;
};

/* The place of the first point at or after a key's hash. */
size_t rmk_session_home(const rmk_session *session, uint64_t hash);
/* Ends a ball that has no node any more. */
void rmk_session_forget(rmk_session *session, uint32_t ball);

static inline double rmk_ratio_double(rmk_ratio ratio) {
    return (double)ratio.numerator / (double)ratio.denominator;
}

static inline size_t rmk_next_point(const rmk_points *points, size_t point) {
    return point + 1 == points->count ? 0 : point + 1;
}

#endif
