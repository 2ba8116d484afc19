/* Histories on node lists, beside a model that keeps names in an array. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/input/nodes/changes_file.h"
#include "bench/support/random.h"
#include "tests/support/child.h"

enum { FIRST = 6, NAMES = 14, MOST_STEPS = 60 };

static const char *folder;

static int make_folder(void **state) {
    (void)state;
    folder = test_folder();
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    test_remove_folder(folder);
    return 0;
}

static rm_options options_of(const char *changes) {
    rm_options options = {.names = "n{index}", .seed = 1, .past = changes};
    size_t fault;
    assert_int_equal(rmk_pattern_parse(options.names, RMK_FIELDS_OF_NAMES, &options.names_pattern, &fault),
                     RMK_OK);
    return options;
}

/* Names 0..5 are there at first, each with the id of its number; others get ids as they come. */
typedef struct model {
    int order[NAMES]; /* names that are there, as they came */
    size_t count;
    int id_of[NAMES]; /* -1: it never came */
    int next_id;
    char text[4096]; /* the file */
    rmk_step steps[MOST_STEPS];
    size_t step_count;
} model;

static void begin(model *m) {
    *m = (model){.count = FIRST, .next_id = FIRST};
    for (int name = 0; name < NAMES; name++) {
        m->id_of[name] = name < FIRST ? name : -1;
        m->order[name] = name;
    }
}

static size_t find(const model *m, int name) {
    for (size_t i = 0; i < m->count; i++)
        if (m->order[i] == name)
            return i;
    return SIZE_MAX;
}

static void write_line(model *m, bool add, int name) {
    size_t used = strlen(m->text);
    snprintf(m->text + used, sizeof m->text - used, "%s n%d\n", add ? "add" : "remove", name);
    m->steps[m->step_count++] = (rmk_step){add, (uint32_t)m->id_of[name]};
}

/* A change that can be made. */
static void change(model *m, rm_random *random) {
    int name = (int)rm_random_below(random, NAMES);
    size_t at = find(m, name);
    if (at == SIZE_MAX) {
        if (m->id_of[name] < 0)
            m->id_of[name] = m->next_id++;
        m->order[m->count++] = name;
        write_line(m, true, name);
    } else if (m->count > 1) {
        write_line(m, false, name);
        m->count--;
        memmove(m->order + at, m->order + at + 1, (m->count - at) * sizeof *m->order);
    }
}

static void is_name(const rmk_node *node, int name, const model *m) {
    char text[16];
    int length = snprintf(text, sizeof text, "n%d", name);
    assert_int_equal(node->name.length, length);
    assert_memory_equal(node->name.data, text, (size_t)length);
    assert_int_equal(node->id, m->id_of[name]);
}

static void has_steps(const rm_past *past, const model *m) {
    assert_int_equal(past->first, FIRST);
    assert_int_equal(past->count, m->step_count);
    for (size_t i = 0; i < past->count; i++) {
        assert_int_equal(past->steps[i].add, m->steps[i].add);
        assert_int_equal(past->steps[i].id, m->steps[i].id);
    }
}

static void check_resulting(const rm_options *options, const model *m) {
    rm_node_list list = rm_nodes_of(options, FIRST, 0);
    assert_int_equal(list.nodes.count, m->count);
    assert_int_equal(list.nodes.id_limit, m->next_id);
    for (size_t i = 0; i < m->count; i++) {
        is_name(list.list + i, m->order[i], m);
        assert_false(list.list[i].down);
    }
    has_steps(&list.past, m);
    assert_int_equal(list.past.gone_count, (size_t)m->next_id - m->count);
    rm_nodes_free(&list);
}

static void check_kept(const rm_options *options, const model *m) {
    rm_node_list list = rm_nodes_for(options, &rmk_algorithm_memento, FIRST, 0);
    bool *gone = rm_nodes_gone(&list);
    assert_int_equal(list.nodes.count, m->next_id);
    for (int name = 0; name < NAMES; name++) {
        if (m->id_of[name] < 0)
            continue;
        size_t place = (size_t)m->id_of[name]; /* everybody in the order in which they first came */
        is_name(list.list + place, name, m);
        assert_int_equal(list.list[place].down, find(m, name) == SIZE_MAX);
        assert_int_equal(gone[place], find(m, name) == SIZE_MAX);
    }
    has_steps(&list.past, m);
    free(gone);
    rm_nodes_free(&list);
}

static void any_history_leaves_what_a_naive_list_has(void **state) {
    (void)state;
    rm_random random = rm_random_seeded(7);
    for (int turn = 0; turn < 300; turn++) {
        model m;
        begin(&m);
        size_t steps = 1 + (size_t)rm_random_below(&random, MOST_STEPS - 1);
        while (!m.step_count)
            change(&m, &random);
        for (size_t i = 1; i < steps; i++)
            change(&m, &random);
        char name[32];
        snprintf(name, sizeof name, "history-%d", turn);
        char *path = test_file(folder, name, m.text, strlen(m.text));
        rm_options options = options_of(path);
        check_resulting(&options, &m);
        check_kept(&options, &m);
        free(path);
    }
}

