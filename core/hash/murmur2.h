/* murmur2.h - private: MurmurHash2 with a seed. */
#ifndef RMK_MURMUR2_H
#define RMK_MURMUR2_H

#include "../base.h"

uint32_t rmk_murmur2_32(rmk_bytes bytes, uint32_t seed);

#endif
