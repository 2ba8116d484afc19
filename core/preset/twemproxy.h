/* twemproxy.h - private: what both distributions of twemproxy share. */
#ifndef RMK_TWEMPROXY_H
#define RMK_TWEMPROXY_H

#include "preset.h"

/* The names that twemproxy gives its hashes of keys, for both distributions (twemproxy_hashes.c). */
enum { RMK_TWEMPROXY_HASHES = 12 };
extern const rmk_preset_hash rmk_twemproxy_hashes[RMK_TWEMPROXY_HASHES];

/* Why nutcracker cannot parse the address; NULL: it can. */
const char *rmk_twemproxy_fault(const rmk_node *node);

#endif