static void fields_are_read_as_in_a_nodes_file(void **state) {
    (void)state;
    static const char text[] =
        "# first\n\n  remove   n1 \r\nadd \"a,\"\"b\",3,\"zone 1\"\nadd remove\nadd n1,,z";
    char *path = test_file(folder, "fields", text, strlen(text));
    rm_changes changes = rm_changes_read(path);
    assert_int_equal(changes.count, 4);
    static const struct {
        uint64_t line, weight;
        bool add, weighted;
        const char *name, *zone;
    } expected[] = {{3, 1, false, false, "n1", ""},
                    {4, 3, true, true, "a,\"b", "zone 1"},
                    {5, 1, true, false, "remove", ""},
                    {6, 1, true, false, "n1", "z"}};
    for (size_t i = 0; i < changes.count; i++) {
        const rm_changes_line *line = changes.lines + i;
        assert_int_equal(line->line, expected[i].line);
        assert_int_equal(line->add, expected[i].add);
        assert_int_equal(line->weighted, expected[i].weighted);
        assert_int_equal(line->weight, expected[i].weight);
        assert_int_equal(line->name.length, strlen(expected[i].name));
        assert_memory_equal(line->name.data, expected[i].name, line->name.length);
        assert_int_equal(line->zone.length, strlen(expected[i].zone));
        assert_memory_equal(line->zone.data, expected[i].zone, line->zone.length);
    }
    rm_changes_free(&changes);
    free(path);
}

/* Each of five is one of the two that leave in 2/5 of the draws, and the first in 1/5. */
static void those_who_leave_are_drawn_evenly_and_in_random_order(void **state) {
    (void)state;
    enum { DRAWS = 20000 };
    unsigned leaves[5] = {0}, first[5] = {0};
    rm_options options = options_of(NULL);
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        rm_node_list list = rm_nodes_for(&options, &rmk_algorithm_anchor, 5, 0);
        rm_nodes_leave_some(&list, 2, seed);
        assert_int_equal(list.past.count, 2);
        first[list.past.steps[0].id]++;
        for (size_t i = 0; i < 2; i++)
            leaves[list.past.steps[i].id]++;
        rm_nodes_free(&list);
    }
    for (size_t i = 0; i < 5; i++) {
        assert_in_range(leaves[i], DRAWS * 2 / 5 - 350, DRAWS * 2 / 5 + 350); /* five standard errors */
        assert_in_range(first[i], DRAWS / 5 - 290, DRAWS / 5 + 290);
    }
}

static void one_always_stays_and_who_left_can_return(void **state) {
    (void)state;
    rm_options options = options_of(NULL);
    const rmk_algorithm *const both[] = {&rmk_algorithm_dx, &rmk_algorithm_ring};
    for (size_t a = 0; a < 2; a++) {
        rm_node_list list = rm_nodes_for(&options, both[a], 4, 0);
        assert_int_equal(rm_nodes_part(&list, 30), 1);
        assert_int_equal(rm_nodes_part(&list, 12.5), 1);
        assert_int_equal(rm_nodes_part(&list, 12.4), 0);
        rm_nodes_leave_some(&list, 9, 1);
        assert_int_equal(list.past.gone_count, 3);
        assert_int_equal(list.nodes.count, a == 0 ? 4 : 1);
        assert_int_equal(rm_nodes_part(&list, 99), 1);
        uint32_t last = list.past.steps[2].id;
        char name[8];
        snprintf(name, sizeof name, "n%u", last);
        rmk_bytes text = {(const unsigned char *)name, strlen(name)};
        assert_true(rm_nodes_return(&list, text));
        assert_false(rm_nodes_return(&list, text));
        assert_int_equal(list.past.count, 4);
        assert_true(list.past.steps[3].add);
        assert_int_equal(list.past.steps[3].id, last);
        size_t place = rm_nodes_named(&list, name);
        assert_int_equal(list.list[place].id, last);
        assert_false(list.list[place].down);
        assert_int_equal(place, a == 0 ? last : 1);
        rm_node_list copy = rm_nodes_copy(&list, 0);
        assert_int_equal(copy.past.count, 4);
        assert_int_equal(copy.past.gone_count, 2);
        assert_int_equal(copy.past.steps[3].id, last);
        rm_nodes_free(&list);
        rm_nodes_free(&copy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_history_leaves_what_a_naive_list_has),
        cmocka_unit_test(fields_are_read_as_in_a_nodes_file),
        cmocka_unit_test(those_who_leave_are_drawn_evenly_and_in_random_order),
        cmocka_unit_test(one_always_stays_and_who_left_can_return),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
