#include "analysis.h"

#include <math.h>
#include <string.h>

/* What a node weighs before and after; 0 when it is absent, down or out. */
typedef struct standing {
    uint64_t before, after;
    bool inherits;
} standing;

typedef struct standings {
    standing *list; /* by id */
    uint32_t limit;
    rmk_u128 before_sum, after_sum;
} standings;

static uint64_t effective_weight(const rmk_node *node) {
    return node->down ? 0 : node->weight;
}

static rmk_u128 sum_of_weights(const rmk_nodes *nodes) {
    rmk_u128 sum = 0;
    for (size_t i = 0; i < nodes->count; i++)
        sum += effective_weight(nodes->list + i);
    return sum;
}

static double part(double amount, double whole) {
    return whole > 0 ? amount / whole : 0;
}

static rmk_status standings_create(const rmk_nodes *before, const rmk_nodes *after,
                                   const rmk_allocator *allocator, standings *all) {
    all->limit = before->id_limit > after->id_limit ? before->id_limit : after->id_limit;
    all->list = rmk_allocate(allocator, 64, all->limit, sizeof *all->list);
    if (!all->list)
        return RMK_NO_MEMORY;
    memset(all->list, 0, all->limit * sizeof *all->list);
    for (size_t i = 0; i < before->count; i++)
        all->list[before->list[i].id].before = effective_weight(before->list + i);
    for (size_t i = 0; i < after->count; i++)
        all->list[after->list[i].id].after = effective_weight(after->list + i);
    all->before_sum = sum_of_weights(before);
    all->after_sum = sum_of_weights(after);
    return RMK_OK;
}

/* Computes |after / after_sum - before / before_sum| with 64 bits of precision; the caller rounds the sum
 * of all once to a double. */
static long double change_of_part(const standings *all, const standing *node) {
    long double after = all->after_sum ? (long double)node->after / (long double)all->after_sum : 0;
    long double before = all->before_sum ? (long double)node->before / (long double)all->before_sum : 0;
    return fabsl(after - before);
}

static double ideal_movement(const standings *all) {
    long double sum = 0;
    for (uint32_t id = 0; id < all->limit; id++)
        sum += change_of_part(all, all->list + id);
    return (double)(sum / 2);
}

static bool is_unchanged(const standings *all, uint32_t id) {
    return id < all->limit && all->list[id].before && all->list[id].before == all->list[id].after;
}

static bool has_shrunk(const standings *all, uint32_t id) {
    return id < all->limit && all->list[id].after < all->list[id].before;
}

static rmk_u128 collateral_values(const standings *all, const rmk_movement *movement) {
    rmk_u128 sum = 0;
    for (size_t i = 0; i < movement->count; i++) {
        const rmk_transfer *transfer = movement->transfers + i;
        if (is_unchanged(all, transfer->from) && is_unchanged(all, transfer->to))
            sum += transfer->values;
    }
    return sum;
}

/* Finds the part that the heaviest heir takes of all transfers from one node, which begin at *next; moves
 * *next behind them. */
static double heaviest_part(const rmk_movement *movement, size_t *next) {
    const rmk_transfer *transfer = movement->transfers + *next;
    uint32_t from = transfer->from;
    rmk_u128 sum = 0, heaviest = 0;
    for (; *next < movement->count && transfer->from == from; ++*next, ++transfer) {
        sum += transfer->values;
        if (transfer->to != RMK_NOBODY && transfer->values > heaviest)
            heaviest = transfer->values;
    }
    return part((double)heaviest, (double)sum);
}

static double worst_heir(const standings *all, const rmk_movement *movement) {
    double worst = NAN;
    for (size_t next = 0; next < movement->count;) {
        uint32_t from = movement->transfers[next].from;
        double heaviest = heaviest_part(movement, &next);
        if (has_shrunk(all, from))
            worst = fmax(worst, heaviest); /* fmax takes the number when the other is NAN */
    }
    return worst;
}

static double count_heirs(standings *all, const rmk_movement *movement) {
    double heirs = 0;
    for (size_t i = 0; i < movement->count; i++) {
        const rmk_transfer *transfer = movement->transfers + i;
        if (transfer->to >= all->limit || !has_shrunk(all, transfer->from))
            continue;
        heirs += !all->list[transfer->to].inherits;
        all->list[transfer->to].inherits = true;
    }
    return heirs;
}

static bool any_shrunk(const standings *all) {
    for (uint32_t id = 0; id < all->limit; id++)
        if (has_shrunk(all, id))
            return true;
    return false;
}

rmk_status rmk_movement_figures(const rmk_movement *movement, const rmk_nodes *before, const rmk_nodes *after,
                                bool all_collateral, const rmk_allocator *allocator,
                                rmk_move_figures *figures) {
    standings all;
    rmk_status status = standings_create(before, after, allocator, &all);
    if (status)
        return status;
    double total = (double)movement->total;
    figures->moved = part((double)movement->moved, total);
    figures->ideal = all_collateral ? 0 : ideal_movement(&all);
    figures->excess = figures->moved - figures->ideal;
    figures->collateral = all_collateral ? figures->moved
                                         : part((double)collateral_values(&all, movement), total);
    figures->heirs = any_shrunk(&all) ? count_heirs(&all, movement) : NAN;
    figures->worst_heir = worst_heir(&all, movement);
    rmk_release(allocator, all.list, all.limit, sizeof *all.list);
    return RMK_OK;
}
