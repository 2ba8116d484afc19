/* rule_create.h - private: what presets with a rule have for `count` and `create`. */
#ifndef RMK_PRESET_RULE_CREATE_H
#define RMK_PRESET_RULE_CREATE_H

#include "label.h"
#include "ring_placement.h"

uint64_t rmk_rule_count(const rmk_preset *preset, const rmk_nodes *nodes,
                        const rmk_placement_options *options);
rmk_status rmk_rule_create(const rmk_preset *preset, const rmk_nodes *nodes,
                           const rmk_placement_options *options, rmk_placement **placement);

/* order[0..count): the places of the nodes in the order of a rule. RMK_NO_MEMORY. */
rmk_status rmk_rule_order(const rmk_nodes *nodes, const rmk_label *label, rmk_order_rule rule,
                          const rmk_allocator *allocator, uint32_t *order);

#endif
