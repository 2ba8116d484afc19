#include "bench/input/nodes/schemes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 60, VNODES = 40, SETS = 3, TEXT = 128 };

typedef char text[TEXT];

static rmk_pattern parsed(const char *source, unsigned allowed) {
    rmk_pattern pattern;
    size_t at;
    if (rmk_pattern_parse(source, allowed, &pattern, &at) != RMK_OK)
        fail_msg("'%s' is no pattern from '%s' on", source, source + at);
    return pattern;
}

static size_t format(const rmk_pattern *pattern, rmk_pattern_values values, char *out) {
    assert_true(rmk_pattern_bound(pattern, values.name.length) < TEXT);
    size_t length = rmk_pattern_format(pattern, &values, (unsigned char *)out);
    out[length] = 0;
    return length;
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static void all_differ(text *texts, size_t count, const char *scheme) {
    qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 1; i < count; i++)
        if (!strcmp(texts[i], texts[i - 1]))
            fail_msg("scheme %s has '%s' twice", scheme, texts[i]);
}

/* Of all points of all nodes of all sets. */
static size_t format_labels(const rm_scheme *scheme, text *labels) {
    char *source = rm_scheme_label(scheme, SETS);
    rmk_pattern names = parsed(scheme->names, RMK_FIELDS_OF_NAMES);
    rmk_pattern label = parsed(source, RMK_FIELDS_OF_LABELS);
    size_t count = 0;
    for (uint64_t set = 0; set < SETS; set++)
        for (uint64_t node = 0; node < NODES; node++) {
            text name;
            size_t length = format(&names, (rmk_pattern_values){.set = set, .index = node}, name);
            rmk_pattern_values values = {.name = {(unsigned char *)name, length}, .set = set};
            for (values.vnode = 0; values.vnode < VNODES; values.vnode++)
                format(&label, values, labels[count++]);
        }
    free(source);
    return count;
}

static void every_scheme_gives_every_point_of_every_set_a_label_of_its_own(void **state) {
    (void)state;
    size_t count;
    const rm_scheme *table = rm_scheme_table(&count);
    text *labels = malloc((size_t)SETS * NODES * VNODES * sizeof *labels);
    for (size_t i = 0; i < count; i++)
        all_differ(labels, format_labels(table + i, labels), table[i].name);
    free(labels);
}

static void every_scheme_gives_the_nodes_of_a_set_different_names(void **state) {
    (void)state;
    size_t count;
    const rm_scheme *table = rm_scheme_table(&count);
    enum { MANY = 5000 };
    text *names = malloc(MANY * sizeof *names);
    for (size_t i = 0; i < count; i++) {
        rmk_pattern pattern = parsed(table[i].names, RMK_FIELDS_OF_NAMES);
        for (uint64_t set = 0; set < 12; set += 11) {
            for (uint64_t node = 0; node < MANY; node++)
                format(&pattern, (rmk_pattern_values){.set = set, .index = node}, names[node]);
            all_differ(names, MANY, table[i].name);
        }
    }
    free(names);
}

static void schemes_are_known_by_short_names_of_their_own(void **state) {
    (void)state;
    size_t count;
    const rm_scheme *table = rm_scheme_table(&count);
    for (size_t i = 0; i < count; i++) {
        assert_in_range(strlen(table[i].name), 2, 15);
        assert_int_equal(strspn(table[i].name, "abcdefghijklmnopqrstuvwxyz0123456789-"),
                         strlen(table[i].name));
        assert_string_not_equal(table[i].name, "all");
        assert_string_not_equal(table[i].name, "custom");
        assert_ptr_equal(rm_scheme_named("--scheme", table[i].name), table + i);
        assert_true(strlen(table[i].seen) > 0);
    }
}

static void a_scheme_has_the_labels_that_are_seen(void **state) {
    (void)state;
    static const struct {
        const char *scheme, *label;
    } expected[] = {
        {"node", "node-7#3"},
        {"memcached", "10.0.2.7:11211-3"},
        {"hash-sign", "10.0.2.7:80#3"},
        {"underscore", "10.0.2.7:80_3"},
        {"java", "192.168.2.7:111&&VN3"},
        {"shard", "SHARD-10.0.2.7:9999-NODE-3"},
        {"index-first", "310.0.2.7:8080"},
        {"hostname", "cache-7.r2.example.com:11211-3"},
        {"numbered", "node207-3"},
        {"pod", "redis-7.redis.shop-2.svc.cluster.local:6379#3"},
        {"ec2", "ip-10-0-2-7.ec2.internal-3"},
        {"letter", "h3"},
        {"url", "https://cache7.dc2.example.com:8443/#3"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const rm_scheme *scheme = rm_scheme_named("--scheme", expected[i].scheme);
        rmk_pattern names = parsed(scheme->names, RMK_FIELDS_OF_NAMES);
        rmk_pattern label = parsed(scheme->label, RMK_FIELDS_OF_LABELS);
        text name, found;
        size_t length = format(&names, (rmk_pattern_values){.set = 2, .index = 7}, name);
        format(&label, (rmk_pattern_values){{(unsigned char *)name, length}, 3, 2, 7}, found);
        assert_string_equal(found, expected[i].label);
    }
}

static void sets_stand_before_a_label_that_has_no_place_for_them(void **state) {
    (void)state;
    static const struct {
        const char *scheme;
        uint64_t sets;
        const char *label;
    } expected[] = {
        {"node", 1, "{name}#{vnode}"},          {"node", 2, "{set}/{name}#{vnode}"},
        {"letter", 200, "{set}/{name}{vnode}"}, {"memcached", 200, "{name}-{vnode}"},
        {"uuid", 200, "{name}-{vnode}"},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char *label = rm_scheme_label(rm_scheme_named("--scheme", expected[i].scheme), expected[i].sets);
        assert_string_equal(label, expected[i].label);
        free(label);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scheme_gives_every_point_of_every_set_a_label_of_its_own),
        cmocka_unit_test(every_scheme_gives_the_nodes_of_a_set_different_names),
        cmocka_unit_test(schemes_are_known_by_short_names_of_their_own),
        cmocka_unit_test(a_scheme_has_the_labels_that_are_seen),
        cmocka_unit_test(sets_stand_before_a_label_that_has_no_place_for_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
