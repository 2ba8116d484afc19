/* list.c - `ringmark list`: what there is to choose from, a row for each entry of the tables. */
#include <stdlib.h>
#include <string.h>

#include "bench/cli/command.h"
#include "bench/cli/help.h"
#include "bench/cli/names.h"
#include "bench/cli/rule_file.h"
#include "bench/cli/words.h"
#include "bench/input/nodes/schemes.h"
#include "bench/output/output.h"
#include "bench/plugin/plugins.h"
#include "bench/rivals/rival.h"
#include "bench/support/fail.h"
#include "list_presets.h"
#include "listing.h"

/* ---- sections ---- */

/* Joins the words of the bits that are set ("weights replicas"); freed by the caller. */
static char *joined(unsigned bits, const char *const *words, size_t count) {
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < count; i++) {
        if (!(bits & 1u << i) || !words[i])
            continue;
        rm_text_join(&text, " ", words[i]);
    }
    return text;
}

static void list_algorithms(rm_listing *l) {
    static const char *const words[] = {
        "weights", "remove-any", "replicas", "vnodes",   "points", "map",    "ordered",    "history",
        "session", "needs-key",  "variant",  "capacity", "probes", "tokens", "table-size", "load-factor"};
    size_t count;
    const rmk_algorithm *const *table = rmk_algorithm_table(&count), *algorithm;
    for (size_t i = 0; (algorithm = i < count ? table[i] : rm_plugin_at(i - count)); i++) {
        rm_row_text(&l->row, NAME, algorithm->name);
        rm_row_text(&l->row, SUMMARY, algorithm->summary);
        rm_row_text(&l->row, SOURCE, algorithm->source);
        rm_list_set(&l->row, CAN, joined(algorithm->can, words, sizeof words / sizeof *words));
        rm_list_emit(l);
    }
}

static void list_hash(rm_listing *l, const rmk_hash *hash) {
    rm_row_text(&l->row, NAME, hash->name);
    rm_row_count(&l->row, BITS, hash->bits);
    rm_row_count(&l->row, VALUE_BITS, hash->value_bits);
    rm_row_text(&l->row, SUMMARY, hash->summary);
    rm_row_text(&l->row, SOURCE, hash->source);
    rm_list_emit(l);
}

static void list_hashes(rm_listing *l) {
    size_t count;
    const rmk_hash *const *table = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++)
        list_hash(l, table[i]);
    const rmk_hash *const *rivals = rm_rival_hash_table(&count);
    for (size_t i = 0; i < count; i++)
        list_hash(l, rivals[i]);
}

/* Names the ISAs of a kernel mask. */
static char *isa_names(unsigned isas) {
    const char *words[RMK_ISA_AVX512 + 1] = {NULL};
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= RMK_ISA_AVX512; isa++)
        words[isa] = rmk_isa_name(isa);
    return joined(isas, words, RMK_ISA_AVX512 + 1);
}

static void list_index(rm_listing *l, const rmk_index_type *index) {
    rm_row_text(&l->row, NAME, index->name);
    rm_row_text(&l->row, SUMMARY, index->summary);
    rm_list_set(&l->row, CAN, isa_names(index->isas));
    rm_list_emit(l);
}

static void list_indexes(rm_listing *l) {
    rm_row_text(&l->row, NAME, "auto");
    rm_row_text(&l->row, SUMMARY, "the best one for the ring's size");
    rm_list_emit(l);
    size_t count;
    const rmk_index_type *const *table = rmk_index_table(&count);
    for (size_t i = 0; i < count; i++)
        list_index(l, table[i]);
    const rmk_index_type *const *rivals = rm_rival_table(&count);
    for (size_t i = 0; i < count; i++)
        list_index(l, rivals[i]);
}

/* Collects what runs the kernel of `isa` on a machine whose choice is `chosen`, as one sentence ("indexes:
 * plain, eytzinger; hashes: xxh3"). */
typedef struct runners {
    rmk_isa isa, chosen;
    const char *kind; /* stands before the first of a kind ("indexes: "); empty before the others */
    char *text;       /* owned */
} runners;

static void add_runner(runners *r, unsigned isas, const char *name) {
    if (rmk_isa_kernel(isas, r->chosen) != r->isa)
        return;
    char *words = rm_text("%s%s", r->kind, name);
    rm_text_join(&r->text, *r->kind ? "; " : ", ", words);
    free(words);
    r->kind = "";
}

/* Names what runs the kernel of `isa`; freed by the caller. Rings are left out of the algorithms: they have
 * the kernels of their index and no others. */
static char *names_running(rmk_isa isa, rmk_isa chosen) {
    runners r = {isa, chosen, "indexes: ", rm_text("%s", "")};
    size_t count;
    const rmk_index_type *const *indexes = rmk_index_table(&count);
    for (size_t i = 0; i < count; i++)
        add_runner(&r, indexes[i]->isas, indexes[i]->name);
    r.kind = "hashes: ";
    const rmk_hash *const *hashes = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++)
        add_runner(&r, hashes[i]->isas, hashes[i]->name);
    r.kind = "algorithms: ";
    const rmk_algorithm *const *algorithms = rmk_algorithm_table(&count);
    for (size_t i = 0; i < count; i++)
        if (!(algorithms[i]->can & RMK_CAN_VNODES))
            add_runner(&r, algorithms[i]->isas, algorithms[i]->name);
    return r.text;
}

