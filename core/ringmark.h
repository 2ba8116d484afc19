/*
 * ringmark.h - libringmark: hash rings and other placements, exact shares and exact movement.
 *
 * Include this one. To embed a ring: name a hash (rmk_hash_xxh3), fill an rmk_nodes list, rmk_ring_build(),
 * then rmk_ring_lookup(ring, rmk_hash_position(hash, value)). README.md, "Embedding", has the program.
 *
 *   base.h               status, byte strings, memory, CPU features, limits
 *   nodes.h, pattern.h   node lists; labels and generated names
 *   hash/hash.h          hash functions; hash/variant.h: with a seed, or some bytes of one
 *   ring/ring.h          the ring; ring/index.h: how it is searched
 *   ring/live.h            a ring changed in place; ring/shared.h: and read meanwhile
 *   placement/placement.h  ring, jump, modulo, ... behind one interface
 *   placement/buckets.h  numbered buckets: anchor, memento, jumpback, flip, ... alone
 *   placement/session.h    keys assigned and released by load: bounded loads
 *   preset/preset.h        the rules of real systems, which make placements too
 *   preset/rule.h          a ring's rule as data; preset/rule_preset.h: a preset of your own of it
 *   analysis/map.h       arc maps and slots; analysis/analysis.h: shares and movement;
 *                        analysis/pairs.h: sums by pair of nodes
 */
#ifndef RINGMARK_H
#define RINGMARK_H

/* The semantic version. The build reads these lines for the soname and the pkg-config file. */
#define RMK_VERSION_MAJOR 0
#define RMK_VERSION_MINOR 1
#define RMK_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

#include "analysis/analysis.h"
#include "analysis/map.h"
#include "analysis/pairs.h"
#include "base.h"
#include "hash/hash.h"
#include "hash/variant.h"
#include "nodes.h"
#include "pattern.h"
#include "placement/bounded/session.h"
#include "placement/buckets/buckets.h"
#include "placement/placement.h"
#include "preset/preset.h"
#include "preset/rule.h"
#include "preset/rule_preset.h"
#include "ring/index.h"
#include "ring/live/live.h"
#include "ring/live/shared.h"
#include "ring/ring.h"
#include "ring/sort.h"

/* The version as text, such as "0.1.0". */
RMK_API const char *rmk_version(void);

#ifdef __cplusplus
}
#endif

#endif
