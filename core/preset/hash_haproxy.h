/* hash_haproxy.h - HAProxy's hashes of keys and its full avalanche; private to core/preset. */
#ifndef RMK_HASH_HAPROXY_H
#define RMK_HASH_HAPROXY_H

#include "preset.h"

/* HAProxy's full_hash(): Jenkins' six shifts and a multiplication, a bijection. A point is the avalanche
 * of a number. */
uint32_t rmk_haproxy_avalanche(uint32_t a);

/* The hashes by the names that follow `hash-type consistent`; "-avalanche" stands for the word behind. */
extern const rmk_preset_hash rmk_haproxy_hashes[];
extern const size_t rmk_haproxy_hash_count;

#endif
