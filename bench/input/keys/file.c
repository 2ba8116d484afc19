#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "file.h"

#define LONGEST_KEY   ((size_t)64 << 20)
#define LONGEST_FIELD 64 /* bytes of a weight's field */
/* With this limit sums of the most keys that there can be stay far from infinity, and movement, which
 * counts weights in whole parts of 2^-32, stays below 2^40. */
#define LARGEST_WEIGHT 1e12

void rm_keys_file_open(rm_keys_file *f, const rm_options *options) {
    const char *path = options->keys_file ? options->keys_file : "-";
    *f = (rm_keys_file){.weighted = options->key_weights, .drops_cr = !options->keys_nul};
    rm_lines_open(&f->lines, "--keys-file", path, options->keys_nul ? 0 : '\n', LONGEST_KEY);
    if (f->weighted)
        rm_csv_open(&f->csv, false);
}

#define fail_at(f, line, format, ...)                                                                        \
    rm_fail("%s:%llu: " format, (f)->lines.name, (unsigned long long)(line), ##__VA_ARGS__)

/* Reads a non-negative decimal number: digits, a point, an exponent; strtod alone would take "inf", "0x1"
 * and " 1". */
static double weight_of(const rm_keys_file *f, rmk_bytes field, uint64_t line) {
    char text[LONGEST_FIELD + 1];
    double weight = -1;
    if (field.length > 0 && field.length <= LONGEST_FIELD) {
        memcpy(text, field.data, field.length);
        text[field.length] = 0;
        char *end = text;
        if (strspn(text, "0123456789.eE+-") == field.length && strchr("0123456789.", text[0]))
            weight = strtod(text, &end);
        if (end != text + field.length)
            weight = -1;
    }
    if (!(weight >= 0) || weight > LARGEST_WEIGHT)
        fail_at(f, line, "the weight '%.*s' is not a decimal number from 0 to %.0f",
                field.length < 100 ? (int)field.length : 100, (const char *)field.data, LARGEST_WEIGHT);
    return weight;
}

static _Noreturn void fail_fields(const rm_keys_file *f, uint64_t line) {
    fail_at(f, line, "not key,weight (a key with a comma or a quote is quoted)");
}

/* Splits a quoted line: the CSV reader makes the key's text, which is kept for the block. `key` becomes
 * its place in `texts`. */
static double split_quoted(rm_keys_file *f, rmk_bytes *key, uint64_t line) {
    if (!rm_csv_parse(&f->csv, *key))
        fail_at(f, line, "%s", rm_csv_fault(&f->csv));
    if (f->csv.count != 2)
        fail_fields(f, line);
    rmk_bytes text = rm_csv_field(&f->csv, 0);
    *key = (rmk_bytes){NULL, text.length};
    rm_buffer_add(&f->texts, text.data, text.length);
    return weight_of(f, rm_csv_field(&f->csv, 1), line);
}

static double split_plain(const rm_keys_file *f, rmk_bytes *key, uint64_t line) {
    const unsigned char *comma = key->length ? memchr(key->data, ',', key->length) : NULL;
    if (!comma)
        fail_fields(f, line);
    size_t at = (size_t)(comma - key->data);
    rmk_bytes field = {comma + 1, key->length - at - 1};
    if (memchr(field.data, ',', field.length))
        fail_fields(f, line);
    key->length = at;
    return weight_of(f, field, line);
}

static void split_weights(rm_keys_file *f, rmk_bytes *keys, double *weights, size_t count) {
    uint64_t line = f->lines.number - count;
    f->texts.length = 0;
    for (size_t i = 0; i < count; i++) {
        bool quoted = keys[i].length && memchr(keys[i].data, '"', keys[i].length);
        if (!quoted && keys[i].length && memchr(keys[i].data, '\r', keys[i].length))
            fail_at(f, line + i + 1, RM_STRAY_CR);
        weights[i] = quoted ? split_quoted(f, &keys[i], line + i + 1)
                            : split_plain(f, &keys[i], line + i + 1);
    }
    /* texts has stopped moving: now the quoted keys get their addresses */
    const unsigned char *at = (const unsigned char *)f->texts.bytes;
    for (size_t i = 0; i < count; i++) {
        if (keys[i].data)
            continue;
        if (keys[i].length == 0) {
            keys[i].data = (const unsigned char *)"";
            continue;
        }
        keys[i].data = at;
        at += keys[i].length;
    }
}

static bool begins(rmk_bytes text, const char *with, size_t length) {
    return text.length >= length && memcmp(text.data, with, length) == 0;
}

/* What is no text at all would be counted as keys without a word. */
static void check_beginning(const rm_keys_file *f, rmk_bytes *first) {
    const char *name = f->lines.name;
    if (begins(*first, "\x1f\x8b", 2))
        rm_fail("%s is compressed (gzip); give its keys by a pipe: zcat FILE | ringmark ... --keys-file -",
                name);
    if (begins(*first, "\x28\xb5\x2f\xfd", 4))
        rm_fail("%s is compressed (zstd); give its keys by a pipe: zstdcat FILE | ringmark ... --keys-file -",
                name);
    if (!begins(*first, "\xef\xbb\xbf", 3) || !f->drops_cr)
        return;
    if (!f->weighted)
        rm_fail(
            "%s:1: the first key begins with a byte order mark (EF BB BF); take it away with "
            "sed '1s/^\\xef\\xbb\\xbf//', or keep it as a part of the key with -0 and keys that end in NUL",
            name);
    *first = (rmk_bytes){first->data + 3, first->length - 3};
}

size_t rm_keys_file_next(rm_keys_file *f, rmk_bytes *keys, double *weights) {
    bool beginning = f->lines.number == 0;
    size_t count = rm_lines_next(&f->lines, keys, RM_KEYS_BLOCK);
    if (beginning && count)
        check_beginning(f, &keys[0]);
    /* behind the last line may be no LF, and its CR is a byte of the key then */
    for (size_t i = 0; f->drops_cr && i + f->lines.unended < count; i++)
        if (keys[i].length && keys[i].data[keys[i].length - 1] == '\r')
            keys[i].length--;
    if (f->weighted)
        split_weights(f, keys, weights, count);
    return count;
}

void rm_keys_file_close(rm_keys_file *f) {
    if (f->weighted)
        rm_csv_close(&f->csv);
    rm_buffer_free(&f->texts);
    rm_lines_close(&f->lines);
}
