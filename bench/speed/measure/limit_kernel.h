/*
 * limit_kernel.h - the three reads of limit.h, one set of them for each instruction set.
 */
#ifndef RM_LIMIT_KERNEL_H
#define RM_LIMIT_KERNEL_H

#include "limit.h"

typedef struct rm_limit_kernel {
    uint64_t (*loop)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                     size_t count);
    uint64_t (*batch)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                      size_t count);
    uint64_t (*chain)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                      size_t half, size_t count);
} rm_limit_kernel;

extern const rm_limit_kernel rm_limit_kernel_scalar, rm_limit_kernel_avx2, rm_limit_kernel_avx512;

#endif
