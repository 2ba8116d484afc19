/*
 * bounded.c - consistent hashing with bounded loads: the canonical state, kept ball by ball.
 *
 * The state is a stable matching: balls want the nodes of their walk in its order, nodes want balls in the
 * order of their arrival. It is unique, so whoever restores stability restores the state, in whatever order:
 *   - a node with room takes the strongest ball that it had sent on, which leaves room elsewhere (pull);
 *   - a ball without a node asks on, and where it is stronger than the weakest, that one asks on (settle).
 * A visit is kept for every node that a ball asked, in a heap of the node: of those who sit there, the
 * weakest first; of those it sent on, the strongest first.
 *
 * Memory can only be short while balls ask on. Going back to the state before needs no more than it had: from
 * a state where balls are nearer to their first choice, settling only moves them on to where they were.
 */
#include <string.h>

#include "../growing.h"
#include "../ring_place.h"
#include "bounded_capacity.h"
#include "visit_heap.h"

typedef struct bounded {
    rmk_visit *visits;
    size_t room;
    uint32_t used, free;
    size_t passing;                 /* the visits of balls that were sent on */
    rmk_visit_heap *sitting, *sent; /* the heaps of each node */
    uint64_t floor; /* how many balls every node may have; the first `big` nodes may have one more */
    uint64_t big;
} bounded;

static bounded *bounded_of(const rmk_session *s) {
    return s->own;
}

static uint64_t capacity_of(const rmk_session *s, uint32_t node) {
    const bounded *b = bounded_of(s);
    uint64_t capacity = b->floor + (node < b->big);
    return capacity ? capacity : 1;
}

static bool has_room(const rmk_session *s, uint32_t node) {
    return s->loads[node] < capacity_of(s, node);
}

/* Sets the capacities for so many balls. */
static void set_balls(rmk_session *s, uint64_t balls) {
    bounded *b = bounded_of(s);
    rmk_u128 total = rmk_total_capacity(s->options.load_factor, balls);
    b->floor = rmk_clamp64(total / s->node_count);
    b->big = (uint64_t)(total % s->node_count);
}

/* ---- visits ---- */

/* The smallest key is on top of a heap: balls that sit there are ordered by weakness, balls that were sent
 * on by strength. */
static uint64_t sitting_key(const rmk_ball *ball) {
    return ~ball->sequence;
}

static uint32_t ball_on_top(const bounded *b, const rmk_visit_heap *heap) {
    return b->visits[heap->entries[0].visit].ball;
}

/* Makes sure that there is a free visit, without taking it. */
static bool reserve_visit(const rmk_session *s, bounded *b) {
    if (b->free != RMK_NONE)
        return true;
    return b->used < RMK_NONE &&
           rmk_grow(s->allocator, &b->visits, b->used, &b->room, RMK_NONE, sizeof *b->visits);
}

/* Lets the ball ask a node: it sits down, or is sent on. False when memory is short; nothing is changed
 * then. */
static bool visit(rmk_session *s, uint32_t ball, uint32_t node, size_t point, bool sits) {
    bounded *b = bounded_of(s);
    rmk_ball *asking = s->balls + ball;
    rmk_visit_heap *heap = (sits ? b->sitting : b->sent) + node;
    if (!reserve_visit(s, b) || !rmk_visit_heap_reserve(heap, s->allocator))
        return false;
    uint32_t at = b->free;
    if (at == RMK_NONE)
        at = b->used++;
    else
        b->free = b->visits[at].below;
    b->visits[at] = (rmk_visit){ball, node, asking->visits, 0, (uint32_t)point};
    rmk_visit_heap_push(heap, b->visits, sits ? sitting_key(asking) : asking->sequence, at);
    asking->visits = at;
    asking->probes++;
    b->passing += !sits;
    if (sits) {
        asking->node = node;
        s->loads[node]++;
    }
    return true;
}

