/* bounded_online.c - bounded loads of products: an arriving key has the first node with room, and stays. */
#include "../ring_place.h"
#include "bounded_capacity.h"

/* How many balls count: those that are there, and with lafikl's totals those that ended with their node. */
static uint64_t counted(const rmk_session *s) {
    return s->count + s->lost;
}

static uint64_t exact_capacity(const rmk_session *s, uint32_t node) {
    (void)node;
    return rmk_online_capacity(s->options.load_factor, counted(s), s->node_count);
}

static uint64_t integer_capacity(const rmk_session *s, uint32_t node) {
    (void)node;
    return rmk_integer_capacity(s->options.load_factor, counted(s), s->node_count);
}

/* Places a ball. All capacities together are more than the other balls, so some node has room. */
static rmk_status place(rmk_session *s, uint32_t ball) {
    const rmk_points points = rmk_ring_points(s->ring);
    rmk_ball *arriving = s->balls + ball;
    size_t point = rmk_session_home(s, arriving->hash);
    uint64_t capacity = s->type->capacity(s, 0);
    arriving->probes = 0;
    s->mark++;
    for (;; point = rmk_next_point(&points, point)) {
        uint32_t node = points.owners[point];
        arriving->probes += s->marks[node] != s->mark;
        s->marks[node] = s->mark;
        if (s->loads[node] >= capacity)
            continue;
        s->loads[node]++;
        arriving->node = node;
        return RMK_OK;
    }
}

static rmk_status leave(rmk_session *s, uint32_t ball) {
    s->loads[s->balls[ball].node]--;
    return RMK_OK;
}

/* Places the balls of the node that left: they arrive again, or end with it. */
static void place_again(rmk_session *s, uint32_t ball) {
    if (!s->type->keeps_lost) {
        place(s, ball);
        return;
    }
    rmk_session_forget(s, ball);
    s->lost++;
}

static rmk_status refill(rmk_session *s, const rmk_session *before, uint32_t gone) {
    for (uint32_t place_before = 0; place_before < before->node_count; place_before++)
        if (place_before != gone)
            s->loads[place_before - (place_before > gone)] = before->loads[place_before];
    for (uint32_t ball = before->first; ball != RMK_NONE; ball = before->balls[ball].after) {
        uint32_t node = before->balls[ball].node;
        s->balls[ball].node = node - (node > gone);
    }
    for (uint32_t ball = before->first; ball != RMK_NONE; ball = before->balls[ball].after)
        if (before->balls[ball].node == gone)
            place_again(s, ball);
    return RMK_OK;
}

static rmk_status open(rmk_session *s) {
    (void)s;
    return RMK_OK;
}

static void close(rmk_session *s) {
    (void)s;
}

/* Checks loads alone: later departures may leave a node with more than it may have now, so nothing else is
 * invariant. */
static bool validate(const rmk_session *s, const char **reason) {
    *reason = "balls are lost that are still there";
    return s->type->keeps_lost || !s->lost;
}

#define SESSION(rule, totals)                                                                                \
    {                                                                                                        \
        .open = open, .close = close, .assign = place, .release = leave, .refill = refill, .capacity = rule, \
        .validate = validate, .keeps_lost = totals                                                           \
    }
static const rmk_session_type online = SESSION(exact_capacity, false),
                              integer = SESSION(integer_capacity, false),
                              lafikl = SESSION(integer_capacity, true);

RMK_RING_ALGORITHM(
    bounded_online, "bounded-online",
    "bounded loads: an arriving key has the first node of its walk below ceil(c m / n), and stays",
    "Google, \"Consistent Hashing with Bounded Loads\" (2017); Vimeo, HAProxy and others", 0, &online);
RMK_RING_ALGORITHM(bounded_integer, "bounded-integer",
                   "bounded loads: below ceil(c (m div n)), the average whole; an arriving key stays",
                   "lafikl/consistent, totals without the load of removed nodes", 0, &integer);
RMK_RING_ALGORITHM(bounded_integer_lafikl, "bounded-integer-lafikl",
                   "bounded-integer where keys of a removed node are lost and counted for ever",
                   "lafikl/consistent", RMK_IS_VARIANT, &lafikl);
