/* visible.c - escapes. UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, up to U+10FFFF. */
#include "visible.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static bool continues(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

/* The length of the valid character at text[0..length), with its code point; 0 when there is none. */
static size_t character(const unsigned char *text, size_t length, uint32_t *code) {
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = text[0];
    size_t size = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
    if (size == 0 || size > length)
        return 0;
    *code = size == 1 ? first : first & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (!continues(text[i]))
            return 0;
        *code = *code << 6 | (text[i] & 0x3F);
    }
    bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < smallest[size] || surrogate || *code > 0x10FFFF ? 0 : size;
}

static bool breaks_a_line(uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

/* The escape of one byte; returns its length. */
static size_t escape(unsigned char byte, char out[5]) {
    static const char known[] = "\n\r\t", letters[] = "nrt";
    const char *at = byte ? strchr(known, byte) : NULL;
    if (at)
        return (size_t)snprintf(out, 5, "\\%c", letters[at - known]);
    return (size_t)snprintf(out, 5, "\\x%02X", byte);
}

size_t rm_visible(const char *text, size_t length, char *out, size_t capacity) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t n = 0;
    for (size_t i = 0; i < length;) {
        uint32_t code = 0;
        char escaped[5];
        size_t size = character(bytes + i, length - i, &code);
        bool plain = size > 0 && !breaks_a_line(code);
        size_t wide = plain ? size : escape(bytes[i], escaped);
        if (n + wide >= capacity)
            break;
        memcpy(out + n, plain ? text + i : escaped, wide);
        n += wide;
        /* of a character that is not plain, each byte gets its own escape */
        i += plain ? size : 1;
    }
    out[n] = '\0';
    return n;
}

size_t rm_visible_cut(const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t start = length;
    for (int back = 0; back < 4 && start > 0; back++) {
        start--;
        if (!continues(bytes[start]))
            break;
    }
    uint32_t code;
    if (start == length || character(bytes + start, length - start, &code) != 0)
        return length;
    return bytes[start] >= 0xC0 ? start : length;
}