/* Remembers where a ball was before the operation. */
static void note(rmk_session *s, uint32_t ball) {
    rmk_ball *moving = s->balls + ball;
    if (moving->was != RMK_NONE || moving->node == RMK_NONE)
        return;
    moving->was = moving->node;
    moving->next_moved = s->moved;
    s->moved = ball;
}

/* Takes the last visit back. */
static void unvisit(rmk_session *s, uint32_t ball) {
    bounded *b = bounded_of(s);
    rmk_ball *leaving = s->balls + ball;
    uint32_t at = leaving->visits, node = b->visits[at].node;
    bool sits = leaving->node != RMK_NONE;
    rmk_visit_heap_remove((sits ? b->sitting : b->sent) + node, b->visits, at);
    leaving->visits = b->visits[at].below;
    leaving->probes--;
    leaving->node = RMK_NONE;
    b->passing -= !sits;
    s->loads[node] -= sits;
    b->visits[at].below = b->free;
    b->free = at;
}

/* Lets the node send on a ball that sits there. False when memory is short. */
static bool send_on(rmk_session *s, uint32_t ball) {
    bounded *b = bounded_of(s);
    rmk_ball *leaving = s->balls + ball;
    uint32_t at = leaving->visits, node = leaving->node;
    if (!rmk_visit_heap_reserve(b->sent + node, s->allocator))
        return false;
    note(s, ball);
    rmk_visit_heap_remove(b->sitting + node, b->visits, at);
    rmk_visit_heap_push(b->sent + node, b->visits, leaving->sequence, at);
    leaving->node = RMK_NONE;
    s->loads[node]--;
    b->passing++;
    return true;
}

/* Takes the ball back to a node that sent it on, and has room in its heap. */
static void go_back(rmk_session *s, uint32_t ball, uint32_t node) {
    bounded *b = bounded_of(s);
    rmk_ball *moving = s->balls + ball;
    note(s, ball);
    while (b->visits[moving->visits].node != node)
        unvisit(s, ball);
    rmk_visit_heap_remove(b->sent + node, b->visits, moving->visits);
    rmk_visit_heap_push(b->sitting + node, b->visits, sitting_key(moving), moving->visits);
    moving->node = node;
    s->loads[node]++;
    b->passing--;
}

/* ---- moves ---- */

/* Fills the room of a node with balls that it sent on, and then the room that this leaves elsewhere. False
 * when memory is short. */
static bool pull(rmk_session *s, uint32_t node) {
    bounded *b = bounded_of(s);
    while (has_room(s, node) && b->sent[node].count) {
        uint32_t at = node;
        do {
            if (!rmk_visit_heap_reserve(b->sitting + at, s->allocator))
                return false;
            uint32_t ball = ball_on_top(b, b->sent + at), left = s->balls[ball].node;
            go_back(s, ball, at);
            at = left;
        } while (at != RMK_NONE && has_room(s, at) && b->sent[at].count);
    }
    return true;
}

static void mark_asked(rmk_session *s, uint32_t ball) {
    const bounded *b = bounded_of(s);
    s->mark++;
    for (uint32_t at = s->balls[ball].visits; at != RMK_NONE; at = b->visits[at].below)
        s->marks[b->visits[at].node] = s->mark;
}

/*
 * Lets the ball ask from `point` on until it sits, then whoever lost its place to it, and so on. Returns the
 * ball that has no node when memory is short, else RMK_NONE.
 */
static uint32_t settle(rmk_session *s, uint32_t ball, size_t point) {
    bounded *b = bounded_of(s);
    const rmk_points points = rmk_ring_points(s->ring);
    mark_asked(s, ball);
    for (;; point = rmk_next_point(&points, point)) {
        uint32_t node = points.owners[point];
        if (s->marks[node] == s->mark)
            continue;
        s->marks[node] = s->mark;
        if (has_room(s, node))
            return visit(s, ball, node, point, true) ? RMK_NONE : ball;
        uint32_t weakest = ball_on_top(b, b->sitting + node);
        if (s->balls[weakest].sequence < s->balls[ball].sequence) {
            if (!visit(s, ball, node, point, false))
                return ball;
            continue;
        }
        /* once there is a visit for it, the place that is left is its own */
        if (!reserve_visit(s, b) || !send_on(s, weakest))
            return ball;
        visit(s, ball, node, point, true);
        ball = weakest;
        point = b->visits[s->balls[ball].visits].point;
        mark_asked(s, ball);
    }
}

