#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "generated.h"

#define MOST_DIGITS 20 /* digits of the largest 64-bit number */
#define BLOCK_BYTES ((size_t)4 << 20)
#define LONGEST_KEY ((uint64_t)64 << 20)
#define CHARS_PER_DRAW                                                                                       \
    8 /* characters from 64 bits; more would skew the last ones by more than a part in 10^5 */

/* ---- Zipf ---- */

/* Computes log1p(x)/x (and below expm1(x)/x), also near 0: with them one formula serves s = 1 and its
 * neighbourhood. */
static double log1p_over(double x) {
    return fabs(x) > 1e-8 ? log1p(x) / x : 1 - x / 2;
}

static double expm1_over(double x) {
    return fabs(x) > 1e-8 ? expm1(x) / x : 1 + x / 2;
}

static double density(const rm_zipf *z, double x) {
    return exp(-z->s * log(x));
}

/* Computes H(x), the integral of t^-s from 1 to x. */
static double area(const rm_zipf *z, double x) {
    double l = log(x);
    return expm1_over((1 - z->s) * l) * l;
}

static double area_inverse(const rm_zipf *z, double y) {
    double t = y * (1 - z->s);
    return exp(log1p_over(t < -1 ? -1 : t) * y);
}

rm_zipf rm_zipf_of(double s, uint64_t ranks) {
    rm_zipf z = {.s = s, .ranks = (double)ranks};
    z.area_first = area(&z, 1.5) - 1;
    z.area_last = area(&z, z.ranks + 0.5);
    z.shortcut = 2 - area_inverse(&z, area(&z, 2.5) - density(&z, 2));
    return z;
}

uint64_t rm_zipf_draw(const rm_zipf *z, rm_random *random) {
    for (;;) {
        double u = z->area_last + rm_random_unit(random) * (z->area_first - z->area_last);
        double x = area_inverse(z, u), k = floor(x + 0.5);
        k = k < 1 ? 1 : k > z->ranks ? z->ranks : k;
        if (k - x <= z->shortcut || u >= area(z, k + 0.5) - density(z, k))
            return (uint64_t)k;
    }
}

/* ---- texts ---- */

static void random_text(rm_random *random, unsigned char *out, size_t length) {
    static const char alphabet[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    uint64_t bits = 0;
    for (size_t i = 0; i < length; i++) {
        if (i % CHARS_PER_DRAW == 0)
            bits = rm_random_next(random);
        rmk_u128 scaled = (rmk_u128)bits * 36;
        out[i] = (unsigned char)alphabet[(size_t)(scaled >> 64)];
        bits = (uint64_t)scaled;
    }
}

/* Writes a number in decimal with at least `width` digits, zeros before; returns the length. */
static size_t number_text(uint64_t number, size_t width, unsigned char *out) {
    unsigned char digits[MOST_DIGITS];
    size_t count = 0;
    do
        digits[count++] = (unsigned char)('0' + number % 10);
    while (number /= 10);
    size_t zeros = width > count ? width - count : 0;
    memset(out, '0', zeros);
    for (size_t i = 0; i < count; i++)
        out[zeros + i] = digits[count - 1 - i];
    return zeros + count;
}

static size_t one_text(rm_keys_generated *g, unsigned char *out) {
    if (g->dist == RM_KEYS_SEQUENTIAL)
        return number_text(g->next, g->key_bytes, out);
    if (g->dist == RM_KEYS_ZIPF)
        return number_text(rm_zipf_draw(&g->zipf, &g->random) - 1, g->key_bytes, out);
    if (g->numbers)
        return number_text(rm_random_next(&g->random), 0, out);
    random_text(&g->random, out, g->key_bytes);
    return g->key_bytes;
}

/* One hash that reads numbers decides for the whole list: rows do not depend on which of its cells are
 * run. */
static bool wants_numbers(const rm_options *options) {
    for (size_t i = 0; i < options->hash_count; i++)
        if (options->hashes[i] == &rmk_hash_u64)
            return true;
    return false;
}

void rm_keys_generated_open(rm_keys_generated *g, const rm_options *options, uint64_t key_bytes,
                            uint64_t seed) {
    if (key_bytes > LONGEST_KEY)
        rm_fail("--key-bytes %llu is above the limit of %llu", (unsigned long long)key_bytes,
                (unsigned long long)LONGEST_KEY);
    *g = (rm_keys_generated){.dist = options->key_dist,
                             .numbers = wants_numbers(options),
                             .count = options->keys,
                             .key_bytes = (size_t)key_bytes,
                             .random = rm_random_seeded(seed)};
    if (g->numbers && g->key_bytes > MOST_DIGITS)
        g->key_bytes = MOST_DIGITS;
    if (g->dist == RM_KEYS_ZIPF)
        g->zipf = rm_zipf_of(options->zipf, RM_ZIPF_RANKS);
    g->slot = g->key_bytes > MOST_DIGITS ? g->key_bytes : MOST_DIGITS;
    g->block = BLOCK_BYTES / g->slot;
    g->block = g->block < 1 ? 1 : g->block > RM_KEYS_BLOCK ? RM_KEYS_BLOCK : g->block;
    g->texts = rm_alloc(g->block * g->slot);
}

size_t rm_keys_generated_next(rm_keys_generated *g, rmk_bytes *keys) {
    size_t count = g->count - g->next < g->block ? (size_t)(g->count - g->next) : g->block;
    for (size_t i = 0; i < count; i++, g->next++) {
        unsigned char *text = g->texts + i * g->slot;
        keys[i] = (rmk_bytes){text, one_text(g, text)};
    }
    return count;
}

void rm_keys_generated_close(rm_keys_generated *g) {
    free(g->texts);
}
