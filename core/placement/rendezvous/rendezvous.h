/*
 * rendezvous.h - private: what the forms of rendezvous hashing share. Every node has a rank for a key, and
 * the highest rank owns it; the next replicas are the next ranks.
 */
#ifndef RMK_RENDEZVOUS_H
#define RMK_RENDEZVOUS_H

#include "../inner.h"
#include "../placement.h"

/* Names stand in whole groups; what is missing is filled up with the first, which wins over its copies. */
enum { RMK_RENDEZVOUS_GROUP = 32 };

/* A rank; ranks are compared by `main`, then by `fine`, then by place. */
typedef struct rmk_rank {
    uint64_t main, fine;
} rmk_rank;

typedef struct rmk_rendezvous rmk_rendezvous;

typedef struct rmk_rendezvous_rule {
    bool by_name;   /* nodes stand in the order of their names, not as listed */
    bool last_wins; /* of equal ranks the last wins; else the first */
    uint64_t (*name)(rmk_bytes name);
    uint64_t (*key)(rmk_bytes key, uint64_t hash);
    rmk_rank (*rank)(const rmk_rendezvous *self, size_t place, uint64_t key);
} rmk_rendezvous_rule;

/* The places of the highest ranks of many keys, by rmk_rendezvous_score. */
typedef void rmk_rendezvous_many(const uint64_t *names, size_t count, const uint64_t *keys, size_t key_count,
                                 uint32_t *places);

struct rmk_rendezvous {
    rmk_placement base;
    const rmk_rendezvous_rule *rule;
    uint64_t *names; /* hashes of names; there is room for `room` */
    double *weights;
    uint32_t *ids;
    size_t count, room;
    bool plain;                /* all weights are equal */
    rmk_rendezvous_many *many; /* NULL, or while plain: the kernel of the instruction set in use */
};

static inline const rmk_rendezvous *rmk_rendezvous_of(const rmk_placement *placement) {
    return (const rmk_rendezvous *)placement;
}

/* Scores a name for a mixed key. The score is uniform over keys, since it is a bijection of them. */
#define RMK_RENDEZVOUS_FACTOR UINT64_C(0x94d049bb133111eb)
static inline uint64_t rmk_rendezvous_score(uint64_t name, uint64_t key) {
    uint64_t x = name + key;
    return (x ^ x >> 32) * RMK_RENDEZVOUS_FACTOR;
}

rmk_rendezvous_many rmk_rendezvous_many_scalar, rmk_rendezvous_many_avx2, rmk_rendezvous_many_avx512;

/* RMK_NO_MEMORY, RMK_UNSUPPORTED (isa). */
rmk_status rmk_rendezvous_create(const rmk_algorithm *algorithm, const rmk_rendezvous_rule *rule,
                                 const rmk_nodes *nodes, const rmk_placement_options *options,
                                 rmk_placement **placement);

/* The functions that descriptors of these placements share. */
void rmk_rendezvous_destroy(rmk_placement *placement);
uint32_t rmk_rendezvous_locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash);
size_t rmk_rendezvous_replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                               uint32_t *out);
size_t rmk_rendezvous_bytes(const rmk_placement *placement);
size_t rmk_rendezvous_hot_bytes(const rmk_placement *placement);

/* The bits of a double that is not negative, which as a number have its order. */
static inline uint64_t rmk_order_of(double value) {
    union {
        double value;
        uint64_t bits;
    } both = {value};
    return both.bits;
}

#endif
