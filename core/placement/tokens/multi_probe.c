/*
 * multi_probe.c - multi-probe consistent hashing (Appleton & O'Reilly 2015): one point a node, k probes a
 * key; the probe that stands nearest before the next point decides, the first of them when two are equally
 * near. A probe on a point goes to the next one.
 *
 * The circle is turned so that it begins at the last point, and points are kept as the last value before
 * them: "the first end at or after the probe" is then the rule without a wrap, and an end less its probe the
 * distance less 1. An array says for the upper bits of a probe where to begin.
 */
#include "multi_probe.h"

#include "../../ring/sort.h"
#include "../inner.h"
#include "../name_hashes.h"

enum {
    MOST_PROBES = 1024, /* peak 1.001; replicas keep a cursor each on the stack */
    BUCKETS_A_NODE = 6, /* at least: then one probe in 200 passes two ends of its bucket */
};

typedef struct two_hashes {
    uint64_t first, second;
} two_hashes;

typedef struct rule {
    bool by_name; /* of equal points that of the smaller name is kept; else that of the last listed */
    uint64_t (*point)(rmk_bytes name);
    two_hashes (*probes)(rmk_bytes key, uint64_t hash);
} rule;

/* The first two ends that are not below the bucket. */
typedef struct bucket {
    uint64_t first, second;
} bucket;

typedef struct multi_probe {
    rmk_placement base;
    const rule *rule;
    uint64_t *ends; /* ascending, the last 2^64 - 1 */
    uint32_t *ids;
    bucket *list;
    uint32_t *starts; /* by bucket: the place of its first end */
    size_t count, room, buckets;
    uint64_t origin;
    unsigned shift; /* from a turned probe to its bucket */
    unsigned probes;
} multi_probe;

static const multi_probe *multi_of(const rmk_placement *placement) {
    return (const multi_probe *)placement;
}

static void destroy(rmk_placement *placement) {
    multi_probe *self = (multi_probe *)placement;
    const rmk_allocator *allocator = placement->allocator;
    rmk_release(allocator, self->ends, self->room, sizeof *self->ends);
    rmk_release(allocator, self->ids, self->room, sizeof *self->ids);
    rmk_release(allocator, self->list, self->buckets, sizeof *self->list);
    rmk_release(allocator, self->starts, self->buckets, sizeof *self->starts);
    rmk_release(allocator, self, 1, sizeof *self);
}

/* ---- building ---- */

/* Makes the points, first those that are to win over equal ones. */
static rmk_status make_points(multi_probe *self) {
    const rmk_nodes *nodes = self->base.nodes;
    const rmk_allocator *allocator = self->base.allocator;
    uint32_t *order = rmk_allocate(allocator, 64, nodes->count, sizeof *order);
    if (!order)
        return RMK_NO_MEMORY;
    for (size_t i = 0; i < nodes->count; i++)
        order[i] = (uint32_t)(nodes->count - 1 - i);
    rmk_status status = self->rule->by_name ? rmk_nodes_name_order(nodes, allocator, order) : RMK_OK;
    for (size_t i = 0; !status && i < nodes->count; i++) {
        const rmk_node *node = nodes->list + order[i];
        if (!rmk_node_serves(node))
            continue;
        self->ends[self->count] = self->rule->point(node->name);
        self->ids[self->count++] = node->id;
    }
    rmk_release(allocator, order, nodes->count, sizeof *order);
    return status;
}

static void drop_equal_points(multi_probe *self) {
    size_t kept = 1;
    for (size_t i = 1; i < self->count; i++) {
        if (self->ends[i] == self->ends[kept - 1])
            continue;
        self->ends[kept] = self->ends[i];
        self->ids[kept++] = self->ids[i];
    }
    self->count = kept;
}

static void turn(multi_probe *self) {
    self->origin = self->ends[self->count - 1];
    for (size_t i = 0; i < self->count; i++)
        self->ends[i] -= self->origin + 1;
}

