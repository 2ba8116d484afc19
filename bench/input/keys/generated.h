/* generated.h - private: keys that are drawn. */
#ifndef RM_KEYS_GENERATED_H
#define RM_KEYS_GENERATED_H

#include "bench/cli/options.h"
#include "bench/support/random.h"
#include "block.h"

/* Number of ranks that zipf:S draws from. */
enum { RM_ZIPF_RANKS = 1000000 };

/* Zipf's law by rejection inversion (Hörmann & Derflinger, "Rejection-inversion to generate variates from
 * monotone discrete distributions", 1996): rank k of 1..ranks has a probability in proportion to k^-s. */
typedef struct rm_zipf {
    double s, ranks;
    double area_first, area_last; /* H(3/2) - 1 and H(ranks + 1/2) */
    double shortcut;              /* accept at once when k - x is not above it */
} rm_zipf;

rm_zipf rm_zipf_of(double s, uint64_t ranks);
uint64_t rm_zipf_draw(const rm_zipf *zipf, rm_random *random);

typedef struct rm_keys_generated {
    rm_key_dist dist;
    bool numbers; /* a hash of the run reads keys as numbers */
    uint64_t count, next;
    size_t key_bytes;
    rm_random random;
    rm_zipf zipf;
    unsigned char *texts; /* texts of one block */
    size_t block, slot;   /* keys in a block, and bytes for each text */
} rm_keys_generated;

void rm_keys_generated_open(rm_keys_generated *source, const rm_options *options, uint64_t key_bytes,
                            uint64_t seed);
size_t rm_keys_generated_next(rm_keys_generated *source, rmk_bytes *keys);
void rm_keys_generated_close(rm_keys_generated *source);

#endif
