/*
 * utf8.h - UTF-8 as Java reads it, for hashes that work on the code units of a String; private.
 *
 * Bytes that are not UTF-8 become U+FFFD as in new String(bytes, UTF_8): one for the longest beginning of a
 * valid sequence, and one for the three bytes of an encoded surrogate.
 */
#ifndef RMK_UTF8_H
#define RMK_UTF8_H

#include "../base.h"

#define RMK_UTF8_REPLACEMENT 0xfffdu

/* How many bytes follow this first byte; 0 for one that begins no sequence. 0xc0 and 0xc1 could only begin
 * sequences that are too long. */
static inline size_t rmk_utf8_followers(unsigned char lead) {
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    return lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
}

/* Tells whether `byte` can stand at `place` behind `lead`. Overlong forms and values above U+10FFFF show
 * in the second byte. */
static inline bool rmk_utf8_can_follow(unsigned char lead, size_t place, unsigned char byte) {
    if (byte < 0x80 || byte > 0xbf)
        return false;
    if (place > 1)
        return true;
    return !(lead == 0xe0 && byte < 0xa0) && !(lead == 0xf0 && byte < 0x90) && !(lead == 0xf4 && byte > 0x8f);
}

/* Reads the code point of the sequence at `at`, which is not ASCII; *length becomes its number of bytes. */
static inline uint32_t rmk_utf8_decode(const unsigned char *at, size_t rest, size_t *length) {
    size_t more = rmk_utf8_followers(at[0]);
    uint32_t point = at[0] & (0x3fu >> more);
    *length = 1;
    for (size_t place = 1; place <= more; place++) {
        if (place == rest || !rmk_utf8_can_follow(at[0], place, at[place]))
            return RMK_UTF8_REPLACEMENT;
        point = point << 6 | (at[place] & 0x3fu);
        *length = place + 1;
    }
    bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return more == 0 || surrogate ? RMK_UTF8_REPLACEMENT : point;
}

/* The two UTF-16 units of a code point above the basic plane. */
static inline uint32_t rmk_utf16_high(uint32_t point) {
    return 0xd800 + ((point - 0x10000) >> 10);
}

static inline uint32_t rmk_utf16_low(uint32_t point) {
    return 0xdc00 + (point & 0x3ff);
}

#endif
