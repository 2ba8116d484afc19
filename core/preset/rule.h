/*
 * rule.h - the rule that most systems share, as data: hash a label some times for every node, put the points
 * on a ring, settle ties, look up; private.
 */
#ifndef RMK_PRESET_RULE_H
#define RMK_PRESET_RULE_H

#include "counts.h"
#include "ring_placement.h"

typedef struct rmk_rule rmk_rule;
struct rmk_rule {
    const char *label;                          /* over {name} and {vnode}, which counts labels from 0 */
    rmk_bytes (*name_of)(const rmk_node *node); /* what {name} prints; NULL: the node's name */
    const rmk_hash *hash;                       /* the hash of labels; NULL: that of keys */
    unsigned words; /* 0: a label is a point; 4: each 32-bit word of its MD5 digest, little-endian, is one */
    rmk_count_rule count; /* of labels */
    rmk_tie_rule ties;
    rmk_lookup_rule lookup;
    bool sole_is_keyless; /* a single node gets its keys without a hash */
    /* Puts the places of the list into the order in which the system makes points; NULL: as listed. */
    rmk_status (*order)(const rmk_nodes *nodes, const rmk_allocator *allocator, uint32_t *order);
    const uint64_t *key_values; /* NULL, or the only values of key hashes */
    size_t key_value_count;
    const rmk_rule *weighted; /* NULL, or the rule that holds as soon as a weight is not 1 */
};

/* The functions that presets with a rule have for `count` and `create`. */
uint64_t rmk_rule_count(const rmk_preset *preset, const rmk_nodes *nodes,
                        const rmk_placement_options *options);
rmk_status rmk_rule_create(const rmk_preset *preset, const rmk_nodes *nodes,
                           const rmk_placement_options *options, rmk_placement **placement);

/* The node's name, without its port when that is 11211: what memcached clients print. */
rmk_bytes rmk_name_without_11211(const rmk_node *node);

#endif
