/* rendezvous_ranks.c - the search for the highest rank, whatever ranks are. */
#include "rendezvous.h"

void rmk_rendezvous_destroy(rmk_placement *placement) {
    rmk_rendezvous *self = (rmk_rendezvous *)placement;
    const rmk_allocator *allocator = placement->allocator;
    rmk_release(allocator, self->names, self->room, sizeof *self->names);
    rmk_release(allocator, self->weights, self->count, sizeof *self->weights);
    rmk_release(allocator, self->ids, self->count, sizeof *self->ids);
    rmk_release(allocator, self, 1, sizeof *self);
}

static void take_nodes(rmk_rendezvous *self, const uint32_t *order) {
    const rmk_nodes *nodes = self->base.nodes;
    size_t count = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + (order ? order[i] : i);
        if (!rmk_node_serves(node))
            continue;
        self->names[count] = self->rule->name(node->name);
        self->weights[count] = (double)node->weight;
        self->ids[count++] = node->id;
    }
    self->plain = true;
    for (size_t i = 1; i < count; i++)
        self->plain &= self->weights[i] == self->weights[0];
    for (size_t i = count; i < self->room; i++)
        self->names[i] = self->names[0];
}

static rmk_status fill(rmk_rendezvous *self) {
    const rmk_nodes *nodes = self->base.nodes;
    const rmk_allocator *allocator = self->base.allocator;
    self->names = rmk_allocate(allocator, 64, self->room, sizeof *self->names);
    self->weights = rmk_allocate(allocator, 64, self->count, sizeof *self->weights);
    self->ids = rmk_allocate(allocator, 64, self->count, sizeof *self->ids);
    if (!self->names || !self->weights || !self->ids)
        return RMK_NO_MEMORY;
    if (!self->rule->by_name) {
        take_nodes(self, NULL);
        return RMK_OK;
    }
    uint32_t *order = rmk_allocate(allocator, 64, nodes->count, sizeof *order);
    rmk_status status = order ? rmk_nodes_name_order(nodes, allocator, order) : RMK_NO_MEMORY;
    if (!status)
        take_nodes(self, order);
    rmk_release(allocator, order, nodes->count, sizeof *order);
    return status;
}

rmk_status rmk_rendezvous_create(const rmk_algorithm *algorithm, const rmk_rendezvous_rule *rule,
                                 const rmk_nodes *nodes, const rmk_placement_options *options,
                                 rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    const size_t serving = rmk_nodes_serving(nodes), group = RMK_RENDEZVOUS_GROUP;
    rmk_rendezvous *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (rmk_rendezvous){.base = {.algorithm = algorithm,
                                      .nodes = nodes,
                                      .domain = rmk_domain_of(options->key_hash),
                                      .allocator = allocator},
                             .rule = rule,
                             .count = serving,
                             .room = (serving + group - 1) / group * group};
    rmk_status status = fill(self);
    if (status) {
        rmk_rendezvous_destroy(&self->base);
        return status;
    }
    *placement = &self->base;
    return RMK_OK;
}

static int compare(rmk_rank a, rmk_rank b) {
    if (a.main != b.main)
        return a.main < b.main ? -1 : 1;
    return a.fine < b.fine ? -1 : a.fine > b.fine;
}

/* Tells whether the rank a at place `at` comes before b at `other`. */
static bool is_before(const rmk_rendezvous *self, rmk_rank a, size_t at, rmk_rank b, size_t other) {
    int order = compare(a, b);
    if (order)
        return order > 0;
    return self->rule->last_wins ? at > other : at < other;
}

uint32_t rmk_rendezvous_locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    uint32_t owner = RMK_NOBODY;
    rmk_rendezvous_replicas(placement, key, hash, 1, &owner);
    return owner;
}

/* Passes over all nodes once for each replica: nothing is allocated, and few are wanted. */
size_t rmk_rendezvous_replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                               uint32_t *out) {
    const rmk_rendezvous *self = rmk_rendezvous_of(placement);
    uint64_t mixed = self->rule->key(key, hash);
    size_t found = 0, last = SIZE_MAX;
    rmk_rank last_rank = {0};
    for (; found < wanted && found < self->count; found++) {
        size_t best = SIZE_MAX;
        rmk_rank best_rank = {0};
        for (size_t i = 0; i < self->count; i++) {
            rmk_rank rank = self->rule->rank(self, i, mixed);
            if (last != SIZE_MAX && !is_before(self, last_rank, last, rank, i))
                continue;
            if (best != SIZE_MAX && !is_before(self, rank, i, best_rank, best))
                continue;
            best = i;
            best_rank = rank;
        }
        last = best;
        last_rank = best_rank;
        out[found] = self->ids[best];
    }
    return found;
}

size_t rmk_rendezvous_bytes(const rmk_placement *placement) {
    const rmk_rendezvous *self = rmk_rendezvous_of(placement);
    return sizeof *self + self->room * sizeof *self->names +
           self->count * (sizeof *self->weights + sizeof *self->ids);
}

/* A lookup reads all names, and one id. */
size_t rmk_rendezvous_hot_bytes(const rmk_placement *placement) {
    const rmk_rendezvous *self = rmk_rendezvous_of(placement);
    size_t weights = self->plain ? 0 : self->count * sizeof *self->weights;
    return self->room * sizeof *self->names + weights + self->count * sizeof *self->ids;
}
