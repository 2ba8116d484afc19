/*
 * removals.c - every removal of a ring in one pass: the pieces that each point leaves to its heir, gathered
 * by owner, then summed owner by owner in a table of heirs that stays in the cache however many pairs of
 * nodes there are.
 */
#include "analysis.h"
#include "domain_measure.h"

/*
 * The nearest two different owners behind a point, around the circle. What a node's point owned goes to the
 * nearest owner that is not that node: a loser of the same position stands right behind its winner, so it
 * comes first, and a run of one node's points has one heir.
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

/* A row of the tables: a node's id, and behind all ids one for points that are nobody's. */
static inline uint32_t row_of(const rmk_points *points, size_t i, uint32_t id_limit) {
    uint32_t owner = points->owners[i];
    return owner == RMK_NOBODY ? id_limit : owner;
}

/* Finds the two owners behind the last point, where the wrap begins again at the first point. RMK_NOBODY:
 * there is no second. */
static successors successors_of_wrap(const rmk_points *points, uint32_t id_limit) {
    successors next = {row_of(points, 0, id_limit), RMK_NOBODY};
    for (size_t i = 1; i < points->count && next.second == RMK_NOBODY; i++)
        if (row_of(points, i, id_limit) != next.first)
            next.second = row_of(points, i, id_limit);
    return next;
}

/* How many values a point owns. The first one also owns the wrap; a point behind one of equal position
 * owns nothing. */
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

/* What one point leaves to its heir. It is never the whole circle, which take_the_whole_circle() sees to. */
typedef struct piece {
    uint64_t values;
    uint32_t heir;
} piece;

typedef struct workspace {
    size_t *begins;  /* where each row's pieces begin, and the end of the last: id_limit + 2 */
    piece *pieces;   /* grouped by row */
    rmk_u128 *sums;  /* what each heir gets of the owner at hand, by row: id_limit + 1 */
    uint32_t *heirs; /* the heirs whose sum is not 0 */
} workspace;

static void release(workspace *w, const rmk_points *points, uint32_t id_limit,
                    const rmk_allocator *allocator) {
    rmk_release(allocator, w->heirs, (size_t)id_limit + 1, sizeof *w->heirs);
    rmk_release(allocator, w->sums, (size_t)id_limit + 1, sizeof *w->sums);
    rmk_release(allocator, w->pieces, points->count, sizeof *w->pieces);
    rmk_release(allocator, w->begins, (size_t)id_limit + 2, sizeof *w->begins);
}

static bool allocate(workspace *w, const rmk_points *points, uint32_t id_limit,
                     const rmk_allocator *allocator) {
    *w = (workspace){
        .begins = rmk_allocate(allocator, 64, (size_t)id_limit + 2, sizeof *w->begins),
        .pieces = rmk_allocate(allocator, 64, points->count, sizeof *w->pieces),
        .sums = rmk_allocate(allocator, 64, (size_t)id_limit + 1, sizeof *w->sums),
        .heirs = rmk_allocate(allocator, 64, (size_t)id_limit + 1, sizeof *w->heirs),
    };
    if (w->begins && w->pieces && w->sums && w->heirs)
        return true;
    release(w, points, id_limit, allocator);
    return false;
}

/* begins[row] becomes the end of the row's pieces, which gather() fills from behind. */
static void count_pieces(workspace *w, const rmk_points *points, uint32_t id_limit) {
    size_t rows = (size_t)id_limit + 1;
    for (size_t row = 0; row <= rows; row++)
        w->begins[row] = 0;
    for (size_t i = 0; i < points->count; i++)
        w->begins[row_of(points, i, id_limit)]++;
    size_t sum = 0;
    for (size_t row = 0; row <= rows; row++)
        w->begins[row] = sum += w->begins[row];
}

static void gather(workspace *w, const rmk_points *points, uint32_t id_limit, const rmk_measure *measure,
                   successors next) {
    for (size_t i = points->count; i-- > 0;) {
        uint32_t owner = row_of(points, i, id_limit);
        uint32_t heir = owner == next.first ? next.second : next.first;
        w->pieces[--w->begins[owner]] = (piece){(uint64_t)point_values(measure, points, i), heir};
        successors_pass(&next, owner);
    }
}

/* Sums what one owner leaves. What nobody inherits has moved all the same. */
static void sum_up(workspace *w, uint32_t id_limit, rmk_removal *removal) {
    uint32_t count = 0;
    for (size_t i = w->begins[removal->id]; i < w->begins[removal->id + 1]; i++) {
        const piece *p = w->pieces + i;
        if (!p->values)
            continue;
        if (!w->sums[p->heir])
            w->heirs[count++] = p->heir;
        w->sums[p->heir] += p->values;
    }
    for (uint32_t i = 0; i < count; i++) {
        rmk_u128 values = w->sums[w->heirs[i]];
        removal->moved += values;
        w->sums[w->heirs[i]] = 0;
        if (w->heirs[i] == id_limit)
            continue;
        removal->heirs++;
        if (values > removal->heaviest)
            removal->heaviest = values;
    }
}

/* Answers the case in which one node owns the whole circle: a node alone, whom nobody inherits, or a
 * single position, whose first owner has everything. Then 2^64 values move, which need more bits than a
 * piece has. */
static bool take_the_whole_circle(const rmk_points *points, successors next, const rmk_domain *domain,
                                  uint32_t id_limit, rmk_removal *removals) {
    if (next.second != RMK_NOBODY && points->positions[0] != points->positions[points->count - 1])
        return false;
    if (next.first == id_limit)
        return true;
    rmk_removal *first = removals + next.first;
    first->moved = rmk_domain_total(domain);
    first->heirs = next.second < id_limit;
    first->heaviest = first->heirs ? first->moved : 0;
    return true;
}

rmk_status rmk_ring_removals(const rmk_ring *ring, const rmk_domain *domain, const rmk_allocator *allocator,
                             rmk_removal *removals) {
    rmk_points points = rmk_ring_points(ring);
    rmk_measure measure = rmk_measure_of(domain);
    uint32_t id_limit = rmk_ring_id_limit(ring);
    for (uint32_t id = 0; id < id_limit; id++)
        removals[id] = (rmk_removal){.id = id};
    successors next = successors_of_wrap(&points, id_limit);
    if (take_the_whole_circle(&points, next, domain, id_limit, removals))
        return RMK_OK;
    workspace w;
    if (!allocate(&w, &points, id_limit, allocator))
        return RMK_NO_MEMORY;
    count_pieces(&w, &points, id_limit);
    gather(&w, &points, id_limit, &measure, next);
    for (size_t row = 0; row <= id_limit; row++)
        w.sums[row] = 0;
    for (uint32_t id = 0; id < id_limit; id++)
        sum_up(&w, id_limit, removals + id);
    release(&w, &points, id_limit, allocator);
    return RMK_OK;
}
