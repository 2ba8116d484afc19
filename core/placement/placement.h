/*
 * placement.h - one interface over everything that places keys on nodes: ring, jump, modulo, ... one file
 * each, one table of all (table.c). A preset (core/preset) makes placements of the same type.
 *
 * A placement is built from a node list and is immutable: any number of threads may read it. A change of
 * nodes builds another one; two that are compared use one id space (nodes.h).
 */
#ifndef RMK_PLACEMENT_H
#define RMK_PLACEMENT_H

#include "../analysis/map.h"
#include "../ring/ring.h"

/* What an algorithm can do. What it cannot do is refused with RMK_UNSUPPORTED. */
enum {
    RMK_CAN_WEIGHTS = 1 << 0,    /* weights other than 1 */
    RMK_CAN_REMOVE_ANY = 1 << 1, /* removing a node from the middle is not a renumbering */
    RMK_CAN_REPLICAS = 1 << 2,
    RMK_CAN_VNODES = 1 << 3,    /* ring.vnodes, total_points, label and hash of the options have a meaning */
    RMK_HAS_POINTS = 1 << 4,    /* points() answers */
    RMK_HAS_MAP = 1 << 5,       /* map() answers: shares and movement are exact */
    RMK_IS_ORDERED = 1 << 6,    /* nodes are numbered as listed; add appends, remove closes the gap */
    RMK_READS_CHANGES = 1 << 7, /* the answer depends on the changes that nodes went through */
    RMK_IS_SESSION = 1 << 8,    /* the answer depends on load */
    RMK_NEEDS_KEY = 1 << 9,     /* locate reads the key's bytes, not only its hash */
    RMK_IS_VARIANT = 1 << 10, /* another algorithm with the inner hash of one reference: left out of "all" */
    RMK_CAN_CAPACITY = 1 << 11, /* options.capacity has a meaning: places are fixed when it is made */
    RMK_CAN_PROBES = 1 << 12,   /* options.probes has a meaning */
    RMK_CAN_TOKENS = 1 << 13,   /* options.ring.vnodes has a meaning: tokens a node; 0: RMK_DEFAULT_TOKENS */
    RMK_CAN_TABLE_SIZE = 1 << 14,  /* options.table_size has a meaning */
    RMK_CAN_LOAD_FACTOR = 1 << 15, /* options.load_factor has a meaning */
};

#define RMK_DEFAULT_TOKENS 16u
#define RMK_DEFAULT_PROBES 21u /* peak 1.05 */

/* One change that nodes went through: the one with this id is added or removed. */
typedef struct rmk_step {
    bool add;
    uint32_t id;
} rmk_step;

/* An exact number: the decimal 1.05 is 105/100. */
typedef struct rmk_ratio {
    uint64_t numerator, denominator;
} rmk_ratio;

typedef struct rmk_placement_options {
    const rmk_hash *key_hash; /* gives the domain of the map and the meaning of `hash` in locate */
    /* What rings are built with. hash NULL means key_hash. index, isa, pages, threads and allocator hold
     * for all algorithms. */
    rmk_ring_options ring;
    uint64_t table_size, capacity, probes; /* 0: the algorithm's default */
    uint64_t replicas;                     /* the replication factor that tokens are allocated for; 0: 1 */
    rmk_ratio load_factor;                 /* bounded loads: above 1, both parts below 2^63; 0/0: 5/4 */
    /*
     * The changes that led here, in order, for algorithms of RMK_READS_CHANGES; others read the node list alone.
     * Every listed node is there at the start, but those whose first step is to be added. Nodes that are down
     * or without weight and that no step removed are removed last, in list order.
     */
    const rmk_step *changes;
    size_t change_count;
} rmk_placement_options;

typedef struct rmk_algorithm rmk_algorithm;
typedef struct rmk_session_type rmk_session_type;

/* Every placement begins with this; the algorithm's own part follows. */
typedef struct rmk_placement {
    const rmk_algorithm *algorithm;
    const rmk_nodes *nodes; /* borrowed */
    rmk_domain domain;      /* of key hashes */
    const rmk_allocator *allocator;
    bool keyless; /* the system hashes no key: one node has them all */
} rmk_placement;

