/* options_preset.c - what --preset means to the other options: some are the system's own, some it lacks. */
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "options_parts.h"

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
    abort(); /* the table's own find and its names disagree */
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

/* The value of the option on the line, wherever it stands; NULL: not there, or not taken. */
static const char *value_ahead(const rm_options *options, rm_option_id id, int argc, char **argv) {
    const char *name = rm_option_table()[id].name, *value = NULL;
    if (!rm_command_takes(options->command, id))
        return NULL;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], name) == 0 && i + 1 < argc)
            value = argv[i + 1];
        else if (strncmp(argv[i], name, strlen(name)) == 0 && argv[i][strlen(name)] == '=')
            value = argv[i] + strlen(name) + 1;
    }
    return value;
}

void rm_options_ahead(rm_options *options, int argc, char **argv) {
    const char *preset = value_ahead(options, RM_OPT_PRESET, argc, argv);
    const char *plugins = value_ahead(options, RM_OPT_PLUGIN, argc, argv);
    if (preset)
        options->preset = rmk_preset_find(preset);
    if (plugins)
        rm_option_take(options, &rm_option_table()[RM_OPT_PLUGIN], plugins);
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
        char *longer = rm_text("%s%s%s", text, *text ? ", " : "", rows[i].name);
        free(text);
        text = longer;
    }
    if (*text)
        return text;
    free(text);
    return rm_text("%s", "no placement option");
}

static void refuse(const rm_options *o, rm_option_id id, bool takes) {
    if (!o->given[id] || takes)
        return;
    char *taken = rm_preset_takes(o->preset);
    rm_fail("--preset %s has no %s: the system has a rule of its own; the preset takes %s", o->preset->name,
            rm_option_table()[id].name, taken);
}

static void refuse_what_it_lacks(const rm_options *o) {
    unsigned takes = o->preset->takes;
    refuse(o, RM_OPT_ALGORITHM, false);
    refuse(o, RM_OPT_LABEL, false);
    refuse(o, RM_OPT_NODE_HASH, false);
    refuse(o, RM_OPT_HASH, o->preset->hash_count > 1);
    refuse(o, RM_OPT_VNODES, takes & RMK_TAKES_VNODES);
    refuse(o, RM_OPT_TOTAL_POINTS, takes & RMK_TAKES_TOTAL_POINTS);
    refuse(o, RM_OPT_HASH_TAG, takes & RMK_TAKES_HASH_TAG);
    refuse(o, RM_OPT_TABLE_SIZE, takes & RMK_TAKES_TABLE_SIZE);
    refuse(o, RM_OPT_CAPACITY, false);
    refuse(o, RM_OPT_PROBES, false);
    refuse(o, RM_OPT_LOAD_FACTOR, false);
}

static rm_numbers number_or_none(rm_options *o, uint64_t number) {
    if (!number)
        return (rm_numbers){NULL, 0};
    uint64_t *item = rm_own(o, rm_alloc(sizeof *item));
    *item = number;
    return (rm_numbers){item, 1};
}

void rm_preset_settle(rm_options *o) {
    const rmk_preset *preset = o->preset;
    refuse_what_it_lacks(o);
    o->label = NULL;
    o->algorithms[0] = preset->algorithm;
    o->algorithm_count = 1;
    if (!o->given[RM_OPT_HASH]) {
        o->hashes[0] = preset->hashes[0].hash;
        o->hash_count = 1;
    }
    if (!o->given[RM_OPT_VNODES])
        o->vnodes = number_or_none(o, preset->vnodes);
    if (!o->given[RM_OPT_TOTAL_POINTS])
        o->total_points = number_or_none(o, preset->total_points);
}