/* Lets a node that has too many balls send the weakest on. False when memory is short. */
static bool shed(rmk_session *s, uint32_t node) {
    bounded *b = bounded_of(s);
    while (s->loads[node] > capacity_of(s, node)) {
        uint32_t ball = ball_on_top(b, b->sitting + node);
        if (!send_on(s, ball))
            return false;
        size_t point = b->visits[s->balls[ball].visits].point;
        const rmk_points points = rmk_ring_points(s->ring);
        if (settle(s, ball, rmk_next_point(&points, point)) != RMK_NONE)
            return false;
    }
    return true;
}

/* Goes back to the state of so many balls, after memory was short. */
static void restore(rmk_session *s, uint64_t balls) {
    set_balls(s, balls);
    for (uint32_t node = 0; node < s->node_count; node++)
        pull(s, node);
    for (uint32_t node = 0; node < s->node_count; node++)
        shed(s, node);
}

/* ---- operations ---- */

/*
 * Calls `each` for the nodes whose capacity differs between so many balls and one more: the units ceil(c m)
 * to ceil(c (m + 1)) - 1, dealt out in turn.
 */
static bool for_changed(rmk_session *s, uint64_t balls, bool (*each)(rmk_session *s, uint32_t node)) {
    rmk_u128 low = rmk_total_capacity(s->options.load_factor, balls);
    rmk_u128 units = rmk_total_capacity(s->options.load_factor, balls + 1) - low;
    uint32_t node = (uint32_t)(low % s->node_count);
    size_t count = units < s->node_count ? (size_t)units : s->node_count;
    for (size_t i = 0; i < count; i++) {
        if (!each(s, node))
            return false;
        node = node + 1 < s->node_count ? node + 1 : 0;
    }
    return true;
}

static rmk_status bounded_assign(rmk_session *s, uint32_t ball) {
    bounded *b = bounded_of(s);
    set_balls(s, s->count);
    bool pulled = !b->passing || for_changed(s, s->count - 1, pull);
    if (pulled && settle(s, ball, rmk_session_home(s, s->balls[ball].hash)) == RMK_NONE)
        return RMK_OK;
    while (s->balls[ball].visits != RMK_NONE)
        unvisit(s, ball);
    restore(s, s->count - 1);
    return RMK_NO_MEMORY;
}

static rmk_status bounded_release(rmk_session *s, uint32_t ball) {
    bounded *b = bounded_of(s);
    uint32_t node = s->balls[ball].node;
    while (s->balls[ball].visits != RMK_NONE)
        unvisit(s, ball);
    set_balls(s, s->count - 1);
    bool filled = pull(s, node);
    /* a node that may have all balls has not too many */
    if (filled && (s->count - 1 <= b->floor || for_changed(s, s->count - 1, shed)))
        return RMK_OK;
    restore(s, s->count);
    settle(s, ball, rmk_session_home(s, s->balls[ball].hash));
    return RMK_NO_MEMORY;
}

static rmk_status bounded_refill(rmk_session *s, const rmk_session *before, uint32_t gone) {
    (void)before, (void)gone;
    set_balls(s, s->count);
    for (uint32_t ball = s->first; ball != RMK_NONE; ball = s->balls[ball].after) {
        s->balls[ball].node = s->balls[ball].visits = RMK_NONE;
        s->balls[ball].probes = 0;
    }
    for (uint32_t ball = s->first; ball != RMK_NONE; ball = s->balls[ball].after)
        if (settle(s, ball, rmk_session_home(s, s->balls[ball].hash)) != RMK_NONE)
            return RMK_NO_MEMORY;
    return RMK_OK;
}

