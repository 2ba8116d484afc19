#include "pattern.h"

#include <string.h>

/* The most digits of a decimal number of 64 bits; the same number as letters is shorter. */
enum { DECIMAL_DIGITS = 20 };

static uint64_t splitmix64(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t rmk_pattern_hex(uint64_t set, uint64_t index) {
    return splitmix64(splitmix64(set) ^ index);
}

/* Finds which placeholder `text` names (`length` bytes behind its opening brace); 0: none. */
static unsigned field_named(const char *text, size_t length, unsigned *digits) {
    static const struct {
        const char *name;
        unsigned field;
    } fields[] = {{"name", RMK_FIELD_NAME},
                  {"vnode", RMK_FIELD_VNODE},
                  {"set", RMK_FIELD_SET},
                  {"index", RMK_FIELD_INDEX},
                  {"letter", RMK_FIELD_LETTER}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strlen(fields[i].name) == length && !memcmp(fields[i].name, text, length))
            return fields[i].field;
    if (length < 5 || length > 6 || memcmp(text, "hex:", 4))
        return 0;
    unsigned n = 0;
    for (size_t i = 4; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        n = n * 10 + (unsigned)(text[i] - '0');
    }
    *digits = n;
    return n >= 1 && n <= 16 ? RMK_FIELD_HEX : 0;
}

static bool add_part(rmk_pattern *pattern, rmk_pattern_part part) {
    if (pattern->count == RMK_PATTERN_PARTS)
        return false;
    pattern->parts[pattern->count++] = part;
    pattern->fields |= part.field;
    pattern->literal_bytes += part.field ? 0 : part.text.length;
    return true;
}

rmk_status rmk_pattern_parse(const char *text, unsigned allowed, rmk_pattern *pattern, size_t *fault_at) {
    memset(pattern, 0, sizeof *pattern);
    size_t at = 0, begin = 0;
    while (text[at]) {
        begin = at;
        rmk_pattern_part part = {0, 0, {(const unsigned char *)text + at, 0}};
        if (text[at] == '{' && text[at + 1] != '{') {
            const char *close = strchr(text + at, '}');
            if (!close)
                goto fail;
            part.field = field_named(text + at + 1, (size_t)(close - text) - at - 1, &part.digits);
            if (!(part.field & allowed))
                goto fail;
            at = (size_t)(close - text) + 1;
        } else {
            while (text[at] && text[at] != '{')
                at++;
            /* In a doubled brace the literal ends with the first, and the second is skipped. */
            bool brace = text[at] == '{' && text[at + 1] == '{';
            part.text.length = at - begin + brace;
            at += brace ? 2 : 0;
        }
        if (!add_part(pattern, part))
            goto fail;
    }
    return RMK_OK;
fail:
    *fault_at = begin;
    return RMK_BAD_INPUT;
}

size_t rmk_pattern_bound(const rmk_pattern *pattern, size_t name_bytes) {
    size_t bound = pattern->literal_bytes;
    for (unsigned i = 0; i < pattern->count; i++) {
        const rmk_pattern_part *part = &pattern->parts[i];
        if (part->field == RMK_FIELD_NAME)
            bound += name_bytes;
        else if (part->field)
            bound += part->field == RMK_FIELD_HEX ? part->digits : DECIMAL_DIGITS;
    }
    return bound;
}

static unsigned char *put_decimal(unsigned char *out, uint64_t value) {
    unsigned char digits[DECIMAL_DIGITS];
    unsigned n = 0;
    do
        digits[n++] = (unsigned char)('0' + value % 10);
    while (value /= 10);
    while (n)
        *out++ = digits[--n];
    return out;
}

/* Counts a..z, aa, ab and so on, as spreadsheets name their columns, so that no two numbers share a text. */
static unsigned char *put_letters(unsigned char *out, uint64_t value) {
    unsigned char letters[DECIMAL_DIGITS];
    unsigned n = 0;
    letters[n++] = (unsigned char)('a' + value % 26);
    for (value /= 26; value; value /= 26)
        letters[n++] = (unsigned char)('a' + --value % 26);
    while (n)
        *out++ = letters[--n];
    return out;
}

static unsigned char *put_hex(unsigned char *out, uint64_t value, unsigned digits) {
    for (unsigned i = 0; i < digits; i++, value <<= 4)
        *out++ = (unsigned char)"0123456789abcdef"[value >> 60];
    return out;
}

static unsigned char *put_bytes(unsigned char *out, rmk_bytes bytes) {
    if (bytes.length)
        memcpy(out, bytes.data, bytes.length);
    return out + bytes.length;
}

size_t rmk_pattern_format(const rmk_pattern *pattern, const rmk_pattern_values *values, unsigned char *out) {
    unsigned char *end = out;
    for (unsigned i = 0; i < pattern->count; i++) {
        const rmk_pattern_part *part = &pattern->parts[i];
        switch (part->field) {
        case RMK_FIELD_NAME:
            end = put_bytes(end, values->name);
            break;
        case RMK_FIELD_VNODE:
            end = put_decimal(end, values->vnode);
            break;
        case RMK_FIELD_SET:
            end = put_decimal(end, values->set);
            break;
        case RMK_FIELD_INDEX:
            end = put_decimal(end, values->index);
            break;
        case RMK_FIELD_LETTER:
            end = put_letters(end, values->index);
            break;
        case RMK_FIELD_HEX:
            end = put_hex(end, rmk_pattern_hex(values->set, values->index), part->digits);
            break;
        default:
            end = put_bytes(end, part->text);
        }
    }
    return (size_t)(end - out);
}
