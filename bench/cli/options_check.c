/* options_check.c - exclusions, and what one option needs of others. Limits of points and memory depend on weights:
 * cells/limits.c. */
#include "options_check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/support/fail.h"
#include "command.h"
#include "options_placement.h"
#include "options_preset.h"
#include "words.h"

static void exclude(const rm_options *o, rm_option_id a, rm_option_id b, const char *remedy) {
    const rm_option *table = rm_option_table();
    if (o->given[a] && o->given[b])
        rm_fail("%s and %s exclude each other; %s", table[a].name, table[b].name, remedy);
}

static void check_exclusions(const rm_options *o) {
    exclude(o, RM_OPT_VNODES, RM_OPT_TOTAL_POINTS, "give points per node or the size of the ring");
    exclude(o, RM_OPT_NODES_FILE, RM_OPT_NODES, "the file says how many nodes there are");
    exclude(o, RM_OPT_NODES_FILE, RM_OPT_NAMES, "the file says how nodes are named");
    exclude(o, RM_OPT_KEYS_FILE, RM_OPT_KEYS, "give a file or a number of generated keys");
    exclude(o, RM_OPT_KEYS_FILE, RM_OPT_KEY_BYTES, "it is for generated keys");
    exclude(o, RM_OPT_KEYS_FILE, RM_OPT_KEY_DIST, "it is for generated keys");
    exclude(o, RM_OPT_KEYS_NUL, RM_OPT_KEYS, "it is for a keys file");
    exclude(o, RM_OPT_KEY_WEIGHTS, RM_OPT_KEYS, "they are for a keys file");
    exclude(o, RM_OPT_KEYS_NUL, RM_OPT_KEY_WEIGHTS, "a keys file with weights is CSV");
    exclude(o, RM_OPT_PLUGIN, RM_OPT_PRESET, "a preset is an algorithm of its own");
    exclude(o, RM_OPT_PLUGIN, RM_OPT_RULE, "a rule is an algorithm of its own");
    exclude(o, RM_OPT_PRESET, RM_OPT_RULE, "a rule stands in the place of a preset");
    exclude(o, RM_OPT_PLUGIN, RM_OPT_TOTAL_POINTS, "a plugin's ring is given --vnodes");
    exclude(o, RM_OPT_RESUME, RM_OPT_SAMPLES, "samples are those of one run");
    exclude(o, RM_OPT_RESUME, RM_OPT_PLUGIN, "what a plugin does is measured anew: remove FILE.partial");
    exclude(o, RM_OPT_PEAK, RM_OPT_CV, "give one target");
    exclude(o, RM_OPT_PEAK, RM_OPT_RANGE, "give one target");
    exclude(o, RM_OPT_CV, RM_OPT_RANGE, "give one target");
    static const rm_option_id own[] = {RM_OPT_NAMES, RM_OPT_LABEL, RM_OPT_NODES_FILE, RM_OPT_PRESET,
                                       RM_OPT_RULE};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        exclude(o, RM_OPT_SCHEME, own[i], "name a scheme, or nodes and labels of your own");
}

static void check_resume(const rm_options *o) {
    struct stat there;
    if (!o->resume)
        return;
    if (!o->output)
        rm_fail("--resume needs --output FILE: it goes on with the rows in FILE.partial");
    if (o->format != RM_FORMAT_CSV)
        rm_fail("--resume goes on with rows of CSV; leave --format away");
    if (o->keys_file && strcmp(o->keys_file, "-") == 0)
        rm_fail("--resume cannot tell whether standard input has the same keys; give --keys-file a file");
    if (stat(o->output, &there) == 0 && !S_ISREG(there.st_mode))
        rm_fail("--resume: %s is no regular file, so no run has left rows for it", o->output);
}

/* Without a keys file these would be ignored without a word. */
static void check_keys_file(const rm_options *o) {
    static const rm_option_id dependent[] = {RM_OPT_KEYS_NUL, RM_OPT_KEY_WEIGHTS};
    if (o->keys_file || o->command->keys_from_stdin)
        return;
    for (size_t i = 0; i < sizeof dependent / sizeof *dependent; i++)
        if (o->given[dependent[i]])
            rm_fail("%s needs --keys-file FILE (- is stdin)", rm_option_table()[dependent[i]].name);
}

static unsigned label_fields(const rm_options *o) {
    if (!o->label)
        return 0;
    rmk_pattern label;
    size_t at;
    return rmk_pattern_parse(o->label, RMK_FIELDS_OF_LABELS, &label, &at) == RMK_OK ? label.fields : 0;
}

static bool above_one(const rm_numbers *numbers) {
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->items[i] > 1)
            return true;
    return false;
}

static void check_names(const rm_options *o) {
    bool differ = o->names_pattern.fields & (RMK_FIELD_INDEX | RMK_FIELD_HEX | RMK_FIELD_LETTER);
    if (!o->nodes_file && !differ && above_one(&o->nodes))
        rm_fail("--names: '%s' names all nodes alike; put {index} or {hex:8} into it", o->names);
}

static void check_sets(const rm_options *o) {
    bool in_label = label_fields(o) & RMK_FIELD_SET;
    bool in_names = !o->nodes_file && o->names_pattern.fields & (RMK_FIELD_SET | RMK_FIELD_HEX);
    if (o->sets == 1 || in_label || in_names)
        return;
    if (o->nodes_file)
        rm_fail("--sets %llu needs {set} in the label, as the names come from a file: --label '%s/{set}'",
                (unsigned long long)o->sets, o->label ? o->label : "");
    rm_fail("--sets %llu needs {set} in --names or --label, else all sets are the same",
            (unsigned long long)o->sets);
}

