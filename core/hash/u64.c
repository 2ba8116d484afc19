/*
 * u64.c - the key is its own value: a decimal number below 2^64, 1 to 20 digits, nothing else.
 *
 * For keys that some other program has hashed already. Text that is refused has the value 0; callers that
 * read keys ask `accepts` first.
 */
#include "bits.h"

#define MOST_DIGITS 20

static bool parse(const unsigned char *text, size_t length, uint64_t *value) {
    uint64_t sum = 0;
    if (length == 0 || length > MOST_DIGITS)
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = text[i] - (unsigned)'0';
        if (digit > 9 || __builtin_mul_overflow(sum, 10, &sum) || __builtin_add_overflow(sum, digit, &sum))
            return false;
    }
    *value = sum;
    return true;
}

static uint64_t u64_one(const void *state, const void *data, size_t length) {
    (void)state;
    uint64_t value;
    return parse(data, length, &value) ? value : 0;
}

static bool u64_accepts(const void *data, size_t length) {
    uint64_t value;
    return parse(data, length, &value);
}

static void u64_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(u64_one, state, strings, count, values);
}

const rmk_hash rmk_hash_u64 = {
    .name = "u64",
    .bits = 64,
    .value_bits = 64,
    .summary = "the key is a decimal number, which is the value",
    .source = "identity",
    .one = u64_one,
    .batch = u64_batch,
    .accepts = u64_accepts,
};
