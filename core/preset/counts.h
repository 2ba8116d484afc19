/* counts.h - private: how many labels a rule gives to a node (rmk_count_rule in rule.h). */
#ifndef RMK_PRESET_COUNTS_H
#define RMK_PRESET_COUNTS_H

#include "rule.h"

/* What a count may depend on beside the rule: the node's weight, the sum of all, the nodes, and vnodes. */
typedef struct rmk_count_of {
    uint64_t weight, weights, nodes, vnodes;
} rmk_count_of;

/* UINT64_MAX stands for "too many". The limits of the rule are in it; without weight there is no label. */
uint64_t rmk_rule_labels(const rmk_rule *rule, const rmk_count_of *of);

/* The points of all nodes where every unit of weight makes `each` of them. UINT64_MAX: more than can be. */
uint64_t rmk_points_by_weight(const rmk_nodes *nodes, uint64_t each);

#endif
