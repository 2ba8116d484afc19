/* murmur3.h - private: MurmurHash3_x86_32 and MurmurHash3_x64_128 with a seed. */
#ifndef RMK_MURMUR3_H
#define RMK_MURMUR3_H

#include "../base.h"

uint32_t rmk_murmur3_32(rmk_bytes bytes, uint32_t seed);

/* The first 64 bits; both halves begin with the seed. */
uint64_t rmk_murmur3_128(rmk_bytes bytes, uint32_t seed);

#endif