struct rmk_algorithm {
    const char *name;
    const char *summary;
    const char *source;
    unsigned can; /* RMK_CAN_*, RMK_HAS_*, RMK_IS_*, RMK_NEEDS_* */
    rmk_status (*create)(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement);
    /* Why `create` refused with this status, in words (constant text) that go beyond those of the status; NULL:
     * no more is known. The field itself may be NULL. */
    const char *(*fault)(rmk_status status);
    void (*destroy)(rmk_placement *placement);
    /* The node id that owns a key, or RMK_NOBODY. `hash` is the key-hash value in its own bits. */
    uint32_t (*locate)(const rmk_placement *placement, rmk_bytes key, uint64_t hash);
    /* The owners of many keys. keys is NULL unless RMK_NEEDS_KEY. NULL: a loop over locate. */
    void (*locate_batch)(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners);
    /* The plain reference that locate is compared with; NULL: locate is its own. */
    uint32_t (*locate_plain)(const rmk_placement *placement, rmk_bytes key, uint64_t hash);
    /* RMK_CAN_REPLICAS: the next `wanted` distinct nodes, the owner first; returns how many. */
    size_t (*replicas)(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                       uint32_t *out);
    /* RMK_HAS_MAP: arcs or slots, to be freed by rmk_map_destroy. */
    rmk_status (*map)(const rmk_placement *placement, rmk_map *map);
    /* The bits of its points' positions where no hash of labels makes them; 0: 64. */
    unsigned point_bits;
    /* RMK_HAS_POINTS: the points, sorted by position. */
    rmk_points (*points)(const rmk_placement *placement);
    /* RMK_HAS_POINTS: the place in points() of the point that decides for this hash; SIZE_MAX: none does.
     * NULL: the first point at or after the hash decides, after the last the first. */
    size_t (*point_of)(const rmk_placement *placement, uint64_t hash);
    /* The text that was hashed to a point of points(): writes at most `room` bytes, returns its whole length.
     * NULL: not kept. */
    size_t (*label)(const rmk_placement *placement, size_t point, unsigned char *out, size_t room);
    /* Everything that the placement allocated, and what a uniform stream of lookups touches; 0: nothing is
     * read. */
    size_t (*bytes)(const rmk_placement *placement);
    size_t (*hot_bytes)(const rmk_placement *placement);
    /* Which kernels exist beside those of a ring's index (bits 1 << rmk_isa); 0: scalar only. */
    unsigned isas;
    /* How it assigns and releases keys by load (session.h); NULL: it does not. */
    const rmk_session_type *session;
};

extern RMK_API const rmk_algorithm rmk_algorithm_ring, rmk_algorithm_jump, rmk_algorithm_modulo;
/* Numbered buckets (buckets.h): each with the engine of the same name. */
extern RMK_API const rmk_algorithm rmk_algorithm_anchor, rmk_algorithm_anchor_crc32c,
    rmk_algorithm_anchor_mix64, rmk_algorithm_dx, rmk_algorithm_dx_crc32c, rmk_algorithm_memento,
    rmk_algorithm_memento_xxh64, rmk_algorithm_memento_mix64, rmk_algorithm_memento_crc32c,
    rmk_algorithm_jumpback, rmk_algorithm_jumpback_xorshift, rmk_algorithm_jumpback_anchor,
    rmk_algorithm_binomial, rmk_algorithm_power, rmk_algorithm_power_pcg32, rmk_algorithm_power_crc32c,
    rmk_algorithm_power_mix64, rmk_algorithm_flip;
/* Bounded loads (session.h). Those of RMK_IS_SESSION answer as an idle session does: as their ring. */
extern RMK_API const rmk_algorithm rmk_algorithm_bounded, rmk_algorithm_bounded_online,
    rmk_algorithm_bounded_integer, rmk_algorithm_bounded_integer_lafikl, rmk_algorithm_bounded_partitions,
    rmk_algorithm_bounded_partitions_integer;

RMK_API const rmk_algorithm *const *rmk_algorithm_table(size_t *count);
RMK_API const rmk_algorithm *rmk_algorithm_find(const char *name);

/* Maglev (maglev.c): options->table_size, a prime from the number of nodes on and below 2^32 - 1 (else
 * RMK_BAD_INPUT, RMK_LIMIT); 0: 65537, or the first prime from 100 a node on where that is more. Nearly every
 * key moves between tables of two sizes: give the size when nodes come and go (rmk_placement_slots). */
extern RMK_API const rmk_algorithm rmk_algorithm_maglev, rmk_algorithm_maglev_siphash,
    rmk_algorithm_maglev_kkdai, rmk_algorithm_maglev_kkdai_siphash, rmk_algorithm_maglev_katran,
    rmk_algorithm_maglev_envoy;
