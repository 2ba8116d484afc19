/*
 * limit_body.h - private: the reads themselves, compiled once for each instruction set by limit_scalar.c,
 * limit_avx2.c and limit_avx512.c. They have one source so that they differ in nothing but the width of a
 * load, which the including file defines as LIMIT_VECTOR_BYTES.
 */
#ifndef RM_LIMIT_BODY_H
#define RM_LIMIT_BODY_H

#include "limit.h"

/* It is as wide as a register: the compiler keeps sums of a wider type in memory, where each addition waits
 * for the store before it. */
typedef uint64_t rm_part __attribute__((vector_size(LIMIT_VECTOR_BYTES), may_alias));
enum { LIMIT_PARTS = RM_LINE_BYTES / LIMIT_VECTOR_BYTES, LIMIT_PART_WORDS = LIMIT_VECTOR_BYTES / 8 };

static inline const rm_part *line_at(const unsigned char *table, size_t lines, uint64_t position) {
    return (const rm_part *)(table + rm_limit_line(position, lines) * RM_LINE_BYTES);
}

static inline __attribute__((always_inline)) void add_line(rm_part *sums, const rm_part *line) {
    for (int i = 0; i < LIMIT_PARTS; i++)
        sums[i] += line[i];
}

static inline uint64_t sum_of(const rm_part *sums) {
    uint64_t sum = 0;
    for (int i = 0; i < LIMIT_PARTS; i++)
        for (int k = 0; k < LIMIT_PART_WORDS; k++)
            sum += sums[i][k];
    return sum;
}

static uint64_t limit_loop(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                           size_t count) {
    rm_part sums[LIMIT_PARTS] = {{0}};
    for (size_t i = 0; i < count; i++)
        add_line(sums, line_at(table, lines, values[i] << shift));
    return sum_of(sums);
}

enum { LIMIT_BLOCK = 64 };

static void fetch_block(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                        size_t count, const rm_part **at) {
    for (size_t i = 0; i < count; i++) {
        at[i] = line_at(table, lines, values[i] << shift);
        __builtin_prefetch(at[i]);
    }
}

static uint64_t limit_batch(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                            size_t count) {
    const rm_part *at[2][LIMIT_BLOCK];
    rm_part sums[LIMIT_PARTS] = {{0}};
    size_t length = count < LIMIT_BLOCK ? count : LIMIT_BLOCK;
    fetch_block(table, lines, shift, values, length, at[0]);
    for (size_t done = 0, block = 0; done < count; block ^= 1) {
        size_t rest = count - done - length, next = rest < LIMIT_BLOCK ? rest : LIMIT_BLOCK;
        fetch_block(table, lines, shift, values + done + length, next, at[block ^ 1]);
        for (size_t i = 0; i < length; i++)
            add_line(sums, at[block][i]);
        done += length;
        length = next;
    }
    return sum_of(sums);
}

/* Only the line's first word decides where the next read is; the other reads of a line need not be waited
 * for. */
static uint64_t limit_chain(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                            size_t half, size_t count) {
    rm_part sums[LIMIT_PARTS] = {{0}};
    uint64_t last = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t a = values[i], b = values[i + half];
        uint64_t value = a ^ ((a ^ b) & -(last & 1));
        const rm_part *line = line_at(table, lines, value << shift);
        last = (*line)[0];
        add_line(sums, line);
    }
    return sum_of(sums);
}

#endif
