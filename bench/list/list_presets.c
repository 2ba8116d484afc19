/* list_presets.c - the section of real systems: every rule of each. */
#include <stdlib.h>

#include "bench/cli/help.h"
#include "bench/cli/names.h"
#include "bench/support/fail.h"
#include "list_presets.h"

/* The rules that a preset is printed with as text, a line each. */
static const struct {
    unsigned column;
    const char *title;
} preset_lines[] = {
    {KEYS, "hash of keys"},
    {HASHES, "--hash"},
    {POINTS, "hash of points"},
    {LABELS, "labels"},
    {BITS, "circle, bits"},
    {VNODES, "virtual nodes"},
    {TOTAL_POINTS, "total points"},
    {WEIGHTS, "weights"},
    {TIES, "equal positions"},
    {LOOKUP, "lookup"},
    {DOWN, "node down"},
    {TAKES, "takes"},
    {SOURCE, "source"},
    {CHECKED, "checked against"},
};

static void print_preset(const rm_row *row) {
    enum { TITLE = 4, TEXT = 22 };
    char *head = rm_text("%s", "");
    rm_list_append(&head, "", row, NAME, ": ");
    rm_list_append(&head, "", row, SYSTEM, "");
    fputs("  ", stdout);
    rm_help_wrap(stdout, head, 2, TITLE);
    free(head);
    for (size_t i = 0; i < sizeof preset_lines / sizeof *preset_lines; i++) {
        char *text = rm_text("%s", "");
        rm_list_append(&text, "", row, preset_lines[i].column, "");
        if (*text) {
            printf("%*s%-*s", TITLE, "", TEXT - TITLE, preset_lines[i].title);
            rm_help_wrap(stdout, text, TEXT, TEXT);
        }
        free(text);
    }
}

/* Lists the system's own names of hashes, the default first. */
static char *own_hashes(const rmk_preset *preset) {
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < preset->hash_count; i++) {
        rm_text_join(&text, " ", preset->hashes[i].name);
    }
    return text;
}

static void put_count(rm_row *row, unsigned column, uint64_t count) {
    if (count)
        rm_row_count(row, column, count);
}

static const char *const down_rules[] = {
    [RMK_DOWN_REBUILDS] = "as if it were not configured",
    [RMK_DOWN_SKIPS] = "its points stay, lookups go on to the next node that is up",
    [RMK_DOWN_UNSERVED] = "nobody answers for its keys",
};

void rm_list_presets(rm_listing *l) {
    size_t count;
    const rmk_preset *const *table = rmk_preset_table(&count);
    l->print = print_preset;
    for (size_t i = 0; i < count; i++) {
        const rmk_preset *preset = table[i];
        rm_row_text(&l->row, NAME, preset->name);
        rm_row_count(&l->row, BITS, preset->bits);
        rm_row_text(&l->row, SOURCE, preset->source);
        rm_row_text(&l->row, CHECKED, preset->checked);
        rm_row_text(&l->row, SYSTEM, preset->system);
        rm_row_text(&l->row, KEYS, preset->keys);
        rm_row_text(&l->row, POINTS, preset->points);
        rm_row_text(&l->row, LABELS, preset->labels);
        put_count(&l->row, VNODES, preset->vnodes);
        put_count(&l->row, TOTAL_POINTS, preset->total_points);
        rm_row_text(&l->row, WEIGHTS, preset->weights);
        rm_row_text(&l->row, TIES, preset->ties);
        rm_row_text(&l->row, LOOKUP, preset->lookup);
        rm_row_text(&l->row, DOWN, down_rules[preset->down]);
        rm_list_set(&l->row, TAKES, rm_preset_takes(preset));
        rm_list_set(&l->row, HASHES, own_hashes(preset));
        rm_list_emit(l);
    }
    l->print = NULL;
}
