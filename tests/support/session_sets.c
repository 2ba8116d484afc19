#include "session_sets.h"

#include <ctype.h>
#include <glob.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "session_set.h"

bool session_set_fail(session_set *set, const char *format, ...) {
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

bool session_set_rows(const session_set *set, const char *file, test_rows *rows) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", set->path, file);
    return test_rows_read(path, rows);
}

rmk_bytes session_set_bytes(const char *text) {
    return (rmk_bytes){(const unsigned char *)text, strlen(text)};
}

uint64_t session_set_xxh64(const char *key) {
    return rmk_hash_xxh64.one(NULL, key, strlen(key));
}

rmk_node session_set_node(session_set *set, const char *name) {
    return (rmk_node){.id = set->next_id++, .weight = 1, .name = session_set_bytes(name)};
}

bool session_set_same(session_set *set, const char *what, const char *key, const char *recorded,
                      rmk_bytes found) {
    if (!rmk_bytes_compare(session_set_bytes(recorded), found))
        return true;
    return session_set_fail(set, "%s '%s': %s is recorded, and not %.*s", what, key, recorded,
                            (int)found.length, (const char *)found.data);
}

static bool has_file(const session_set *set, const char *file) {
    test_rows rows;
    bool has = session_set_rows(set, file, &rows);
    if (has)
        test_rows_free(&rows);
    return has;
}

/* What follows the name, which begins a word; NULL: it is not there. */
static const char *fact(const session_set *set, const char *name) {
    for (const char *at = strstr(set->params, name); at; at = strstr(at + 1, name))
        if (at == set->params || strchr(" ;\n", at[-1]))
            return at + strlen(name);
    return NULL;
}

/* "c=1.05", exactly. */
static bool read_factor(session_set *set) {
    static const char *const names[] = {"Load=", "factor=", "c="};
    const char *text = NULL;
    for (size_t i = 0; !text && i < sizeof names / sizeof *names; i++)
        text = fact(set, names[i]);
    rmk_ratio factor = {0, 1};
    bool point = false;
    for (; text && (isdigit(*text) || (!point && *text == '.' && isdigit(text[1]))); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        factor.numerator = 10 * factor.numerator + (uint64_t)(*text - '0');
        factor.denominator *= point ? 10 : 1;
    }
    set->options.load_factor = factor;
    return factor.numerator > factor.denominator ? true : session_set_fail(set, "no load factor above 1");
}

static bool read_nodes(session_set *set) {
    if (!session_set_rows(set, "nodes.tsv", &set->node_rows) || !set->node_rows.count)
        return session_set_fail(set, "nodes.tsv cannot be read");
    if (!session_set_rows(set, "keys.tsv", &set->keys) || !set->keys.count)
        return session_set_fail(set, "keys.tsv cannot be read");
    set->list = calloc(set->node_rows.count, sizeof *set->list);
    if (!set->list)
        abort();
    for (size_t i = 0; i < set->node_rows.count; i++)
        set->list[i] = session_set_node(set, set->node_rows.rows[i].cells[0]);
    set->nodes = (rmk_nodes){set->list, set->node_rows.count, set->next_id};
    return true;
}

static bool is_of_bounded_loads(const session_set *set) {
    return strstr(set->path, "/bounded-") || has_file(set, "partitions.tsv") || has_file(set, "events.tsv") ||
           strstr(set->params, "cap=ceil");
}

static bool check_set(session_set *set) {
    if (!read_factor(set) || !read_nodes(set))
        return false;
    if (strstr(set->params, "impl=lafikl/"))
        return session_check_lafikl(set);
    if (strstr(set->params, "impl=buraksezer/"))
        return session_check_partitions(set);
    if (!strstr(set->params, "MODEL"))
        return session_set_fail(set, "params.txt names no implementation that is known here");
    return has_file(set, "events.tsv") ? session_check_paper(set) : session_check_online(set);
}

static void set_free(session_set *set) {
    test_rows_free(&set->node_rows);
    test_rows_free(&set->keys);
    free(set->list);
    free(set->params);
}

test_session_sets test_check_session_sets(const char *folder, FILE *out) {
    test_session_sets sums = {0};
    glob_t found;
    char pattern[4096];
    snprintf(pattern, sizeof pattern, "%s/*/*/params.txt", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        return sums;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        session_set set = {
            .path = found.gl_pathv[i], .out = out, .params = test_read_text(found.gl_pathv[i])};
        *strrchr(found.gl_pathv[i], '/') = '\0';
        if (set.params && is_of_bounded_loads(&set)) {
            bool same = check_set(&set);
            sums.passed += same;
            sums.failed += !same;
        }
        set_free(&set);
    }
    globfree(&found);
    return sums;
}
