#include "named_sets.h"

#include <glob.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "named_set.h"

bool named_fail(named_set *set, const char *format, ...) {
    va_list arguments;
    if (!set->failed) {
        fprintf(set->out, "failed: %s: ", set->path);
        va_start(arguments, format);
        vfprintf(set->out, format, arguments);
        va_end(arguments);
        fputc('\n', set->out);
    }
    set->failed = true;
    return false;
}

const char *named_fact(const named_set *set, const char *name) {
    const char *at = strstr(set->params, name);
    return at ? at + strlen(name) : NULL;
}

uint64_t named_number(const named_set *set, const char *name, uint64_t otherwise) {
    const char *text = named_fact(set, name);
    return text && *text >= '0' && *text <= '9' ? strtoull(text, NULL, 10) : otherwise;
}

bool named_rows(const named_set *set, const char *file, test_rows *rows) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", set->path, file);
    return test_rows_read(path, rows);
}

/* Where there are no nodes, the set is of something else than a list. */
static void read_nodes(named_set *set) {
    if (!named_rows(set, "nodes.tsv", &set->node_rows))
        return;
    size_t count = set->node_rows.count;
    set->list = calloc(count ? count : 1, sizeof *set->list);
    for (size_t i = 0; set->list && i < count; i++) {
        const test_row *row = set->node_rows.rows + i;
        set->list[i] = (rmk_node){.id = (uint32_t)i,
                                  .weight = row->count > 1 ? strtoull(row->cells[1], NULL, 10) : 1,
                                  .name = named_bytes(row->cells[0])};
    }
    set->nodes = (rmk_nodes){set->list, count, (uint32_t)count};
}

static bool weights_differ(const named_set *set) {
    for (size_t i = 1; i < set->nodes.count; i++)
        if (set->list[i].weight != set->list[0].weight)
            return true;
    return false;
}

/* A name in params.txt, and what compares such a set; of more than one the first. */
static const struct {
    const char *mark;
    bool (*check)(named_set *set);
} kinds[] = {
    {"katran", named_check_maglev},
    {"dgryski/go-maglev", named_check_maglev},
    {"kkdai/maglev", named_check_maglev},
    {"go-rendezvous", named_check_rendezvous},
    {"the other dgryski sets", named_check_rendezvous},
    {"RendezvousHash", named_check_rendezvous},
    {"nspcc-dev/hrw", named_check_rendezvous},
    {"go-mpchash", named_check_multi_probe},
    {"seeds=", named_check_multi_probe},
    {"TokenAllocator", named_check_cassandra_tokens},
    {"Murmur3Partitioner.getToken", named_check_cassandra_hash},
    {"SpreadMinimizing", named_check_spread},
    {"taken=every ", named_check_spread},
};

static const char *reason_to_skip(const named_set *set) {
    if (strstr(set->params, "MaglevHash (V1)") && weights_differ(set))
        return "katran's V1 gives weights no proportion: 8, 1, 5, 3 and 2 get a fifth each";
    if (strstr(set->params, "nspcc-dev/hrw") && weights_differ(set))
        return "nspcc's weights are no proportion: 1 to 0.5 gives 3 to 1";
    return NULL;
}

static void check_set(named_set *set, test_named_sets *sums) {
    const char *reason = reason_to_skip(set);
    if (reason) {
        fprintf(set->out, "skipped: %s: %s\n", set->path, reason);
        sums->skipped++;
        return;
    }
    bool known = false;
    for (size_t i = 0; !known && i < sizeof kinds / sizeof *kinds; i++) {
        if (!strstr(set->params, kinds[i].mark))
            continue;
        known = true;
        kinds[i].check(set);
    }
    if (!known)
        named_fail(set, "params.txt names no implementation that is known here");
    sums->failed += set->failed;
    sums->passed += !set->failed;
}

static bool is_of_bounded_loads(const named_set *set) {
    test_rows rows;
    bool has = named_rows(set, "partitions.tsv", &rows);
    if (has)
        test_rows_free(&rows);
    return has || strstr(set->path, "/bounded-") || strstr(set->params, "cap=ceil") ||
           strstr(set->params, "lafikl/consistent") || strstr(set->params, "buraksezer/consistent");
}

test_named_sets test_check_named_sets(const char *folder, FILE *out) {
    test_named_sets sums = {0};
    glob_t found;
    char pattern[4096];
    snprintf(pattern, sizeof pattern, "%s/*/*/params.txt", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        return sums;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        named_set set = {.path = found.gl_pathv[i], .out = out, .params = test_read_text(found.gl_pathv[i])};
        *strrchr(found.gl_pathv[i], '/') = '\0';
        if (set.params && !is_of_bounded_loads(&set)) {
            read_nodes(&set);
            check_set(&set, &sums);
        }
        test_rows_free(&set.node_rows);
        free(set.list);
        free(set.params);
    }
    globfree(&found);
    return sums;
}
