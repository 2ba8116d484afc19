/* variant.c - a hash with a seed, a cut, or both, on top of any descriptor. Names no hash. */
#include "variant.h"
#include "bits.h"
#include "variant_static.h"

enum { VALUE_BYTES = 8 };

typedef struct opened {
    rmk_hash_variation how;
    rmk_hasher base;
} opened;

unsigned rmk_hash_byte_count(const rmk_hash *base, bool seeded) {
    return base->digest_bytes && !seeded ? base->digest_bytes : (base->value_bits + 7) / 8;
}

static bool seed_fits(rmk_hash_seed seed, unsigned bits) {
    if (bits < 64)
        return seed.high == 0 && seed.low >> bits == 0;
    return bits >= 128 || seed.high == 0;
}

static rmk_status check(const rmk_hash_variation *how) {
    const rmk_hash *base = how->base;
    if (!base)
        return RMK_BAD_INPUT;
    if (how->seeded && !base->seeded)
        return RMK_UNSUPPORTED;
    if (how->seeded && !seed_fits(how->seed, base->seed_bits))
        return RMK_BAD_INPUT;
    unsigned bytes = rmk_hash_byte_count(base, how->seeded);
    bool inside = how->byte_count <= VALUE_BYTES && how->byte_count <= bytes &&
                  how->first_byte <= bytes - how->byte_count;
    return !how->byte_count || inside ? RMK_OK : RMK_BAD_INPUT;
}

/* The bytes `first`, `first` + 1, ... of a little-endian number. */
__attribute__((always_inline)) static inline uint64_t cut(const rmk_hash_variation *how, unsigned first,
                                                          uint64_t value) {
    unsigned unused = 64 - 8 * how->byte_count;
    value = value >> (8 * first) << unused;
    return how->big_endian ? __builtin_bswap64(value) : value >> unused;
}

/* Whether the cut is of the value alone, which has the first bytes of a digest. */
static bool value_is_enough(const rmk_hash_variation *how) {
    return how->seeded || !how->base->digest || how->first_byte + how->byte_count <= VALUE_BYTES;
}

static uint64_t cut_digest(const opened *state, const void *data, size_t length) {
    unsigned char digest[RMK_MAX_DIGEST] = {0};
    state->base.hash->digest(state->base.state, data, length, digest);
    const unsigned char *from = digest + state->how.first_byte;
    return cut(&state->how, 0, rmk_load_tail(from, state->how.byte_count));
}

uint64_t rmk_variant_one(const void *opened_state, const void *data, size_t length) {
    const opened *state = opened_state;
    const rmk_hash_variation *how = &state->how;
    if (!value_is_enough(how))
        return cut_digest(state, data, length);
    uint64_t value = how->seeded ? how->base->seeded(how->seed, data, length)
                                 : rmk_hash_one(&state->base, data, length);
    return how->byte_count ? cut(how, how->first_byte, value) : value;
}

void rmk_variant_batch(const void *opened_state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    const opened *state = opened_state;
    const rmk_hash_variation *how = &state->how;
    if (how->seeded || !value_is_enough(how)) {
        rmk_batch_loop(rmk_variant_one, state, strings, count, values);
        return;
    }
    rmk_hash_batch(&state->base, strings, count, values);
    for (size_t i = 0; how->byte_count && i < count; i++)
        values[i] = cut(how, how->first_byte, values[i]);
}

void rmk_variant_close(const rmk_allocator *allocator, void *opened_state) {
    opened *state = opened_state;
    rmk_hasher_close(&state->base);
    rmk_release(allocator, state, 1, sizeof *state);
}

/* `hash` is the first member of its variant. */
rmk_status rmk_variant_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa,
                            void **opened_state) {
    const rmk_hash_variant *variant = (const rmk_hash_variant *)hash;
    opened *state = rmk_allocate(allocator, _Alignof(opened), 1, sizeof *state);
    if (!state)
        return RMK_NO_MEMORY;
    state->how = variant->how;
    rmk_status status = rmk_hasher_open(&state->base, variant->how.base, isa, allocator);
    if (status != RMK_OK) {
        rmk_release(allocator, state, 1, sizeof *state);
        return status;
    }
    *opened_state = state;
    return RMK_OK;
}

/* A value of 31 bits that is cut to its highest byte has 7; turned around, those are its lowest. */
static unsigned value_bits_of(const rmk_hash_variation *how) {
    unsigned bits = 8 * how->byte_count;
    if (!value_is_enough(how) || (how->big_endian && how->byte_count > 1))
        return bits;
    unsigned above = how->base->value_bits - 8 * how->first_byte;
    return above < bits ? above : bits;
}

rmk_status rmk_hash_variant_make(rmk_hash_variant *variant, const rmk_hash_variation *how) {
    rmk_status status = check(how);
    if (status != RMK_OK)
        return status;
    const rmk_hash *base = how->base;
    *variant = (rmk_hash_variant){.how = *how};
    variant->hash = (rmk_hash){
        .name = how->name ? how->name : base->name,
        .bits = how->byte_count ? 8 * how->byte_count : base->bits,
        .value_bits = how->byte_count ? value_bits_of(how) : base->value_bits,
        .summary = base->summary,
        .source = base->source,
        .open = rmk_variant_open,
        .close = rmk_variant_close,
        .one = rmk_variant_one,
        .batch = rmk_variant_batch,
        .accepts = base->accepts,
        .isas = how->seeded || !value_is_enough(how) ? 0 : base->isas,
    };
    return RMK_OK;
}

const rmk_hash_variation *rmk_hash_variation_of(const rmk_hash *hash) {
    return hash->open == rmk_variant_open ? &((const rmk_hash_variant *)hash)->how : NULL;
}
