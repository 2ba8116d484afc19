/*
 * pattern.h - texts with placeholders: "{name}#{vnode}", "192.168.{set}.{index}:111".
 *
 * Placeholders: {name} {vnode} {set} {index} {letter} {hex:N}; "{{" is a brace. {letter} prints the index as
 * a..z, aa, ab and so on. {hex:N}, N = 1..16, prints N lower-case hexadecimal digits hashed from set and
 * index (rmk_pattern_hex), so that names like container ids can be generated.
 */
#ifndef RMK_PATTERN_H
#define RMK_PATTERN_H

#include "base.h"

enum {
    RMK_FIELD_NAME = 1,
    RMK_FIELD_VNODE = 2,
    RMK_FIELD_SET = 4,
    RMK_FIELD_INDEX = 8,
    RMK_FIELD_HEX = 16,
    RMK_FIELD_LETTER = 32
};
#define RMK_FIELDS_OF_NAMES  (RMK_FIELD_SET | RMK_FIELD_INDEX | RMK_FIELD_HEX | RMK_FIELD_LETTER)
#define RMK_FIELDS_OF_LABELS (RMK_FIELD_NAME | RMK_FIELD_VNODE | RMK_FIELD_SET)

#define RMK_PATTERN_PARTS 16

typedef struct rmk_pattern_part {
    unsigned field; /* one of RMK_FIELD_*, or 0 for literal text */
    unsigned digits;
    rmk_bytes text; /* borrowed from the parsed text */
} rmk_pattern_part;

/* A parsed pattern; a plain value, borrows the text that it was parsed from. */
typedef struct rmk_pattern {
    rmk_pattern_part parts[RMK_PATTERN_PARTS];
    unsigned count;
    unsigned fields;      /* which placeholders occur */
    size_t literal_bytes; /* length of all literal text */
} rmk_pattern;

typedef struct rmk_pattern_values {
    rmk_bytes name;
    uint64_t vnode, set, index;
} rmk_pattern_values;

/*
 * Parses `text`, in which the placeholders of `allowed` may occur. RMK_BAD_INPUT for any other, an unclosed
 * brace or too many parts; then *fault_at is the byte where it begins.
 */
RMK_API rmk_status rmk_pattern_parse(const char *text, unsigned allowed, rmk_pattern *pattern,
                                     size_t *fault_at);

/*
 * The 64 bits whose most significant hexadecimal digits {hex:N} prints: m(m(set) ^ index), where m is one
 * step of splitmix64 from that state (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators",
 * 2014). So {hex:4} prints the beginning of what {hex:16} prints. Any thread.
 */
RMK_API uint64_t rmk_pattern_hex(uint64_t set, uint64_t index);

/* An upper bound of the bytes of any text with a name of at most `name_bytes`. */
RMK_API size_t rmk_pattern_bound(const rmk_pattern *pattern, size_t name_bytes);

/* Writes the text to out (at least rmk_pattern_bound() bytes, no NUL is added); returns its length. */
RMK_API size_t rmk_pattern_format(const rmk_pattern *pattern, const rmk_pattern_values *values,
                                  unsigned char *out);

#endif
