/* names.c - names of hashes, algorithms, indexes and presets. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "bench/rivals/rival.h"
#include "bench/support/fail.h"
#include "words.h"

static const rmk_algorithm *find_none(const char *name) {
    (void)name;
    return NULL;
}

static const rmk_algorithm *at_none(size_t i) {
    (void)i;
    return NULL;
}

static rm_foreign_algorithms foreign = {find_none, at_none};

void rm_foreign_algorithms_are(const rm_foreign_algorithms *said) {
    foreign = *said;
}

const rm_foreign_algorithms *rm_foreign_algorithms_of(void) {
    return &foreign;
}

/* Refuses a name that is none of the words: rm_word prints one line with the nearest word, and exits. */
static _Noreturn void refuse(const char *what, const char *name, const char *const *words, size_t count,
                             const char *remedy) {
    rm_word(what, name, words, count, remedy);
    abort(); /* rm_word returns only if it knows the name, which the table's find did not */
}

const rmk_hash *rm_hash_named(const char *what, const char *name) {
    const rmk_hash *hash = rmk_hash_find(name);
    if (!hash)
        hash = rm_rival_hash_find(name);
    if (hash)
        return hash;
    size_t count, rivals;
    const rmk_hash *const *hashes = rmk_hash_table(&count);
    const rmk_hash *const *others = rm_rival_hash_table(&rivals);
    const char **words = rm_calloc(count + rivals, sizeof *words);
    for (size_t i = 0; i < count + rivals; i++)
        words[i] = i < count ? hashes[i]->name : others[i - count]->name;
    refuse(what, name, words, count + rivals, "ringmark list hashes shows all");
}

const rmk_algorithm *rm_algorithm_named(const char *what, const char *name) {
    const rmk_algorithm *algorithm = rmk_algorithm_find(name);
    if (!algorithm)
        algorithm = foreign.find(name);
    if (algorithm)
        return algorithm;
    size_t count, others = 0;
    while (foreign.at(others))
        others++;
    const rmk_algorithm *const *algorithms = rmk_algorithm_table(&count);
    const char **words = rm_calloc(count + others, sizeof *words);
    for (size_t i = 0; i < count; i++)
        words[i] = algorithms[i]->name;
    for (size_t i = 0; i < others; i++)
        words[count++] = foreign.at(i)->name;
    refuse(what, name, words, count, "ringmark list algorithms shows all");
}

const rmk_index_type *rm_index_named(const char *what, const char *name) {
    const rmk_index_type *index = rmk_index_find(name);
    if (!index)
        index = rm_rival_find(name);
    if (index || strcmp(name, "auto") == 0)
        return index;
    size_t count, rivals;
    const rmk_index_type *const *indexes = rmk_index_table(&count);
    const rmk_index_type *const *others = rm_rival_table(&rivals);
    const char **words = rm_calloc(count + rivals + 1, sizeof *words);
    for (size_t i = 0; i < count; i++)
        words[i] = indexes[i]->name;
    for (size_t i = 0; i < rivals; i++)
        words[count + i] = others[i]->name;
    words[count + rivals] = "auto";
    refuse(what, name, words, count + rivals + 1, "auto, or one that ringmark list indexes shows");
}

const rmk_preset *rm_preset_named(const char *what, const char *name) {
    const rmk_preset *preset = rmk_preset_find(name);
    if (preset)
        return preset;
    size_t count;
    const rmk_preset *const *presets = rmk_preset_table(&count);
    const char **words = rm_calloc(count, sizeof *words);
    for (size_t i = 0; i < count; i++)
        words[i] = presets[i]->name;
    rm_word(what, name, words, count, "ringmark list presets shows all");
    abort(); /* rm_word returns only if it knows the name, which the table's find did not */
}

static char *hash_names(const rmk_preset *preset) {
    char *text = rm_text("%s", preset->hashes[0].name);
    for (size_t i = 1; i < preset->hash_count; i++) {
        char *longer = rm_text("%s, %s", text, preset->hashes[i].name);
        free(text);
        text = longer;
    }
    return text;
}

char *rm_preset_takes(const rmk_preset *preset) {
    const struct {
        bool takes;
        const char *name;
    } rows[] = {
        {preset->hash_count > 1, "--hash"},
        {preset->takes & RMK_TAKES_VNODES, "--vnodes"},
        {preset->takes & RMK_TAKES_TOTAL_POINTS, "--total-points"},
        {preset->takes & RMK_TAKES_HASH_TAG, "--hash-tag"},
        {preset->takes & RMK_TAKES_TABLE_SIZE, "--table-size"},
        {preset->takes & RMK_TAKES_WEIGHTS, "weights"},
        {preset->takes & RMK_TAKES_ALIAS, "aliases"},
        {preset->takes & RMK_TAKES_ID, "server ids"},
    };
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!rows[i].takes)
            continue;
        rm_text_join(&text, ", ", rows[i].name);
    }
    if (*text)
        return text;
    free(text);
    return rm_text("%s", "no placement option");
}

const rmk_hash *rm_hash_of_system(const rmk_preset *preset, const char *what, const char *name) {
    if (!preset)
        return rm_hash_named(what, name);
    const rmk_hash *hash = rmk_preset_hash_find(preset, name);
    if (hash)
        return hash;
    const char **words = rm_calloc(preset->hash_count, sizeof *words);
    for (size_t i = 0; i < preset->hash_count; i++)
        words[i] = preset->hashes[i].name;
    char *known = hash_names(preset);
    char *remedy = rm_text("--preset %s has %s, and takes %s", preset->name, known, rm_preset_takes(preset));
    rm_word(what, name, words, preset->hash_count, remedy);
    abort();
}
