/* spread_tokens.h - private: dskit's tokens of single instances. */
#ifndef RMK_SPREAD_TOKENS_H
#define RMK_SPREAD_TOKENS_H

#include "../../base.h"

enum { RMK_SPREAD_TOKENS = 512, RMK_SPREAD_ZONES = 8, RMK_SPREAD_MOST_ID = (1 << 17) - 1 };

/*
 * The tokens of the instances 0..last of a zone, 512 each in the order of their making: tokens[512 * id + i].
 * RMK_NO_MEMORY, RMK_LIMIT (last, zone). O(512 * last * log(last)).
 */
rmk_status rmk_spread_tokens(uint32_t zone, uint32_t last, const rmk_allocator *allocator, uint32_t *tokens);

#endif
