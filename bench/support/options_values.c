/* options_values.c - one function an option: the text becomes a value, or one line says why not. */
#include <stdlib.h>
#include <string.h>

#include "fail.h"
#include "options_parts.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void take_seed(rm_options *o, const rm_option *option, const char *value) {
    o->seed = rm_number(option->name, value, 0, UINT64_MAX);
}

static void take_format(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"table", "csv", "json", "markdown"};
    o->format = (rm_format)rm_word(option->name, value, words, COUNT(words), "table, csv, json or markdown");
}

static void take_output(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    o->output = value;
}

static void take_no_progress(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->no_progress = true;
}

/* ---- nodes ---- */

static void take_nodes(rm_options *o, const rm_option *option, const char *value) {
    o->nodes = rm_list_of_numbers(o, option, value, 1, RMK_MAX_NODES);
}

static void take_pattern(const rm_option *option, const char *value, unsigned allowed,
                         const char *placeholders, rmk_pattern *pattern) {
    size_t at = 0;
    if (rmk_pattern_parse(value, allowed, pattern, &at) != RMK_OK)
        rm_fail("%s: '%s' is wrong from '%s' on; placeholders are %s, {{ is a brace, at most %d parts",
                option->name, value, value + at, placeholders, RMK_PATTERN_PARTS);
}

static void take_names(rm_options *o, const rm_option *option, const char *value) {
    o->names = value;
    take_pattern(option, value, RMK_FIELDS_OF_NAMES, "{set}, {index}, {letter}, {hex:N} (N from 1 to 16)",
                 &o->names_pattern);
}

static void take_nodes_file(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    o->nodes_file = value;
}

static void take_sets(rm_options *o, const rm_option *option, const char *value) {
    o->sets = rm_number(option->name, value, 1, RM_MAX_SETS);
}

/* ---- placement ---- */

static void take_preset(rm_options *o, const rm_option *option, const char *value) {
    o->preset = rm_preset_named(option->name, value);
}

static void take_algorithm(rm_options *o, const rm_option *option, const char *value) {
    rm_texts names = rm_list_of_texts(o, option, value);
    o->algorithms = rm_own(o, rm_calloc(names.count, sizeof *o->algorithms));
    o->algorithm_count = names.count;
    for (size_t i = 0; i < names.count; i++)
        o->algorithms[i] = rm_algorithm_named(option->name, names.items[i]);
}

static void take_vnodes(rm_options *o, const rm_option *option, const char *value) {
    o->vnodes = rm_list_of_numbers(o, option, value, 1, RMK_MAX_POINTS);
}

static void take_total_points(rm_options *o, const rm_option *option, const char *value) {
    o->total_points = rm_list_of_numbers(o, option, value, 1, RMK_MAX_POINTS);
}

static void take_label(rm_options *o, const rm_option *option, const char *value) {
    rmk_pattern pattern;
    take_pattern(option, value, RMK_FIELDS_OF_LABELS, "{name}, {vnode}, {set}", &pattern);
    o->label = value;
}

static void take_hash(rm_options *o, const rm_option *option, const char *value) {
    rm_texts names = rm_list_of_texts(o, option, value);
    o->hashes = rm_own(o, rm_calloc(names.count, sizeof *o->hashes));
    o->hash_count = names.count;
    for (size_t i = 0; i < names.count; i++)
        o->hashes[i] = o->given[RM_OPT_HASH] ? rm_hash_of_system(o->preset, option->name, names.items[i])
                                             : rm_hash_named(option->name, names.items[i]);
}

static void take_node_hash(rm_options *o, const rm_option *option, const char *value) {
    o->node_hash = rm_hash_named(option->name, value);
}

static void take_hash_tag(rm_options *o, const rm_option *option, const char *value) {
    if (strlen(value) != 2)
        rm_fail("%s: '%s' is not two marks of one byte each; write %s {}", option->name, value, option->name);
    memcpy(o->hash_tag, value, 2);
}

static void take_index(rm_options *o, const rm_option *option, const char *value) {
    rm_texts names = rm_list_of_texts(o, option, value);
    o->indexes = rm_own(o, rm_calloc(names.count, sizeof *o->indexes));
    o->index_count = names.count;
    for (size_t i = 0; i < names.count; i++)
        o->indexes[i] = rm_index_named(option->name, names.items[i]);
}

