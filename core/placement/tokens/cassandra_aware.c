/*
 * cassandra_aware.c - ReplicationAwareTokenAllocator: the candidates are the middles of all ranges, and the
 * one that lowers the variance of what tokens and units own with all replicas is taken, again and again.
 */
#include "cassandra_ring.h"

typedef struct adding {
    cassandra_ring *ring;
    uint32_t unit, group, count, replicas;
    double optimum; /* what a token is to own */
    uint32_t last_used;
} adding;

static double square(double x) {
    return x * x;
}

static uint64_t new_walk(cassandra_ring *ring) {
    return ++ring->stamp;
}

/* Tells whether the group was not seen in this walk so far; now it is. */
static bool is_new(cassandra_ring *ring, uint32_t group, uint64_t walk) {
    bool fresh = ring->stamps[group] != walk;
    ring->stamps[group] = walk;
    return fresh;
}

/* Walks back from a token or candidate of a group, whose token before is `at`, to where its replication
 * range begins. */
static void find_start(const adding *a, int64_t token, uint32_t token_group, uint32_t at, int64_t *start,
                       int64_t *threshold) {
    cassandra_ring *ring = a->ring;
    uint64_t walk = new_walk(ring);
    uint32_t seen = 0, group;
    *threshold = token;
    for (;; at = ring->tokens[at].previous) {
        *start = ring->tokens[at].token;
        group = ring->units[ring->tokens[at].unit].group;
        if (!is_new(ring, group, walk))
            continue;
        if (++seen == a->replicas)
            break;
        *threshold = *start;
        if (group == token_group)
            break;
    }
    if (token_group == a->group)
        *threshold = token;
    else if (group != a->group && ring->stamps[a->group] == walk)
        *threshold = *start;
}

static void refresh(const adding *a, uint32_t at) {
    cassandra_token *t = a->ring->tokens + at;
    cassandra_unit *unit = a->ring->units + t->unit;
    find_start(a, t->token, unit->group, t->previous, &t->start, &t->threshold);
    double owned = rmk_cassandra_size(t->start, t->token);
    unit->owned += owned - t->owned;
    t->owned = owned;
}

static void begin(adding *a) {
    cassandra_ring *ring = a->ring;
    for (uint32_t unit = 0; unit < ring->unit_limit; unit++) {
        ring->units[unit].owned = 0;
        ring->units[unit].used_before = RMK_NOBODY;
    }
    uint32_t at = ring->first;
    do {
        ring->tokens[at].owned = 0;
        refresh(a, at);
        at = ring->tokens[at].next;
    } while (at != ring->first);
    ring->units[a->unit].owned = a->count * a->optimum;
}

/* ---- what a candidate would change ---- */

static double tokens_of(const adding *a, uint32_t unit) {
    return unit == a->unit ? a->count : a->ring->units[unit].tokens;
}

/* Notes how a candidate changes what a unit owns. Units chain up in the order in which they are first
 * changed, from the new one on. */
static double adjust(adding *a, uint32_t unit, double before, double after) {
    cassandra_unit *u = a->ring->units + unit;
    double tokens = tokens_of(a, unit);
    if (u->used_before == RMK_NOBODY) {
        u->used_before = a->last_used;
        a->last_used = unit;
        u->adjusted = u->owned + (after - before);
    } else {
        u->adjusted += after - before;
    }
    return (square(after - a->optimum) - square(before - a->optimum)) / square(tokens);
}

static double unit_change(adding *a, double of_new) {
    double change = 0;
    for (uint32_t unit = a->last_used;;) {
        cassandra_unit *u = a->ring->units + unit;
        double tokens = tokens_of(a, unit);
        double diff = square(u->adjusted / tokens - a->optimum) - square(u->owned / tokens - a->optimum);
        uint32_t before = u->used_before;
        u->used_before = RMK_NOBODY;
        if (unit == a->unit)
            return change + diff * of_new;
        change += diff;
        unit = before;
    }
}