static rmk_status make_buckets(multi_probe *self) {
    unsigned bits = rmk_high_bit(self->count * BUCKETS_A_NODE - 1) + 1;
    self->buckets = (size_t)1 << bits;
    self->shift = 64 - bits;
    self->list = rmk_allocate(self->base.allocator, 64, self->buckets, sizeof *self->list);
    self->starts = rmk_allocate(self->base.allocator, 64, self->buckets, sizeof *self->starts);
    if (!self->list || !self->starts)
        return RMK_NO_MEMORY;
    uint32_t at = 0;
    for (uint64_t b = 0; b < self->buckets; b++) {
        while (self->ends[at] < b << self->shift)
            at++;
        self->starts[b] = at;
        self->list[b] = (bucket){self->ends[at], at + 1 < self->count ? self->ends[at + 1] : UINT64_MAX};
    }
    return RMK_OK;
}

static rmk_status build(multi_probe *self) {
    const rmk_allocator *allocator = self->base.allocator;
    self->ends = rmk_allocate(allocator, 64, self->room, sizeof *self->ends);
    self->ids = rmk_allocate(allocator, 64, self->room, sizeof *self->ids);
    if (!self->ends || !self->ids)
        return RMK_NO_MEMORY;
    rmk_status status = make_points(self);
    if (!status)
        status = rmk_sort_points(self->ends, self->ids, self->count, 1, allocator);
    if (status)
        return status;
    drop_equal_points(self);
    turn(self);
    return make_buckets(self);
}

static rmk_status create_by(const rmk_algorithm *algorithm, const rule *by, const rmk_nodes *nodes,
                            const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    if (options->probes > MOST_PROBES)
        return RMK_LIMIT;
    multi_probe *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (multi_probe){.base = {.algorithm = algorithm,
                                   .nodes = nodes,
                                   .domain = rmk_domain_of(options->key_hash),
                                   .allocator = allocator},
                          .rule = by,
                          .room = rmk_nodes_serving(nodes),
                          .probes = options->probes ? (unsigned)options->probes : RMK_DEFAULT_PROBES};
    rmk_status status = build(self);
    if (status) {
        destroy(&self->base);
        return status;
    }
    *placement = &self->base;
    return RMK_OK;
}

/* ---- reading ---- */

/* Finds the place of the first end at or after a turned probe. */
static inline uint32_t end_after(const multi_probe *self, uint64_t probe) {
    uint32_t at = self->starts[probe >> self->shift];
    while (self->ends[at] < probe)
        at++;
    return at;
}

/*
 * Computes the distance from a turned probe to that end, which is mostly one of the two of its bucket. An end
 * before the probe is further around the circle than the one behind it.
 */
static inline uint64_t distance_of(const multi_probe *self, uint64_t probe) {
    const bucket *b = self->list + (probe >> self->shift);
    uint64_t first = b->first - probe, second = b->second - probe;
    if (__builtin_expect(b->second < probe, 0))
        return self->ends[end_after(self, probe)] - probe;
    return first < second ? first : second;
}

static inline uint32_t nearest(const multi_probe *self, two_hashes key) {
    uint64_t probe = key.first - self->origin, best = probe, least = distance_of(self, probe);
    for (unsigned left = self->probes; --left;) {
        probe += key.second;
        uint64_t distance = distance_of(self, probe);
        best = distance < least ? probe : best;
        least = distance < least ? distance : least;
    }
    return end_after(self, best);
}

uint32_t rmk_multi_probe_find(const rmk_placement *placement, uint64_t first, uint64_t second) {
    const multi_probe *self = multi_of(placement);
    return self->ids[nearest(self, (two_hashes){first, second})];
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    const multi_probe *self = multi_of(placement);
    return self->ids[nearest(self, self->rule->probes(key, hash))];
}

/* Finds the owner by binary search over the ends, without the buckets. */
static uint32_t locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    const multi_probe *self = multi_of(placement);
    const rmk_points points = {self->ends, self->ids, self->count};
    two_hashes probes = self->rule->probes(key, hash);
    uint64_t least = UINT64_MAX;
    uint32_t owner = RMK_NOBODY;
    for (unsigned i = 0; i < self->probes; i++) {
        uint64_t probe = probes.first + i * probes.second - self->origin;
        size_t at = rmk_points_lower_bound(&points, probe);
        if (owner != RMK_NOBODY && self->ends[at] - probe >= least)
            continue;
        least = self->ends[at] - probe;
        owner = self->ids[at];
    }
    return owner;
}