static void list_kernels(rm_listing *l) {
    rmk_isa chosen = l->options->isa, best = rmk_isa_detect();
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= RMK_ISA_AVX512; isa++) {
        char *running = names_running(isa, chosen);
        rm_row_text(&l->row, NAME, rmk_isa_name(isa));
        rm_row_text(&l->row, CAN, isa == chosen ? "here chosen" : isa <= best ? "here" : "missing");
        if (isa > best)
            rm_row_text(&l->row, SUMMARY, "this CPU lacks it");
        else
            rm_list_set(&l->row, SUMMARY, rm_text("runs: %s", *running ? running : "nothing"));
        free(running);
        rm_list_emit(l);
    }
}

static void list_schemes(rm_listing *l) {
    size_t count;
    const rm_scheme *table = rm_scheme_table(&count);
    for (size_t i = 0; i < count; i++) {
        rm_row_text(&l->row, NAME, table[i].name);
        rm_row_text(&l->row, NAMES, table[i].names);
        rm_row_text(&l->row, LABELS, table[i].label);
        rm_row_text(&l->row, SUMMARY, table[i].seen);
        rm_list_emit(l);
    }
}

static void list_commands(rm_listing *l) {
    size_t count;
    const rm_command *const *table = rm_commands(&count);
    for (size_t i = 0; i < count; i++) {
        rm_row_text(&l->row, NAME, table[i]->name);
        rm_row_text(&l->row, SUMMARY, table[i]->question);
        rm_row_text(&l->row, VALUE, table[i]->operands);
        rm_row_text(&l->row, EXAMPLE, table[i]->example);
        rm_list_emit(l);
    }
}

static char *commands_taking(rm_option_id id) {
    size_t count;
    const rm_command *const *table = rm_commands(&count);
    char *text = rm_text("%s", "");
    for (size_t i = 0; i < count; i++) {
        if (!rm_command_takes(table[i], id))
            continue;
        rm_text_join(&text, " ", table[i]->name);
    }
    return text;
}

static void list_options(rm_listing *l) {
    const rm_option *table = rm_option_table();
    for (int id = 1; id < RM_OPTION_COUNT; id++) {
        rm_row_text(&l->row, NAME, table[id].name);
        rm_row_text(&l->row, SUMMARY, table[id].meaning);
        rm_row_text(&l->row, VALUE, table[id].value);
        rm_row_text(&l->row, DEFAULT, table[id].preset);
        rm_list_set(&l->row, COMMANDS, commands_taking((rm_option_id)id));
        rm_list_emit(l);
    }
}

static const struct section {
    const char *name;
    const char *heading;
    void (*rows)(rm_listing *listing);
} sections[] = {
    {"algorithms", "Algorithms (--algorithm)", list_algorithms},
    {"hashes", "Hashes (--hash, --node-hash)", list_hashes},
    {"presets", "Presets: real systems (--preset)", rm_list_presets},
    {"indexes", "Indexes of a ring (--index), with the kernels that they have", list_indexes},
    {"kernels", "Kernels of this machine (RINGMARK_ISA)", list_kernels},
    {"schemes", "Naming schemes (--scheme): names with labels", list_schemes},
    {"commands", "Commands", list_commands},
    {"options", "Options, with the commands that take them", list_options},
};
enum { SECTION_COUNT = sizeof sections / sizeof *sections };

/* ---- the command ---- */

static size_t section_named(const char *name) {
    const char *names[SECTION_COUNT];
    for (size_t i = 0; i < SECTION_COUNT; i++)
        names[i] = sections[i].name;
    return rm_word("list", name, names, SECTION_COUNT, "ringmark help list shows all");
}

static void list_section(rm_listing *l, const struct section *section, bool first) {
    l->section = section->name;
    if (!l->output)
        printf("%s%s\n", first ? "" : "\n", section->heading);
    section->rows(l);
}

/* The rule of a preset, as a file that --rule takes. */
static int print_rule(const rm_options *options) {
    if (options->operands.count != 2)
        rm_fail("list: rule takes the name of one preset, as in ringmark list rule ketama");
    if (options->output)
        rm_fail("list: a rule is printed as JSON to standard output; redirect it to a file");
    const rmk_preset *preset = rm_preset_named("list rule", options->operands.items[1]);
    if (rm_rule_print(preset, stdout))
        return RM_GOOD;
    rm_fail(
        "list rule: %s is no rule that --rule can say: its points or slots are made by code of its own (%s)",
        preset->name, preset->source);
}

static int run(const rm_options *options) {
    if (options->operands.count && !strcmp(options->operands.items[0], "rule"))
        return print_rule(options);
    bool wanted[SECTION_COUNT] = {false};
    for (size_t i = 0; i < options->operands.count; i++) {
        size_t section = section_named(options->operands.items[i]);
        if (wanted[section])
            rm_fail("list: %s is given twice", sections[section].name);
        wanted[section] = true;
    }
    /* a table of all columns would be wider than any terminal */
    bool readable = options->format == RM_FORMAT_TABLE && !options->output;
    rm_listing listing = {
        .options = options,
        .output = readable ? NULL : rm_output_open(options, rm_list_columns, COLUMN_COUNT),
    };
    bool first = true;
    for (size_t i = 0; i < SECTION_COUNT; i++) {
        if (options->operands.count > 0 && !wanted[i])
            continue;
        list_section(&listing, &sections[i], first);
        first = false;
    }
    if (listing.output)
        rm_output_close(listing.output);
    else
        rm_help_flush();
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_OPT_PLUGIN, RM_OPTION_END};

const rm_command rm_command_list = {
    .name = "list",
    .question = "Which algorithms, hashes, presets, indexes, kernels, commands and options are there?",
    .example = "ringmark list hashes --format csv",
    .operands =
        "[algorithms] [hashes] [presets] [indexes] [kernels] [schemes] [commands] [options] | rule NAME",
    .options = takes,
    .lists = true,
    .run = run,
};
