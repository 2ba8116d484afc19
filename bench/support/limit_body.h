/*
 * limit_body.h - the reads themselves, compiled once for each instruction set (limit_scalar.c, ...): one
 * source, so that only the width of the loads differs.
 */
#ifndef RM_LIMIT_BODY_H
#define RM_LIMIT_BODY_H

#include "limit_kernel.h"

typedef uint64_t rm_line __attribute__((vector_size(RM_LINE_BYTES), may_alias));

static inline const rm_line *line_at(const unsigned char *table, size_t lines, uint64_t position) {
    return (const rm_line *)(table + rm_limit_line(position, lines) * RM_LINE_BYTES);
}

static inline uint64_t sum_of(const rm_line *line) {
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++)
        sum += (*line)[i];
    return sum;
}

static uint64_t limit_loop(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                           size_t count) {
    rm_line sum = {0};
    for (size_t i = 0; i < count; i++)
        sum += *line_at(table, lines, values[i] << shift);
    return sum_of(&sum);
}

enum { LIMIT_BLOCK = 64 };

static void fetch_block(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                        size_t count, const rm_line **at) {
    for (size_t i = 0; i < count; i++) {
        at[i] = line_at(table, lines, values[i] << shift);
        __builtin_prefetch(at[i]);
    }
}

static uint64_t limit_batch(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                            size_t count) {
    const rm_line *at[2][LIMIT_BLOCK];
    rm_line sum = {0};
    size_t length = count < LIMIT_BLOCK ? count : LIMIT_BLOCK;
    fetch_block(table, lines, shift, values, length, at[0]);
    for (size_t done = 0, block = 0; done < count; block ^= 1) {
        size_t rest = count - done - length, next = rest < LIMIT_BLOCK ? rest : LIMIT_BLOCK;
        fetch_block(table, lines, shift, values + done + length, next, at[block ^ 1]);
        for (size_t i = 0; i < length; i++)
            sum += *at[block][i];
        done += length;
        length = next;
    }
    return sum_of(&sum);
}

/* Only the line's first word is on the path to the next line; the other reads are beside it. */
static uint64_t limit_chain(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                            size_t half, size_t count) {
    rm_line sum = {0};
    uint64_t last = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t a = values[i], b = values[i + half];
        uint64_t value = a ^ ((a ^ b) & -(last & 1));
        const rm_line *line = line_at(table, lines, value << shift);
        last = (*line)[0];
        sum += *line;
    }
    return sum_of(&sum);
}

#endif