static void take_pages(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {
        [RMK_PAGES_AUTO] = "auto", [RMK_PAGES_NORMAL] = "normal", [RMK_PAGES_HUGE] = "huge"};
    o->pages = (rmk_pages)rm_word(option->name, value, words, COUNT(words), "auto, normal or huge");
}

static void take_table_size(rm_options *o, const rm_option *option, const char *value) {
    o->table_size = rm_number(option->name, value, 1, RMK_MAX_POINTS);
}

static void take_against(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    if (!value[strspn(value, " \t\n")])
        rm_fail("%s: the value is empty", option->name);
    o->against = value;
}

static void take_replicas(rm_options *o, const rm_option *option, const char *value) {
    o->replicas = rm_number(option->name, value, 1, RMK_MAX_NODES);
}

/* ---- keys ---- */

static void take_keys(rm_options *o, const rm_option *option, const char *value) {
    o->keys = rm_number(option->name, value, 1, RM_MAX_KEYS);
}

static void take_key_bytes(rm_options *o, const rm_option *option, const char *value) {
    o->key_bytes = rm_list_of_numbers(o, option, value, 1, RM_MAX_KEY_BYTES);
}

static void take_key_dist(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"uniform", "sequential", "zipf:S", "points"};
    o->key_dist_text = value;
    if (strncmp(value, "zipf:", 5) != 0) {
        size_t word =
            rm_word(option->name, value, words, COUNT(words), "uniform, sequential, zipf:S or points");
        if (word != RM_KEYS_ZIPF) {
            o->key_dist = (rm_key_dist)word;
            return;
        }
    }
    const char *number = value + 5;
    size_t length = strlen(number);
    char *end = NULL;
    o->key_dist = RM_KEYS_ZIPF;
    o->zipf = strtod(number, &end);
    bool plain = length > 0 && strspn(number, "0123456789.") == length && *end == '\0';
    if (!plain || !(o->zipf > 0) || o->zipf > RM_MAX_ZIPF)
        rm_fail("%s: '%s': the S of zipf:S is a number above 0, up to %d, as in zipf:0.99", option->name,
                value, RM_MAX_ZIPF);
}

static void take_keys_file(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    o->keys_file = value;
}

static void take_keys_nul(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->keys_nul = true;
}

static void take_key_weights(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->key_weights = true;
}

/* ---- what is measured ---- */

static void take_change(rm_options *o, const rm_option *option, const char *value) {
    o->changes = rm_list_of_texts(o, option, value);
    for (size_t i = 0; i < o->changes.count; i++)
        rm_change_check(o->preset, o->changes.items[i]);
}

static void take_mode(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"loop", "chain", "batch"};
    o->modes = rm_list_of_words(o, option, value, words, COUNT(words));
}

static void take_stage(rm_options *o, const rm_option *option, const char *value) {
    static const char *const words[] = {"hash", "search", "total"};
    o->stages = rm_list_of_words(o, option, value, words, COUNT(words));
}

static void take_change_every(rm_options *o, const rm_option *option, const char *value) {
    o->change_every = rm_number(option->name, value, 0, RM_MAX_CHANGE_EVERY);
}

static void take_threads(rm_options *o, const rm_option *option, const char *value) {
    o->threads = rm_list_of_numbers(o, option, value, 1, RM_MAX_WORKERS);
}

static void take_repeat(rm_options *o, const rm_option *option, const char *value) {
    o->repeat = rm_number(option->name, value, 1, RM_MAX_REPEAT);
}

static void take_quick(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->quick = true;
}

static void take_verify(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->verify = true;
}

static void take_rivals(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->rivals = true;
}

static void take_samples(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    o->samples = value;
}

/* ---- the sweep ---- */

static void take_jobs(rm_options *o, const rm_option *option, const char *value) {
    o->jobs = rm_number(option->name, value, 1, RM_MAX_WORKERS);
}

static void take_resume(rm_options *o, const rm_option *option, const char *value) {
    (void)option, (void)value;
    o->resume = true;
}

static void take_filter(rm_options *o, const rm_option *option, const char *value) {
    (void)option;
    o->filter = value;
}

static void take_shard(rm_options *o, const rm_option *option, const char *value) {
    char *part = rm_text("%s", value);
    char *slash = strchr(part, '/');
    if (!slash)
        rm_fail("%s: '%s' is not I/N, as in 1/4", option->name, value);
    *slash = '\0';
    o->shards = rm_number("--shard, the N of I/N", slash + 1, 1, RM_MAX_SHARDS);
    o->shard = rm_number("--shard, the I of I/N", part, 1, o->shards);
    free(part);
}

