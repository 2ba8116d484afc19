/*
 * md5.c - MD5: one digest by OpenSSL, many by the kernels, which take a key in each lane.
 *
 * Lanes of one call end with their longest key, so a chunk whose keys differ in blocks is sorted by length
 * first. A key much longer than the one after it goes to OpenSSL: lanes that wait for it are wasted.
 */
#include "md5.h"
#include "bits.h"
#include "by_length.h"
#include "digest.h"
#include "md5_kernel.h"

static const rmk_md5_kernel *kernel_for(rmk_isa isa) {
    return isa == RMK_ISA_AVX512 ? &rmk_md5_avx512 : isa == RMK_ISA_AVX2 ? &rmk_md5_avx2 : NULL;
}

rmk_status rmk_md5_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **opened) {
    (void)hash;
    rmk_status status = rmk_digest_open(allocator, "MD5", opened);
    if (status == RMK_OK)
        ((rmk_digest *)*opened)->kernel = kernel_for(isa);
    return status;
}

void rmk_md5_close(const rmk_allocator *allocator, void *state) {
    rmk_digest_close(allocator, state);
}

void rmk_md5(const void *state, const void *data, size_t length, unsigned char out[RMK_MD5_BYTES]) {
    rmk_digest_whole(state, data, length, out);
}

static void one_by_one(const void *state, const rmk_bytes *keys, size_t count,
                       unsigned char (*digests)[RMK_MD5_BYTES]) {
    for (size_t i = 0; i < count; i++)
        rmk_md5(state, keys[i].data, keys[i].length, digests[i]);
}

/* Tells whether all keys have the same number of blocks. */
static bool alike(const rmk_bytes *keys, size_t count) {
    rmk_length_range lengths = rmk_lengths_of(keys, count);
    return rmk_md5_blocks(lengths.least) == rmk_md5_blocks(lengths.most);
}

/* Tells whether the first key is so much longer than the next that the other lanes would only wait. A
 * block of all lanes costs as much as two to three blocks of one key by OpenSSL. */
static bool stands_out(const rmk_bytes *keys, size_t count) {
    return count == 1 || rmk_md5_blocks(keys[1].length) < rmk_md5_blocks(keys[0].length) / 2;
}

static void longest_first(const rmk_digest *state, const rmk_bytes *keys, size_t count,
                          unsigned char (*digests)[RMK_MD5_BYTES]) {
    const rmk_md5_kernel *kernel = state->kernel;
    for (size_t i = 0, taken; i < count; i += taken) {
        if (keys[i].length <= RMK_MD5_ONE_BLOCK && count - i >= kernel->least) {
            kernel->one_block(keys + i, count - i, digests + i);
            return;
        }
        taken = stands_out(keys + i, count - i) ? 1 : count - i < kernel->lanes ? count - i : kernel->lanes;
        if (taken == 1)
            rmk_md5(state, keys[i].data, keys[i].length, digests[i]);
        else
            kernel->blocks(keys + i, taken, digests + i);
    }
}

static void sorted_chunk(const rmk_digest *state, const rmk_bytes *keys, size_t count,
                         unsigned char (*digests)[RMK_MD5_BYTES]) {
    rmk_by_length sorted;
    unsigned char made[RMK_CHUNK][RMK_MD5_BYTES];
    /* units of 8 bytes: 55 and 56 are one unit apart, and a block is 8 of them */
    rmk_sort_by_length(keys, count, 3, &sorted);
    longest_first(state, sorted.keys, count, made);
    for (size_t i = 0; i < count; i++)
        memcpy(digests[sorted.from[i]], made[i], RMK_MD5_BYTES);
}

static void chunk(const rmk_digest *state, const rmk_bytes *keys, size_t count,
                  unsigned char (*digests)[RMK_MD5_BYTES]) {
    if (!state->kernel || count < state->kernel->least)
        one_by_one(state, keys, count, digests);
    else if (alike(keys, count))
        longest_first(state, keys, count, digests);
    else
        sorted_chunk(state, keys, count, digests);
}

void rmk_md5_batch(const void *state, const rmk_bytes *strings, size_t count,
                   unsigned char (*digests)[RMK_MD5_BYTES]) {
    for (size_t i = 0; i < count; i += RMK_CHUNK)
        chunk(state, strings + i, count - i < RMK_CHUNK ? count - i : RMK_CHUNK, digests + i);
}

static void md5_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    unsigned char digests[RMK_CHUNK][RMK_MD5_BYTES];
    for (size_t i = 0, taken; i < count; i += taken) {
        taken = count - i < RMK_CHUNK ? count - i : RMK_CHUNK;
        chunk(state, strings + i, taken, digests);
        for (size_t j = 0; j < taken; j++)
            values[i + j] = rmk_load64(digests[j]);
    }
}

const rmk_hash rmk_hash_md5 = {
    .name = "md5",
    .bits = 64,
    .value_bits = 64,
    .summary = "MD5, first 8 bytes of the digest, little-endian",
    .source = "RFC 1321",
    .open = rmk_md5_open,
    .close = rmk_md5_close,
    .one = rmk_digest_head,
    .batch = md5_batch,
    .digest_bytes = RMK_MD5_BYTES,
    .digest = rmk_digest_whole,
    .isas = 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2 | 1u << RMK_ISA_AVX512,
};