static bool some_algorithm_has_points(const rm_options *o) {
    if (!rm_command_takes(o->command, RM_OPT_VNODES))
        return false;
    for (size_t i = 0; i < o->algorithm_count; i++)
        if (o->algorithms[i]->can & RMK_CAN_VNODES)
            return true;
    return false;
}

/* A value of 32 bits would be set against the upper half of 64, which no program means. */
static void check_widths(const rm_options *o) {
    if (!rm_command_takes(o->command, RM_OPT_KEYS)) /* no key is looked up */
        return;
    for (size_t i = 0; o->given[RM_OPT_NODE_HASH] && o->node_hash && i < o->hash_count; i++)
        if (o->hashes[i]->bits != o->node_hash->bits)
            rm_fail(
                "--node-hash %s has %u bits and --hash %s has %u: points and keys would stand on different "
                "circles; name two of one width, or say in a rule which bytes count (--rule)",
                o->node_hash->name, o->node_hash->bits, o->hashes[i]->name, o->hashes[i]->bits);
}

static void warn_of_label(const rm_options *o) {
    if (!o->given[RM_OPT_LABEL] || !some_algorithm_has_points(o))
        return;
    unsigned fields = label_fields(o);
    if (!(fields & RMK_FIELD_VNODE) && (above_one(&o->vnodes) || above_one(&o->total_points)))
        rm_warn("--label '%s' gives all points of a node one position; put {vnode} into it", o->label);
    if (!(fields & RMK_FIELD_NAME))
        rm_warn("--label '%s' gives all nodes the same positions; put {name} into it", o->label);
}

static uint64_t largest(const rm_numbers *numbers) {
    uint64_t most = 0;
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->items[i] > most)
            most = numbers->items[i];
    return most;
}

/* At least one point each; a preset's size is a minimum, or a rule of its own. */
static void check_total(const rm_options *o) {
    if (o->preset || o->nodes_file || !some_algorithm_has_points(o))
        return;
    for (size_t i = 0; i < o->total_points.count; i++)
        if (o->total_points.items[i] < largest(&o->nodes))
            rm_fail("--total-points %llu is less than the %llu nodes; each needs a point",
                    (unsigned long long)o->total_points.items[i], (unsigned long long)largest(&o->nodes));
}

/* Many more than cores take turns: a round lasts so many times as long, and measures the scheduler. */
static void check_threads(const rm_options *o) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t most = 4 * (uint64_t)(cores < 1 ? 1 : cores), wanted = largest(&o->threads);
    if (rm_command_takes(o->command, RM_OPT_THREADS) && wanted > most)
        rm_fail("--threads %llu is above %llu, 4 for each of the %ld cores of this machine",
                (unsigned long long)wanted, (unsigned long long)most, cores);
}

/* Points are positions, which no key is known for. */
static void check_key_dist(rm_options *o) {
    if (o->key_dist != RM_KEYS_POINTS)
        return;
    if (!o->command->searches_points)
        rm_fail("--key-dist points is for lookup --stage search; %s takes uniform, sequential or zipf:S",
                o->command->name);
    if (o->given[RM_OPT_STAGE] && (o->stages.count != 1 || strcmp(o->stages.items[0], "search") != 0))
        rm_fail(
            "--key-dist points: positions of points are searched for, no key is hashed; add --stage search");
    o->stages.items[0] = "search";
    o->stages.count = 1;
}

/* Only lines are changed in place, and only where a node's points depend on that node alone. */
static void check_change_every(const rm_options *o) {
    if (!o->change_every)
        return;
    if (o->given[RM_OPT_PAST] || o->given[RM_OPT_REMOVED])
        rm_fail(
            "--change-every changes the ring of --nodes or --nodes-file; leave --past and --removed "
            "out");
    if (o->preset)
        rm_fail("--change-every: the points of --preset %s cannot be changed in place; rings of --vnodes can",
                o->preset->name);
    for (size_t i = 0; o->given[RM_OPT_INDEX] && i < o->index_count; i++)
        if (o->indexes[i] && o->indexes[i] != &rmk_index_line)
            rm_fail("--change-every: --index %s cannot be changed in place; --index line can",
                    o->indexes[i]->name);
}

static void check_rivals(const rm_options *o) {
    bool known = o->preset && strncmp(o->preset->name, "libmemcached", 12) == 0;
    if (o->rivals && !known)
        rm_fail(
            "--rivals needs --preset libmemcached or libmemcached-weighted: only that library is built in");
}

static void read_isa(rm_options *o) {
    static const char *const words[] = {"scalar", "avx2", "avx512"};
    const char *text = getenv("RINGMARK_ISA");
    rmk_isa wanted = RMK_ISA_AUTO;
    if (text && *text)
        wanted =
            (rmk_isa)(RMK_ISA_SCALAR + rm_word("RINGMARK_ISA", text, words, 3, "scalar, avx2 or avx512"));
    if (rmk_isa_resolve(wanted, &o->isa) != RMK_OK)
        rm_fail("RINGMARK_ISA: this CPU lacks %s; the best that it has is %s", text,
                rmk_isa_name(rmk_isa_detect()));
}

void rm_options_check(rm_options *o) {
    check_exclusions(o);
    check_resume(o);
    check_keys_file(o);
    if (o->given[RM_OPT_TOTAL_POINTS])
        o->vnodes = (rm_numbers){NULL, 0};
    if (o->preset)
        rm_preset_settle(o);
    check_names(o);
    check_sets(o);
    check_total(o);
    check_threads(o);
    check_key_dist(o);
    check_rivals(o);
    check_change_every(o);
    rm_check_placement(o);
    read_isa(o);
    check_widths(o);
    warn_of_label(o);
}