static rm_taker *const takers[RM_OPTION_COUNT] = {
    [RM_OPT_SEED] = take_seed,
    [RM_OPT_FORMAT] = take_format,
    [RM_OPT_OUTPUT] = take_output,
    [RM_OPT_NO_PROGRESS] = take_no_progress,
    [RM_OPT_NODES] = take_nodes,
    [RM_OPT_NAMES] = take_names,
    [RM_OPT_NODES_FILE] = take_nodes_file,
    [RM_OPT_SETS] = take_sets,
    [RM_OPT_PRESET] = take_preset,
    [RM_OPT_ALGORITHM] = take_algorithm,
    [RM_OPT_VNODES] = take_vnodes,
    [RM_OPT_TOTAL_POINTS] = take_total_points,
    [RM_OPT_LABEL] = take_label,
    [RM_OPT_HASH] = take_hash,
    [RM_OPT_NODE_HASH] = take_node_hash,
    [RM_OPT_HASH_TAG] = take_hash_tag,
    [RM_OPT_INDEX] = take_index,
    [RM_OPT_PAGES] = take_pages,
    [RM_OPT_TABLE_SIZE] = take_table_size,
    [RM_OPT_LOAD_FACTOR] = rm_take_load_factor,
    [RM_OPT_REPLICAS] = take_replicas,
    [RM_OPT_SPREAD] = rm_take_spread,
    [RM_OPT_CAPACITY] = rm_take_capacity,
    [RM_OPT_PROBES] = rm_take_probes,
    [RM_OPT_HISTORY] = rm_take_history,
    [RM_OPT_REMOVED] = rm_take_removed,
    [RM_OPT_AGAINST] = take_against,
    [RM_OPT_KEYS] = take_keys,
    [RM_OPT_KEY_BYTES] = take_key_bytes,
    [RM_OPT_KEY_DIST] = take_key_dist,
    [RM_OPT_KEYS_FILE] = take_keys_file,
    [RM_OPT_KEYS_NUL] = take_keys_nul,
    [RM_OPT_KEY_WEIGHTS] = take_key_weights,
    [RM_OPT_CHANGE] = take_change,
    [RM_OPT_MODE] = take_mode,
    [RM_OPT_STAGE] = take_stage,
    [RM_OPT_CHANGE_EVERY] = take_change_every,
    [RM_OPT_THREADS] = take_threads,
    [RM_OPT_REPEAT] = take_repeat,
    [RM_OPT_QUICK] = take_quick,
    [RM_OPT_VERIFY] = take_verify,
    [RM_OPT_RIVALS] = take_rivals,
    [RM_OPT_SAMPLES] = take_samples,
    [RM_OPT_PEAK] = rm_take_peak,
    [RM_OPT_CV] = rm_take_cv,
    [RM_OPT_RANGE] = rm_take_range,
    [RM_OPT_CONFIDENCE] = rm_take_confidence,
    [RM_OPT_MAX_POINTS] = rm_take_max_points,
    [RM_OPT_SEEDS] = rm_take_seeds,
    [RM_OPT_NO_MEASURE] = rm_take_no_measure,
    [RM_OPT_SCHEME] = rm_take_scheme,
    [RM_OPT_VIEWS] = rm_take_views,
    [RM_OPT_GROUP_BY] = rm_take_group_by,
    [RM_OPT_FAIL_ABOVE] = rm_take_fail_above,
    [RM_OPT_ALLOW_MIXED] = rm_take_allow_mixed,
    [RM_OPT_PLUGIN] = rm_take_plugin,
    [RM_OPT_CALLS_ONLY] = rm_take_calls_only,
    [RM_OPT_JOBS] = take_jobs,
    [RM_OPT_FILTER] = take_filter,
    [RM_OPT_SHARD] = take_shard,
    [RM_OPT_RESUME] = take_resume,
};

void rm_option_take(rm_options *options, const rm_option *option, const char *value) {
    if (value && *value == '\0' && !option->list)
        rm_fail("%s: the value is empty; it takes %s", option->name, option->value);
    if (takers[option->id])
        takers[option->id](options, option, value);
}
