/* rule_preset.h - a rule (rule.h) as a preset, so that whatever takes a preset takes it. */
#ifndef RMK_RULE_PRESET_H
#define RMK_RULE_PRESET_H

#include "preset.h"

/* A hash modulo 2^bits, which is as wide; private. `hash` is the first member. */
typedef struct rmk_circle_hash {
    rmk_hash hash;
    const rmk_hash *base;
} rmk_circle_hash;

/* Owned by the caller, needs no release, must not move; outlives the placements made with &preset. */
typedef struct rmk_rule_preset {
    rmk_preset preset;
    rmk_rule rule; /* a copy; what it points to is borrowed */
    rmk_preset_hash key_hash;
    rmk_circle_hash circle;
} rmk_rule_preset;

/*
 * RMK_BAD_INPUT and *fault (may be NULL) as rmk_rule_check. The preset takes vnodes unless the rule has a total or
 * another one for weights, weights unless its count is RMK_COUNT_VNODES, and what its label prints; its hash of keys goes by the name of
 * the rule's.
 */
RMK_API rmk_status rmk_rule_preset_make(rmk_rule_preset *made, const rmk_rule *rule, rmk_rule_fault *fault);

/*
 * The rule of a preset with nothing left to it: its hash of keys, vnodes, and what happens to nodes that are down
 * or of weight 0. rules[0] is the rule, whose `weighted` may be &rules[1]. RMK_UNSUPPORTED: the preset's ring is
 * made by more than a rule, or it has none.
 */
RMK_API rmk_status rmk_rule_of_preset(const rmk_preset *preset, rmk_rule rules[2]);

#endif
