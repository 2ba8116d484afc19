/* twemproxy.h - private: what both distributions of twemproxy share. */
#ifndef RMK_TWEMPROXY_H
#define RMK_TWEMPROXY_H

#include "preset.h"

/* The names that twemproxy gives its hashes of keys, for both distributions (twemproxy_hashes.c). */
enum { RMK_TWEMPROXY_HASHES = 12 };
extern const rmk_preset_hash rmk_twemproxy_hashes[RMK_TWEMPROXY_HASHES];

/* The name that twemproxy hashes: the alias, or the address without ":11211". */
rmk_bytes rmk_twemproxy_name(const rmk_node *node);
/* Tells why nutcracker cannot parse the address; NULL: it can. */
const char *rmk_twemproxy_fault(const rmk_node *node);
/* Puts the places of the list into twemproxy's order: shorter hashed names first, then by bytes.
 * RMK_NO_MEMORY. */
rmk_status rmk_twemproxy_order(const rmk_nodes *nodes, const rmk_allocator *allocator, uint32_t *order);

#endif