/* ---- making and checking ---- */

static void bounded_close(rmk_session *s) {
    bounded *b = bounded_of(s);
    if (!b)
        return;
    for (size_t i = 0; i < s->node_count; i++) {
        if (b->sitting)
            rmk_visit_heap_free(b->sitting + i, s->allocator);
        if (b->sent)
            rmk_visit_heap_free(b->sent + i, s->allocator);
    }
    rmk_release(s->allocator, b->sitting, s->node_count, sizeof *b->sitting);
    rmk_release(s->allocator, b->sent, s->node_count, sizeof *b->sent);
    rmk_release(s->allocator, b->visits, b->room, sizeof *b->visits);
    rmk_release(s->allocator, b, 1, sizeof *b);
}

static rmk_visit_heap *heaps_of(const rmk_session *s) {
    rmk_visit_heap *heaps = rmk_allocate(s->allocator, 64, s->node_count, sizeof *heaps);
    if (heaps)
        memset(heaps, 0, s->node_count * sizeof *heaps);
    return heaps;
}

static rmk_status bounded_open(rmk_session *s) {
    bounded *b = s->own = rmk_allocate(s->allocator, 64, 1, sizeof *b);
    if (!b)
        return RMK_NO_MEMORY;
    *b = (bounded){.free = RMK_NONE};
    b->sitting = heaps_of(s);
    b->sent = heaps_of(s);
    if (!b->sitting || !b->sent)
        return RMK_NO_MEMORY;
    set_balls(s, 0);
    return RMK_OK;
}

/* Checks that every node which sent the ball on is full of stronger ones. */
static bool is_stable(const rmk_session *s, const rmk_ball *ball) {
    const bounded *b = bounded_of(s);
    uint32_t probes = 0;
    for (uint32_t at = ball->visits; at != RMK_NONE; at = b->visits[at].below, probes++) {
        uint32_t node = b->visits[at].node;
        if (!probes && node != ball->node)
            return false;
        if (probes &&
            (has_room(s, node) || s->balls[ball_on_top(b, b->sitting + node)].sequence > ball->sequence))
            return false;
    }
    return probes == ball->probes;
}

static bool bounded_validate(const rmk_session *s, const char **reason) {
    const bounded *b = bounded_of(s);
    rmk_u128 capacity = 0, total = rmk_total_capacity(s->options.load_factor, s->count);
    size_t passing = 0;
    for (uint32_t node = 0; node < s->node_count; node++) {
        capacity += capacity_of(s, node);
        passing += b->sent[node].count;
        *reason = "a node has more balls than it may, or than sit there";
        if (s->loads[node] > capacity_of(s, node) || s->loads[node] != b->sitting[node].count)
            return false;
        *reason = "the visits of a node are not in order";
        if (!rmk_visit_heap_validate(b->sitting + node, b->visits) ||
            !rmk_visit_heap_validate(b->sent + node, b->visits))
            return false;
    }
    *reason = "the capacities do not add up to ceil(c m)";
    if (total / s->node_count < UINT64_MAX - 1 && capacity != (total < s->node_count ? s->node_count : total))
        return false;
    *reason = "a ball was sent on by a node that has room, or a weaker ball";
    for (uint32_t ball = s->first; ball != RMK_NONE; ball = s->balls[ball].after)
        if (!is_stable(s, s->balls + ball))
            return false;
    *reason = "balls that are gone are remembered";
    return passing == b->passing;
}

static const rmk_session_type session = {
    .open = bounded_open,
    .close = bounded_close,
    .assign = bounded_assign,
    .release = bounded_release,
    .refill = bounded_refill,
    .capacity = capacity_of,
    .validate = bounded_validate,
};

RMK_RING_ALGORITHM(
    bounded, "bounded",
    "bounded loads: the first node of the walk that earlier keys do not fill; exact capacities, "
    "others move",
    "Mirrokni, Thorup & Zadimoghaddam, \"Consistent Hashing with Bounded Loads\" (2018)", 0, &session);