/* Rendezvous hashing (rendezvous.c, rendezvous_variants.c). */
extern RMK_API const rmk_algorithm rmk_algorithm_rendezvous, rmk_algorithm_rendezvous_fnv1a,
    rmk_algorithm_rendezvous_xxh64, rmk_algorithm_rendezvous_mcrouter,
    rmk_algorithm_rendezvous_mcrouter_weighted, rmk_algorithm_rendezvous_proxygen,
    rmk_algorithm_rendezvous_nspcc;
/* Multi-probe (multi_probe.c): options->probes up to 1024 (else RMK_LIMIT); 0: 21. */
extern RMK_API const rmk_algorithm rmk_algorithm_multi_probe, rmk_algorithm_multi_probe_siphash;
/*
 * Rings of allocated tokens. cassandra-*: ring.vnodes tokens per unit of weight, and for cassandra-allocated
 * the replication factor options->replicas, groups by zone. spread-minimizing: 512 tokens a node.
 */
extern RMK_API const rmk_algorithm rmk_algorithm_cassandra_random, rmk_algorithm_cassandra_allocated,
    rmk_algorithm_spread_minimizing;

/*
 * Builds a placement of the nodes that are up and have a weight. RMK_UNSUPPORTED when a node's weight is not
 * 0 or 1 and the algorithm lacks RMK_CAN_WEIGHTS; RMK_EMPTY; RMK_LIMIT; RMK_NO_MEMORY. On failure *placement
 * is NULL.
 */
RMK_API rmk_status rmk_placement_create(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                                        const rmk_placement_options *options, rmk_placement **placement);
RMK_API void rmk_placement_destroy(rmk_placement *placement);

static inline uint32_t rmk_placement_locate(const rmk_placement *p, rmk_bytes key, uint64_t hash) {
    return p->algorithm->locate(p, key, hash);
}
RMK_API uint32_t rmk_placement_locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash);
RMK_API void rmk_placement_locate_batch(const rmk_placement *placement, const rmk_bytes *keys,
                                        const uint64_t *hashes, size_t count, uint32_t *owners);
/* The place in points() of the point that decides for this hash; SIZE_MAX: none does, or without
 * RMK_HAS_POINTS. */
RMK_API size_t rmk_placement_point_of(const rmk_placement *placement, uint64_t hash);
/* RMK_UNSUPPORTED without RMK_HAS_MAP. */
RMK_API rmk_status rmk_placement_map(const rmk_placement *placement, rmk_map *map);
/* How many slots its table has (maglev and its kind); 0: it has none. Whoever gives this as table_size
 * keeps the table when the nodes have changed, for a default that follows their number makes another
 * table. O(1); any thread. */
RMK_API size_t rmk_placement_slots(const rmk_placement *placement);

/* The zones of the nodes of a list, borrowed. */
typedef struct rmk_zones {
    const uint32_t *of; /* by node id: any number below the number of ids */
    uint32_t serving;   /* how many zones have a node that serves */
} rmk_zones;

/*
 * Lists `wanted` distinct nodes (RMK_CAN_REPLICAS), over zones as evenly as those allow. In the order of
 * replicas(): the first node of each zone; when zones run out the second node of each, then the third; a zone
 * without more nodes is left out. The owner stays the first. Returns how many there are: `wanted`, or all
 * nodes. `listed` has room for all nodes of the list, `out` for `wanted`. Costs replicas() of up to twice the
 * nodes that are passed (of all nodes when a zone runs out of them), and `wanted` steps for each. Any thread.
 * Source: for as many replicas as zones, the rule of Cassandra's NetworkTopologyStrategy for racks.
 */
RMK_API size_t rmk_placement_replicas_apart(const rmk_placement *placement, const rmk_zones *zones,
                                            rmk_bytes key, uint64_t hash, size_t wanted, uint32_t *listed,
                                            uint32_t *out);

/* Jump consistent hash of a 64-bit key into `buckets` >= 1 (Lamping & Veach 2014), bit for bit. Any thread. */
RMK_API uint32_t rmk_jump(uint64_t key, uint32_t buckets);

/* The ring underneath a placement of rmk_algorithm_ring (owned by it), or NULL. */
RMK_API const rmk_ring *rmk_placement_ring(const rmk_placement *placement);

/* The weights of the nodes that are up, added exactly and rounded once. O(n): taken once, then handed to
 * rmk_fair_share for each node. */
RMK_API double rmk_serving_weight(const rmk_nodes *nodes);
/* The share that a node deserves: its weight over the serving weight of its list; 0 when it is down. O(1). */
RMK_API double rmk_fair_share(const rmk_node *node, double serving_weight);

#endif
