/*
 * cassandra_alone.c - NoReplicationTokenAllocator (5.0): a new unit takes parts of the largest ranges of the
 * units that own most.
 */
#include "cassandra_ring.h"

/* Parts outside of these make ranges that are never split again. */
#define LEAST_PART (1.0 - 0.90)
#define MOST_PART  0.90

/* The units that give ranges: places[i] in the order in which they were taken. */
typedef struct givers {
    uint32_t count;
    double target, step; /* what the next unit is to keep, and how much less the one behind it */
} givers;

static double range_of(const cassandra_ring *ring, uint32_t at) {
    const cassandra_token *t = ring->tokens + at;
    return rmk_cassandra_size(ring->tokens[t->previous].token, t->token);
}

static void sum_up(cassandra_ring *ring) {
    for (uint32_t unit = 0; unit < ring->unit_limit; unit++)
        ring->units[unit].owned = 0;
    uint32_t at = ring->first;
    do {
        ring->units[ring->tokens[at].unit].owned += range_of(ring, at);
        at = ring->tokens[at].next;
    } while (at != ring->first);
}

/* Takes as many units as lower the average of those that share with the new one. */
static givers take_givers(cassandra_ring *ring, uint32_t count) {
    cassandra_heap heap = {.entries = ring->spare};
    for (uint32_t unit = 0; unit < ring->unit_limit; unit++)
        if (ring->units[unit].tokens)
            rmk_cassandra_push(&heap, ring->units[unit].owned, unit);
    givers g = {0};
    double sum = 0, target = 0;
    while (g.count < count && heap.count) {
        double weight = heap.entries[0].weight;
        sum += weight;
        double average = sum / (g.count + 2);
        if (weight <= average)
            break;
        ring->places[g.count++] = rmk_cassandra_pop(&heap).item;
        target = average;
    }
    double part = (count + 1.0) / (ring->unit_count + 1.0);
    double spread = target * (part < 1.0 ? part : 1.0) * 2.0 / (2.0 * count + 1.0);
    g.target = target + spread / 2;
    g.step = spread / g.count;
    return g;
}

static double part_of(double over, double work) {
    if (!(over < work) || over / work > MOST_PART)
        return MOST_PART;
    return over / work < LEAST_PART ? LEAST_PART : over / work;
}

/* Lets `count` of the largest ranges of a unit give a part each. */
static void give(cassandra_ring *ring, uint32_t from, uint32_t to, uint32_t count, double target) {
    cassandra_heap heap = {.entries = ring->spare};
    uint32_t at = ring->first, *chosen = ring->places + ring->unit_limit;
    do {
        if (ring->tokens[at].unit == from)
            rmk_cassandra_push(&heap, range_of(ring, at), at);
        at = ring->tokens[at].next;
    } while (at != ring->first);
    double work = 0;
    uint32_t found = 0;
    for (; found < count && heap.count; found++) {
        cassandra_entry entry = rmk_cassandra_pop(&heap);
        chosen[found] = entry.item;
        work += entry.weight;
    }
    double part = part_of(ring->units[from].owned - target, work);
    for (uint32_t i = 0; i < found; i++) {
        uint32_t end = chosen[i], begin = ring->tokens[end].previous;
        int64_t token = rmk_cassandra_split(ring->tokens[begin].token, ring->tokens[end].token, part);
        rmk_cassandra_insert(ring, begin, token, to);
    }
}

void rmk_cassandra_add_alone(cassandra_ring *ring, uint32_t unit, uint32_t count) {
    if (!ring->unit_count || count > ring->count) {
        rmk_cassandra_splits(ring, unit, count);
        return;
    }
    sum_up(ring);
    givers g = take_givers(ring, count);
    for (uint32_t i = 0; i < g.count; i++) {
        give(ring, ring->places[i], unit, count / g.count + (i < count % g.count), g.target);
        g.target -= g.step;
    }
    ring->unit_count++;
}