static int64_t further(int64_t a, int64_t b, int64_t from) {
    if (a == from)
        return b;
    if (b == from)
        return a;
    return rmk_cassandra_size(a, from) > rmk_cassandra_size(b, from) ? a : b;
}

/* The candidate in the middle of the range that ends at a token: it stays one until it is taken. */
static int64_t candidate_before(const cassandra_ring *ring, uint32_t split) {
    return rmk_cassandra_midpoint(ring->tokens[ring->tokens[split].previous].token,
                                  ring->tokens[split].token);
}

static double improvement(adding *a, uint32_t split, double of_new) {
    cassandra_ring *ring = a->ring;
    const int64_t candidate = candidate_before(ring, split);
    int64_t start, threshold;
    find_start(a, candidate, a->group, ring->tokens[split].previous, &start, &threshold);
    a->last_used = a->unit;
    double change = adjust(a, a->unit, a->optimum, rmk_cassandra_size(start, candidate));
    uint64_t walk = new_walk(ring);
    uint32_t seen = 0;
    for (uint32_t at = split; seen < a->replicas; at = ring->tokens[at].next) {
        const cassandra_token *t = ring->tokens + at;
        if (!is_new(ring, ring->units[t->unit].group, walk))
            continue;
        seen++;
        int64_t begins = further(t->threshold, candidate, t->token);
        change += adjust(a, t->unit, t->owned, rmk_cassandra_size(begins, t->token));
    }
    return -(change + unit_change(a, of_new));
}

/* Makes the candidate a token; the ranges behind it begin later. */
static void adopt(adding *a, uint32_t split) {
    cassandra_ring *ring = a->ring;
    uint32_t at =
        rmk_cassandra_insert(ring, ring->tokens[split].previous, candidate_before(ring, split), a->unit);
    ring->tokens[at].owned = a->optimum;
    refresh(a, at);
    uint64_t walk = new_walk(ring);
    size_t met = 0;
    for (at = ring->tokens[at].next; met < a->replicas; at = ring->tokens[at].next)
        if (is_new(ring, ring->units[ring->tokens[at].unit].group, walk))
            ring->places[met++] = at;
    for (size_t i = 0; i < met; i++)
        refresh(a, ring->places[i]);
}

static void choose(adding *a) {
    cassandra_ring *ring = a->ring;
    cassandra_heap heap = {.entries = ring->spare};
    uint32_t at = ring->first;
    do {
        rmk_cassandra_push(&heap, improvement(a, at, 1.0 / a->count), at);
        at = ring->tokens[at].next;
    } while (at != ring->first);
    uint32_t best = rmk_cassandra_pop(&heap).item;
    for (uint32_t taken = 1;; taken++) {
        adopt(a, best);
        if (taken == a->count)
            return;
        for (;;) {
            best = rmk_cassandra_pop(&heap).item;
            double now = improvement(a, best, (taken + 1.0) / a->count);
            if (!heap.count || now >= heap.entries[0].weight)
                break;
            rmk_cassandra_push(&heap, now, best);
        }
    }
}

static uint32_t groups_of(cassandra_ring *ring) {
    uint64_t walk = new_walk(ring);
    uint32_t groups = 0;
    for (uint32_t unit = 0; unit < ring->unit_limit; unit++)
        groups += ring->units[unit].tokens && is_new(ring, ring->units[unit].group, walk);
    return groups;
}

void rmk_cassandra_add_aware(cassandra_ring *ring, uint32_t unit, uint32_t group, uint32_t count,
                             uint32_t replicas) {
    ring->units[unit].group = group;
    if (ring->unit_count < replicas || count > ring->count || groups_of(ring) < replicas) {
        rmk_cassandra_splits(ring, unit, count);
        return;
    }
    adding a = {.ring = ring, .unit = unit, .group = group, .count = count, .replicas = replicas};
    a.optimum = (double)replicas / (double)(ring->count + count);
    begin(&a);
    ring->unit_count++;
    choose(&a);
}
