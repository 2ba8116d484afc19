/*
 * The recorded answers of the systems whose presets share one rule: hash and owner of every key, position and
 * owner of every point. RINGMARK_VECTORS names another folder of sets to run.
 */
#include <dirent.h>

#include "recorded.h"

static const char *const systems[] = {"java-fnv1_32", "dubbo", "ribbon-irule", "xxl-job", "ketama-c",
                                      "groupcache", "libmemcached", "spymemcached", "twemproxy", "uhashring",
                                      /* folders by the names of their presets */
                                      "redis-rb", "dalli", "predis", "predis-ketama", "jedis", "jedis-named",
                                      "varnish-shard", "traffic-server", "memcached-evcache", "enyim",
                                      "opentelemetry", "kong", "thanos", "resty-chash", "grpc-ring"};

typedef struct recording {
    char folder[4096];
    const char *system, *name, *preset;
    char hash[32]; /* empty: the default */
    uint64_t vnodes;
    bool tagged;
    node_table *table;
    rmk_placement *placement;
    rmk_hasher hasher;
    size_t keys, points;
} recording;

/* ---- which options a set means ---- */

static bool has(const recording *r, const char *part) {
    return strstr(r->name, part) != NULL;
}

/* The second word of "cons-crc-five". */
static void take_hash(recording *r) {
    const char *from = strchr(r->name, '-') + 1;
    snprintf(r->hash, sizeof r->hash, "%.*s", (int)strcspn(from, "-"), from);
}

static void choose_libmemcached(recording *r) {
    r->preset = has(r, "weighted-") && !has(r, "auto") ? "libmemcached-weighted" : "libmemcached";
    if (has(r, "cons-"))
        take_hash(r);
    if (has(r, "+md5"))
        strcpy(r->hash, "md5");
}

static void choose_vnodes(recording *r, const char *mark) {
    const char *at = strstr(r->name, mark);
    r->vnodes = at ? strtoull(at + strlen(mark), NULL, 10) : 0;
}

static bool choose(recording *r) {
    if (!strcmp(r->system, "java-fnv1_32")) {
        r->preset = has(r, "novn") ? "java-fnv-plain" : "java-fnv";
        if (r->name[0] == 'v')
            choose_vnodes(r, "vn");
    } else if (!strcmp(r->system, "dubbo")) {
        r->preset = "dubbo";
        choose_vnodes(r, "-nodes");
    } else if (!strcmp(r->system, "xxl-job")) {
        r->preset = "xxl-job";
        r->vnodes = has(r, "5vn") ? 5 : 0;
    } else if (!strcmp(r->system, "ribbon-irule")) {
        r->preset = has(r, "written") ? "ribbon" : "ribbon-intent";
    } else if (!strcmp(r->system, "ketama-c")) {
        r->preset = "ketama";
    } else if (!strcmp(r->system, "groupcache")) {
        r->preset = "groupcache";
    } else if (!strcmp(r->system, "libmemcached")) {
        choose_libmemcached(r);
    } else if (!strcmp(r->system, "spymemcached")) {
        r->preset = has(r, "lib-") ? "spymemcached-lib" : "spymemcached";
    } else if (!strcmp(r->system, "uhashring")) {
        r->preset = has(r, "default") ? "uhashring" : "uhashring-ketama";
    } else if (!strcmp(r->system, "twemproxy")) {
        r->preset = "twemproxy";
        r->tagged = has(r, "hashtag");
        take_hash(r);
    } else {
        r->preset = r->system;
    }
    return !has(r, "modula");
}

/* ---- reading ---- */

/* Calls `take` with three fields of every line, missing ones ""; false when there is no such file. */
static bool each_line(recording *r, const char *file, void (*take)(recording *r, char *fields[3])) {
    char path[5000], *line = NULL, none[1] = "";
    size_t room = 0;
    snprintf(path, sizeof path, "%s/%s", r->folder, file);
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    while (getline(&line, &room, f) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        char *rest = line, *fields[3] = {none, none, none};
        for (size_t i = 0; i < 3 && rest; i++)
            fields[i] = strsep(&rest, "\t");
        take(r, fields);
    }
    free(line);
    fclose(f);
    return true;
}

static void take_node(recording *r, char *fields[3]) {
    static char aliases[64][64];
    rmk_node *node = add_node(r->table, fields[0], strtoull(fields[1], NULL, 10));
    if (!strcmp(r->system, "twemproxy") && *fields[2]) {
        assert_in_range(node->id, 0, 63);
        snprintf(aliases[node->id], sizeof aliases[0], "%s", fields[2]);
        node->alias = bytes_of(aliases[node->id]);
    }
}

/* From the first { to the first } behind it, when there is something between. */
static rmk_bytes hashed_part(const recording *r, const char *key) {
    const char *open = r->tagged ? strchr(key, '{') : NULL;
    const char *close = open ? strchr(open, '}') : NULL;
    if (!close || close == open + 1)
        return bytes_of(key);
    return (rmk_bytes){(const unsigned char *)open + 1, (size_t)(close - open - 1)};
}

