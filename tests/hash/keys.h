/* keys.h - for the tests of hashes: one value of one string, random bytes from a printed seed, files of
 * vectors. */
#ifndef TEST_HASH_KEYS_H
#define TEST_HASH_KEYS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash/hash.h"

/* Opens, hashes, closes. */
static inline uint64_t value_of(const rmk_hash *hash, const void *data, size_t length) {
    rmk_hasher hasher;
    assert_int_equal(rmk_hasher_open(&hasher, hash, RMK_ISA_AUTO, NULL), RMK_OK);
    uint64_t value = rmk_hash_one(&hasher, data, length);
    rmk_hasher_close(&hasher);
    return value;
}

static inline uint64_t value_of_text(const rmk_hash *hash, const char *text) {
    return value_of(hash, text, strlen(text));
}

/* Published: the value that the specification of a hash gives for a text. */
typedef struct known_answer {
    const char *text;
    uint64_t value;
} known_answer;

static inline void assert_known_answers(const rmk_hash *hash, const known_answer *answers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t value = value_of_text(hash, answers[i].text);
        if (value != answers[i].value)
            print_error("%s of \"%s\"\n", hash->name, answers[i].text);
        assert_int_equal(value, answers[i].value);
    }
}

#define ASSERT_KNOWN_ANSWERS(hash, answers)                                                                  \
    assert_known_answers(hash, answers, sizeof(answers) / sizeof((answers)[0]))

/* xorshift64*; the seed is printed so that a failure can be run again. */
static inline uint64_t next_random(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * 0x2545f4914f6cdd1dull;
}

static inline uint64_t printed_seed(uint64_t seed) {
    print_message("seed %llu\n", (unsigned long long)seed);
    return seed;
}

static inline void random_bytes(uint64_t *seed, unsigned char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        bytes[i] = (unsigned char)(next_random(seed) >> 56);
}

/* Calls `check` for every line of tests/vectors/hash/<name> that is no comment; returns how many there were. */
static inline size_t for_each_vector(const char *name, void (*check)(char *line)) {
    const char *top = getenv("RINGMARK_SRCDIR");
    char path[4096], *line = NULL;
    size_t room = 0, lines = 0;
    snprintf(path, sizeof path, "%s/tests/vectors/hash/%s", top ? top : ".", name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s: run from the top of the sources, or set RINGMARK_SRCDIR", path);
    for (ssize_t length; (length = getline(&line, &room, file)) >= 0; lines++) {
        if (lines == 0 && line[0] == '#')
            continue;
        line[strcspn(line, "\n")] = '\0';
        check(line);
    }
    free(line);
    fclose(file);
    return lines;
}

/* Cuts `line` at its first TAB and returns what follows. */
static inline char *after_tab(char *line) {
    char *tab = strchr(line, '\t');
    assert_non_null(tab);
    *tab = '\0';
    return tab + 1;
}

/* `bytes` has room for strlen(text) / 2; returns that. */
static inline size_t bytes_of_hexadecimal(const char *text, unsigned char *bytes) {
    size_t count = strlen(text) / 2;
    for (size_t i = 0; i < count; i++) {
        const char pair[] = {text[2 * i], text[2 * i + 1], '\0'};
        bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return count;
}

#endif
