/* maglev_table.c - filling a Maglev table, by the turns of each system. */
#include "maglev.h"

#include "../../rounded.h"

#include <string.h>

enum { DEFAULT_SIZE = 65537, SLOTS_A_NODE = 100 };

typedef struct seat {
    uint64_t slot, skip; /* where it looks next, and how far it goes on */
    uint64_t weight, sum;
    double share, target;
    uint32_t id;
} seat;

typedef struct filling {
    seat *seats;
    size_t count;
    uint64_t most; /* the greatest weight */
    double most_share;
    uint32_t *owners;
    uint64_t size;
} filling;

static bool is_prime(uint64_t n) {
    for (uint64_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n >= 2;
}

uint64_t rmk_maglev_default_size(size_t nodes) {
    uint64_t size = (uint64_t)nodes * SLOTS_A_NODE;
    if (size <= DEFAULT_SIZE)
        return DEFAULT_SIZE;
    while (size < UINT32_MAX && !is_prime(size))
        size++;
    return size < UINT32_MAX ? size : 0;
}

static uint64_t step(const filling *f, const seat *s) {
    uint64_t next = s->slot + s->skip;
    return next < f->size ? next : next - f->size;
}

static void take_next_free(const filling *f, seat *s) {
    while (f->owners[s->slot] != RMK_NOBODY)
        s->slot = step(f, s);
    f->owners[s->slot] = s->id;
    s->slot = step(f, s);
}

/* Tells whether sum + weight >= most without computing the sum, which could overflow. */
static bool has_turn_by_sum(const filling *f, seat *s) {
    uint64_t missing = f->most - s->weight;
    if (s->sum < missing) {
        s->sum += s->weight;
        return false;
    }
    s->sum -= missing;
    return true;
}

static bool has_turn_by_target(const filling *f, seat *s, uint64_t round) {
    if (rmk_rounded_product((double)round, s->share) < s->target)
        return false;
    s->target += f->most_share;
    return true;
}

static void fill_table(const filling *f, rmk_maglev_turns turns) {
    memset(f->owners, 0xff, f->size * sizeof *f->owners);
    uint64_t filled = 0;
    for (uint64_t round = 1; filled < f->size; round++) {
        for (size_t i = 0; i < f->count && filled < f->size; i++) {
            seat *s = f->seats + i;
            if (turns == RMK_MAGLEV_SUMS ? !has_turn_by_sum(f, s) : !has_turn_by_target(f, s, round))
                continue;
            take_next_free(f, s);
            filled++;
        }
    }
}

static void seat_nodes(filling *f, const rmk_maglev_rule *rule, const rmk_nodes *nodes,
                       const uint32_t *order) {
    rmk_u128 sum = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + (order ? order[i] : i);
        if (!rmk_node_serves(node))
            continue;
        rmk_maglev_numbers numbers = rule->numbers(node->name);
        f->seats[f->count++] = (seat){.slot = numbers.offset % f->size,
                                      .skip = numbers.skip % (f->size - 1) + 1,
                                      .weight = node->weight,
                                      .id = node->id};
        f->most = node->weight > f->most ? node->weight : f->most;
        sum += node->weight;
    }
    for (size_t i = 0; i < f->count; i++)
        f->seats[i].share = (double)f->seats[i].weight / (double)sum;
    f->most_share = (double)f->most / (double)sum;
}

static rmk_status fill(const rmk_maglev_rule *rule, const rmk_made_slots *made, size_t serving,
                       const rmk_allocator *allocator) {
    const rmk_nodes *nodes = made->nodes;
    filling f = {.owners = made->owners, .size = made->count};
    uint32_t *order = rule->by_name ? rmk_allocate(allocator, 64, nodes->count, sizeof *order) : NULL;
    rmk_status status = rule->by_name && !order ? RMK_NO_MEMORY : RMK_OK;
    if (order)
        status = rmk_nodes_name_order(nodes, allocator, order);
    f.seats = status ? NULL : rmk_allocate(allocator, 64, serving, sizeof *f.seats);
    if (f.seats) {
        seat_nodes(&f, rule, nodes, order);
        fill_table(&f, rule->turns);
    }
    status = status || f.seats ? status : RMK_NO_MEMORY;
    rmk_release(allocator, f.seats, serving, sizeof *f.seats);
    rmk_release(allocator, order, nodes->count, sizeof *order);
    return status;
}

rmk_status rmk_maglev_place(const rmk_maglev_rule *rule, rmk_made_slots *made,
                            const rmk_placement_options *options, rmk_placement **placement) {
    size_t serving = rmk_nodes_serving(made->nodes);
    if (made->count >= UINT32_MAX)
        return RMK_LIMIT;
    if (!is_prime(made->count))
        return RMK_BAD_INPUT;
    if (!serving)
        return RMK_EMPTY;
    rmk_status status = rmk_slots_allocate(made, options);
    if (status)
        return status;
    status = fill(rule, made, serving, options->ring.allocator);
    if (!status)
        return rmk_slots_place(made, options, placement);
    rmk_slots_release(made, options);
    return status;
}