/* uhashring's default has positions of 128 bits, of which the preset has the upper half. */
static bool is_wide(const recording *r) {
    return !strcmp(r->preset, "uhashring");
}

static void take_key(recording *r, char *fields[3]) {
    rmk_bytes part = hashed_part(r, fields[0]);
    uint64_t hash = rmk_hash_one(&r->hasher, part.data, part.length);
    uint32_t owner = rmk_placement_locate(r->placement, part, hash);
    r->keys++;
    if (fields[1][0] != '-' && !r->placement->keyless) {
        __extension__ unsigned __int128 wanted = 0;
        for (const char *digit = fields[1]; *digit; digit++)
            wanted = wanted * 10 + (unsigned)(*digit - '0');
        if (is_wide(r))
            wanted >>= 64;
        if (hash != wanted)
            fail_msg("%s: the hash of key \"%s\"", r->folder, fields[0]);
    }
    bool same = owner == RMK_NOBODY
                    ? fields[2][0] == '!'
                    : is_called(r->table->list + rmk_nodes_place(&r->table->nodes, owner), fields[2]);
    if (!same)
        fail_msg("%s: key \"%s\" belongs to %s", r->folder, fields[0], fields[2]);
}

static void check_point(recording *r, size_t i, const char *position, const char *name) {
    rmk_points points = r->placement->algorithm->points(r->placement);
    __extension__ unsigned __int128 value = 0;
    for (; *position; position++)
        value = value * 10 + (unsigned)(*position - '0');
    unsigned bits = rmk_preset_find(r->preset)->bits;
    uint64_t wanted = is_wide(r) ? (uint64_t)(value >> 64) : (uint64_t)value << (64 - bits);
    if (i >= points.count || points.positions[i] != wanted ||
        !is_called(r->table->list + points.owners[i], name))
        fail_msg("%s: point %zu is not of %s", r->folder, i, name);
    r->points = i + 1;
}

static void take_point(recording *r, char *fields[3]) {
    check_point(r, r->points, fields[0], fields[1]);
}

/* The place on the ring stands before; the last point is always there. */
static void take_point_of_part(recording *r, char *fields[3]) {
    check_point(r, (size_t)strtoull(fields[0], NULL, 10), fields[1], fields[2]);
}

static void run_set(recording *r) {
    static node_table table;
    memset(&table, 0, sizeof table);
    r->table = &table;
    if (!each_line(r, "nodes.tsv", take_node))
        fail_msg("%s has no nodes.tsv", r->folder);
    const rmk_preset *preset = rmk_preset_find(r->preset);
    const rmk_hash *hash = r->hash[0] ? rmk_preset_hash_find(preset, r->hash) : preset->hashes[0].hash;
    assert_non_null(hash);
    rmk_placement_options options = {.key_hash = hash,
                                     .ring = {.vnodes = r->vnodes, .index = &rmk_index_eytzinger}};
    assert_int_equal(rmk_preset_place(preset, &table.nodes, &options, &r->placement), RMK_OK);
    assert_int_equal(rmk_hasher_open(&r->hasher, hash, RMK_ISA_AUTO, NULL), RMK_OK);
    assert_true(each_line(r, "keys.tsv", take_key));
    assert_in_range(r->keys, 20, SIZE_MAX);
    if (each_line(r, "ring.tsv", take_point) || each_line(r, "ring-part.tsv", take_point_of_part))
        assert_int_equal(r->points, r->placement->algorithm->points(r->placement).count);
    assert_consistent(r->placement, 5);
    rmk_hasher_close(&r->hasher);
    rmk_placement_destroy(r->placement);
}

static size_t run_system(const char *root, const char *system) {
    char path[4096];
    size_t sets = 0;
    DIR *folder = NULL;
    if (snprintf(path, sizeof path, "%s/%s", root, system) < (int)sizeof path)
        folder = opendir(path);
    if (!folder)
        fail_msg("cannot read %s: run from the top of the sources, or set RINGMARK_SRCDIR", path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        static recording r;
        if (strchr(entry->d_name, '.'))
            continue;
        r = (recording){.system = system, .name = entry->d_name};
        if (snprintf(r.folder, sizeof r.folder, "%s/%s", path, entry->d_name) >= (int)sizeof r.folder ||
            !choose(&r))
            continue;
        run_set(&r);
        sets++;
    }
    closedir(folder);
    return sets;
}

static void every_recorded_set_is_reproduced(void **state) {
    (void)state;
    const char *root = getenv("RINGMARK_VECTORS"), *top = getenv("RINGMARK_SRCDIR");
    char own[4000] = "";
    size_t sets = 0;
    assert_in_range(snprintf(own, sizeof own, "%s/tests/vectors", top ? top : "."), 1, sizeof own - 1);
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        sets += run_system(root ? root : own, systems[i]);
    print_message("%zu sets\n", sets);
    assert_in_range(sets, 150, SIZE_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_recorded_set_is_reproduced)};
    return cmocka_run_group_tests_name("recorded sets", tests, NULL, NULL);
}
