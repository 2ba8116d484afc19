/* multi_probe.h - private: multi-probe hashing of a key whose two hashes are known. */
#ifndef RMK_MULTI_PROBE_H
#define RMK_MULTI_PROBE_H

#include "../placement.h"

/* Finds the owner by the probes first + i * second of a multi-probe placement. */
uint32_t rmk_multi_probe_find(const rmk_placement *placement, uint64_t first, uint64_t second);

#endif
