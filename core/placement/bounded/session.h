/*
 * session.h - keys assigned and released by load: consistent hashing with bounded loads.
 *
 * A session holds balls: keys that were assigned and not yet released; the same key twice is two balls. With
 * m balls, n nodes and a load factor c > 1 (exact: rmk_ratio), an algorithm with a session walks the points
 * of its ring from a key's hash on to a node that is not full. What full means, and who has to move, is the
 * algorithm's:
 *   bounded                Mirrokni, Thorup and Zadimoghaddam, "Consistent Hashing with Bounded Loads"
 * (2018): all capacities together are ceil(c m); the first ceil(c m) mod n nodes in the order in which they
 * were added have one more than the others, and nobody has less than 1. Each ball, in order of arrival, has
 * the first node of its walk that balls which came before it do not fill: this state depends on the balls
 * alone, and is kept after every change; so that others may move. bounded-online         ceil(c m / n) for
 * all, the arriving ball counted; whoever is placed stays. bounded-integer        ceil(c max(1, m div n)) in
 * doubles; whoever is placed stays. bounded-integer-lafikl the same, and balls of a removed node are lost and
 * still counted in m for ever. bounded-partitions, bounded-partitions-integer the bound is on the partitions
 * that a node gets (table_size of them, or 271), from the node list alone, and not on balls. Capacity: ceil(c
 * P / n) and ceil(c (P div n)). Where whoever is placed stays, the balls of a removed node arrive again, in
 * their order (but lafikl's).
 *
 * Weights are 0 or 1. One thread at a time may change a session; any number may read it meanwhile unchanged.
 * After a failure a session is as it was before.
 */
#ifndef RMK_SESSION_H
#define RMK_SESSION_H

#include "../placement.h"

typedef struct rmk_session rmk_session;

/* Where a ball is. */
typedef struct rmk_assignment {
    uint64_t ball;   /* its name, until it is released; no other ball of the session ever has it */
    uint32_t owner;  /* node id */
    uint32_t probes; /* nodes asked, the owner among them: 1 is the plain owner (of partitions: of its
                        partition) */
} rmk_assignment;

/* A capacity of nodes that take any number of balls. */
#define RMK_UNBOUNDED UINT64_MAX

typedef struct rmk_session_node {
    uint32_t id;
    uint64_t load;     /* balls */
    uint64_t capacity; /* with the balls that are there; RMK_UNBOUNDED for partitions */
} rmk_session_node;

/*
 * An empty session over the nodes that are up and have a weight. It copies the list and the options; the
 * texts of names, the label, the allocator and the hashes outlive it. Of the options key_hash, ring,
 * table_size and load_factor are read. RMK_UNSUPPORTED (no session, or a weight above 1), RMK_BAD_INPUT (a
 * load factor that is not above 1, a name, or what rmk_ring_build refuses), RMK_DUPLICATE, RMK_EMPTY,
 * RMK_LIMIT (nodes, points, or partitions that do not fit), RMK_NO_MEMORY, RMK_LIBRARY; then *session is
 * NULL. Cost: of rmk_ring_build.
 */
RMK_API rmk_status rmk_session_create(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                                      const rmk_placement_options *options, rmk_session **session);
RMK_API void rmk_session_destroy(rmk_session *session);

/*
 * Assigns a ball that arrives: `hash` is the key's value in its own bits. *moved, unless NULL: how many other
 * balls have another node now. RMK_NO_MEMORY, RMK_LIMIT (2^32 - 1 balls). Expected cost: a binary search of
 * the points, and for each node asked, by this ball or one that moves, O(log of the balls that ask it);
 * bounded looks at ceil(c) nodes beside.
 */
RMK_API rmk_status rmk_session_assign(rmk_session *session, uint64_t hash, rmk_assignment *assigned,
                                      size_t *moved);
/* Releases a ball. RMK_NOT_FOUND (there is none of this name), RMK_NO_MEMORY. It costs as much as to
 * assign one. */
RMK_API rmk_status rmk_session_release(rmk_session *session, uint64_t ball, size_t *moved);
/* Finds where the ball is now. RMK_NOT_FOUND. O(1). */
RMK_API rmk_status rmk_session_find(const rmk_session *session, uint64_t ball, rmk_assignment *assigned);

/*
 * Add a node, after all others, or remove one. *moved, unless NULL: how many balls have another node now,
 * those of the removed node included. RMK_DUPLICATE (id or name), RMK_NOT_FOUND, RMK_EMPTY (the last node),
 * RMK_UNSUPPORTED (weight above 1), RMK_BAD_INPUT (down, weight 0, or a name), RMK_LIMIT, RMK_NO_MEMORY.
 * Cost: all is built anew, O(points + balls); bounded: times the nodes asked by a ball.
 */
RMK_API rmk_status rmk_session_add(rmk_session *session, const rmk_node *node, size_t *moved);
RMK_API rmk_status rmk_session_remove(rmk_session *session, uint32_t id, size_t *moved);
/* Make such a change into another session, which names balls alike; `session` is left as it is. On failure
 * *changed is NULL. */
RMK_API rmk_status rmk_session_with(const rmk_session *session, const rmk_node *node, rmk_session **changed,
                                    size_t *moved);
RMK_API rmk_status rmk_session_without(const rmk_session *session, uint32_t id, rmk_session **changed,
                                       size_t *moved);

/* How many balls are assigned. */
RMK_API size_t rmk_session_balls(const rmk_session *session);
RMK_API size_t rmk_session_nodes(const rmk_session *session);
/* The node at `place` < rmk_session_nodes(), in the order in which nodes came. O(1). */
RMK_API rmk_session_node rmk_session_node_at(const rmk_session *session, size_t place);

/* Checks every invariant; false with a constant reason. O(balls x nodes asked). Allocates nothing. */
RMK_API bool rmk_session_validate(const rmk_session *session, const char **reason);

#endif
