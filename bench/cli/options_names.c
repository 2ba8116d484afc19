/* options_names.c - hashes, algorithms and indexes by the names of their tables; the nearest when there is
 * none. */
#include <stdlib.h>
#include <string.h>

#include "bench/plugin/plugins.h"
#include "bench/rivals/rival.h"
#include "bench/support/fail.h"
#include "options_parts.h"

/* Never returns when `name` is none of the words. */
static _Noreturn void refuse(const char *what, const char *name, const char *const *words, size_t count,
                             const char *remedy) {
    rm_word(what, name, words, count, remedy);
    abort(); /* the table's own find and its names disagree */
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
        algorithm = rm_plugin_find(name);
    if (algorithm)
        return algorithm;
    size_t count;
    const rmk_algorithm *const *algorithms = rmk_algorithm_table(&count);
    const char **words = rm_calloc(count + RM_MAX_PLUGINS, sizeof *words);
    for (size_t i = 0; i < count; i++)
        words[i] = algorithms[i]->name;
    for (size_t i = 0; rm_plugin_at(i); i++)
        words[count++] = rm_plugin_at(i)->name;
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

const char **rm_command_names(size_t *count) {
    const rm_command *const *commands = rm_command_table(count);
    const char **names = rm_calloc(*count, sizeof *names);
    for (size_t i = 0; i < *count; i++)
        names[i] = commands[i]->name;
    return names;
}