static bool is_in(const uint32_t *owners, size_t count, uint32_t owner) {
    for (size_t i = 0; i < count; i++)
        if (owners[i] == owner)
            return true;
    return false;
}

/* Lists replicas: the next one owns the key when those before it are gone, so that each probe goes on past
 * their points. */
static size_t replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                       uint32_t *out) {
    const multi_probe *self = multi_of(placement);
    const two_hashes probes = self->rule->probes(key, hash);
    size_t found = 0, most = wanted < self->count ? wanted : self->count;
    uint32_t at[MOST_PROBES];
    for (unsigned i = 0; i < self->probes; i++)
        at[i] = end_after(self, probes.first + i * probes.second - self->origin);
    for (; found < most; found++) {
        uint64_t least = UINT64_MAX;
        uint32_t owner = RMK_NOBODY;
        for (unsigned i = 0; i < self->probes; i++) {
            while (is_in(out, found, self->ids[at[i]]))
                at[i] = at[i] + 1 < self->count ? at[i] + 1 : 0;
            uint64_t distance = self->ends[at[i]] - (probes.first + i * probes.second - self->origin);
            if (owner != RMK_NOBODY && distance >= least)
                continue;
            least = distance;
            owner = self->ids[at[i]];
        }
        out[found] = owner;
    }
    return found;
}

static size_t hot_bytes(const rmk_placement *placement) {
    const multi_probe *self = multi_of(placement);
    return self->count * (sizeof *self->ends + sizeof *self->ids) +
           self->buckets * (sizeof *self->list + sizeof *self->starts);
}

static size_t bytes(const rmk_placement *placement) {
    const multi_probe *self = multi_of(placement);
    return sizeof *self + self->room * (sizeof *self->ends + sizeof *self->ids) +
           self->buckets * (sizeof *self->list + sizeof *self->starts);
}

/* ---- the two forms ---- */

static two_hashes probes_of_hash(rmk_bytes key, uint64_t hash) {
    (void)key;
    return (two_hashes){rmk_fin(hash + RMK_GOLDEN), rmk_fin(hash + 2 * RMK_GOLDEN)};
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    (void)keys;
    const multi_probe *self = multi_of(placement);
    const rmk_bytes none = {NULL, 0};
    for (size_t i = 0; i < count; i++)
        owners[i] = self->ids[nearest(self, probes_of_hash(none, hashes[i]))];
}

static uint64_t point_siphash(rmk_bytes name) {
    return rmk_siphash24(0, 0, name);
}

static two_hashes probes_siphash(rmk_bytes key, uint64_t hash) {
    (void)hash;
    return (two_hashes){rmk_siphash24(1, 0, key), rmk_siphash24(2, 0, key)};
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    static const rule by_xxh3 = {true, rmk_name_hash, probes_of_hash};
    return create_by(&rmk_algorithm_multi_probe, &by_xxh3, nodes, options, placement);
}

static rmk_status create_siphash(const rmk_nodes *nodes, const rmk_placement_options *options,
                                 rmk_placement **placement) {
    static const rule by_siphash = {false, point_siphash, probes_siphash};
    return create_by(&rmk_algorithm_multi_probe_siphash, &by_siphash, nodes, options, placement);
}

#define CAN (RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS | RMK_CAN_PROBES)

/* What both forms of the algorithm have in common. */
#define PROBES                                                                                               \
    .destroy = destroy, .locate = locate, .locate_plain = locate_plain, .replicas = replicas,                \
    .bytes = bytes, .hot_bytes = hot_bytes

const rmk_algorithm rmk_algorithm_multi_probe = {
    .name = "multi-probe",
    .summary = "one point a node, 21 probes a key: the one nearest before a point decides (XXH3, splitmix64)",
    .source = "Appleton & O'Reilly, \"Multi-Probe Consistent Hashing\" (2015)",
    .can = CAN,
    .create = create,
    .locate_batch = locate_batch,
    PROBES,
};

const rmk_algorithm rmk_algorithm_multi_probe_siphash = {
    .name = "multi-probe-siphash",
    .summary = "multi-probe with SipHash of names and keys: as dgryski/go-mpchash",
    .source = "dgryski/go-mpchash 7382f34",
    .can = CAN | RMK_NEEDS_KEY | RMK_IS_VARIANT,
    .create = create_siphash,
    PROBES,
};
