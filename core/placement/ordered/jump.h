/*
 * jump.h - private: jump hash of many keys, once an instruction set. All give what rmk_jump gives, bit for
 * bit: each operation of a step is one IEEE operation in the order of the paper, whatever its lane.
 */
#ifndef RMK_JUMP_H
#define RMK_JUMP_H

#include "../../base.h"

#define RMK_JUMP_FACTOR UINT64_C(2862933555777941757)

/* out[i] = the bucket of keys[i], below `buckets` >= 1. */
typedef void rmk_jump_many(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out);

rmk_jump_many rmk_jump_many_scalar, rmk_jump_many_avx2, rmk_jump_many_avx512;

/* The fastest one for an instruction set that is not AUTO. */
rmk_jump_many *rmk_jump_kernel(rmk_isa isa);

#endif
