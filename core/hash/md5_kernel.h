/*
 * md5_kernel.h - MD5 of several keys at once, a key in every 32-bit lane of a vector; private.
 *
 * Steps of one block wait for each other, so a kernel walks several vectors side by side. Kernels read no
 * byte outside a key.
 */
#ifndef RMK_MD5_KERNEL_H
#define RMK_MD5_KERNEL_H

#include "md5.h"

enum { RMK_MD5_BLOCK = 64, RMK_MD5_ONE_BLOCK = 55 }; /* the longest key that one block holds */

typedef struct rmk_md5_kernel {
    size_t lanes; /* keys that `blocks` takes at most */
    size_t least; /* below so many keys of one block the library is faster */
    /* Hashes any number of keys of at most RMK_MD5_ONE_BLOCK bytes. */
    void (*one_block)(const rmk_bytes *keys, size_t count, unsigned char (*digests)[RMK_MD5_BYTES]);
    /* Hashes 1 to `lanes` keys of any length; costs as much as if all were as long as the longest. */
    void (*blocks)(const rmk_bytes *keys, size_t count, unsigned char (*digests)[RMK_MD5_BYTES]);
} rmk_md5_kernel;

extern const rmk_md5_kernel rmk_md5_avx2, rmk_md5_avx512;

/* How many 64-byte blocks a padded key has: 0x80 and the length need 9 bytes. */
static inline size_t rmk_md5_blocks(size_t length) {
    return (length + 8) / RMK_MD5_BLOCK + 1;
}

static inline size_t rmk_md5_most_blocks(const rmk_bytes *keys, size_t count) {
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        longest = keys[i].length > longest ? keys[i].length : longest;
    return rmk_md5_blocks(longest);
}

#endif
