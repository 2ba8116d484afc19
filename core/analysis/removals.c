#include "measure.h"
#include "pairs.h"

/*
 * The nearest two different owners behind a point, cyclically. What a node's point owned goes to the nearest
 * owner that is not that node: a loser of the same position stands right behind its winner, so it comes
 * first, and a run of one node's points has one heir.
 */
typedef struct successors {
    uint32_t first, second;
} successors;

static inline void successors_pass(successors *next, uint32_t owner) {
    if (owner == next->first)
        return;
    next->second = next->first;
    next->first = owner;
}

/* Those behind the last point: the wrap begins again at the first. */
static successors successors_of_wrap(const rmk_points *points) {
    successors next = {points->owners[0], RMK_NOBODY};
    for (size_t i = 1; i < points->count && next.second == RMK_NOBODY; i++)
        if (points->owners[i] != next.first)
            next.second = points->owners[i];
    return next;
}

/* What a point owns; the first one also owns the wrap. A point behind one of equal position owns nothing. */
static rmk_u128 point_values(const rmk_measure *measure, const rmk_points *points, size_t i) {
    uint64_t position = points->positions[i];
    if (i) {
        uint64_t before = points->positions[i - 1];
        return before == position ? 0 : rmk_measure_between(measure, before + 1, position);
    }
    uint64_t last = points->positions[points->count - 1];
    rmk_u128 wrap = last == UINT64_MAX ? 0 : rmk_measure_between(measure, last + 1, UINT64_MAX);
    return wrap + rmk_measure_between(measure, 0, position);
}

static rmk_status sweep_points(const rmk_points *points, const rmk_measure *measure, rmk_pairs *pairs) {
    successors next = successors_of_wrap(points);
    for (size_t i = points->count; i-- > 0;) {
        uint32_t owner = points->owners[i];
        uint32_t heir = owner == next.first ? next.second : next.first;
        if (!rmk_pairs_add(pairs, owner, heir, point_values(measure, points, i)))
            return RMK_NO_MEMORY;
        successors_pass(&next, owner);
    }
    return RMK_OK;
}

static void collect(const rmk_pairs *pairs, rmk_removal *removals) {
    for (size_t i = 0; i < pairs->capacity; i++) {
        const rmk_transfer *pair = pairs->table + i;
        if (pair->from == pair->to)
            continue;
        rmk_removal *removal = removals + pair->from;
        removal->moved += pair->values;
        if (pair->to == RMK_NOBODY)
            continue;
        removal->heirs++;
        if (pair->values > removal->heaviest)
            removal->heaviest = pair->values;
    }
}

rmk_status rmk_ring_removals(const rmk_ring *ring, const rmk_domain *domain, const rmk_allocator *allocator,
                             rmk_removal *removals) {
    rmk_points points = rmk_ring_points(ring);
    rmk_measure measure = rmk_measure_of(domain);
    rmk_pairs pairs = {.allocator = allocator};
    for (uint32_t id = 0; id < rmk_ring_id_limit(ring); id++)
        removals[id] = (rmk_removal){.id = id};
    rmk_status status = sweep_points(&points, &measure, &pairs);
    if (!status)
        collect(&pairs, removals);
    rmk_pairs_destroy(&pairs);
    return status;
}
