/* Sessions of bounded loads against a model that starts from scratch after every event. */
#include "naive_bounded.h"
#include "tests/placement/nodes.h"

#include <time.h>

#include "core/placement/bounded/session.h"
#include "tests/support/memory.h"

static const struct {
    naive_rule rule;
    const rmk_algorithm *algorithm;
} rules[] = {
    {NAIVE_PAPER, &rmk_algorithm_bounded},
    {NAIVE_ONLINE, &rmk_algorithm_bounded_online},
    {NAIVE_INTEGER, &rmk_algorithm_bounded_integer},
    {NAIVE_LAFIKL, &rmk_algorithm_bounded_integer_lafikl},
};
enum { RULES = sizeof rules / sizeof *rules };

static const rmk_ratio factors[] = {{21, 20},           {5, 4}, {101, 100}, {2, 1},
                                    {1000001, 1000000}, {7, 2}, {30, 1},    {1000000000, 1}};
enum { FACTORS = sizeof factors / sizeof *factors };

typedef struct trial {
    naive model;
    rmk_session *session;
    uint64_t random;
    uint32_t next_id;
    char names[NAIVE_NODES * 40][32]; /* by id */
    uint64_t hashes;                  /* how many different ones; 0: any */
    test_memory memory;
    rmk_allocator allocator;
} trial;

static rmk_node node_of(trial *t, uint32_t id) {
    int length = snprintf(t->names[id], sizeof t->names[id], "n%u", id);
    return (rmk_node){.id = id, .weight = 1, .name = {(const unsigned char *)t->names[id], (size_t)length}};
}

static void trial_open(trial *t, size_t rule, rmk_ratio factor, size_t nodes, unsigned vnodes,
                       uint64_t seed) {
    memset(t, 0, sizeof *t);
    t->random = seed;
    t->allocator = test_allocator(&t->memory);
    t->model = (naive){.rule = rules[rule].rule,
                       .numerator = factor.numerator,
                       .denominator = factor.denominator,
                       .vnodes = vnodes};
    rmk_node list[NAIVE_NODES];
    for (size_t i = 0; i < nodes; i++) {
        list[i] = node_of(t, t->next_id++);
        naive_add(&t->model, list[i].id, t->names[list[i].id]);
    }
    const rmk_nodes table = {list, nodes, t->next_id};
    const rmk_placement_options options = {
        .key_hash = &rmk_hash_xxh3,
        .ring = {.hash = &rmk_hash_xxh3, .vnodes = vnodes, .allocator = &t->allocator},
        .load_factor = factor};
    assert_int_equal(rmk_session_create(rules[rule].algorithm, &table, &options, &t->session), RMK_OK);
}

static void trial_close(trial *t) {
    rmk_session_destroy(t->session);
    assert_int_equal(t->memory.live_bytes, 0);
}

static uint64_t some_hash(trial *t) {
    uint64_t value = next_random(&t->random);
    return t->hashes ? value % t->hashes * (UINT64_MAX / t->hashes) : value;
}

/* Owners, probes, loads and capacities; and the session's own invariants. */
static void assert_as_model(const trial *t) {
    const naive *n = &t->model;
    const char *reason = "";
    if (!rmk_session_validate(t->session, &reason))
        fail_msg("%s", reason);
    assert_int_equal(rmk_session_balls(t->session), n->ball_count);
    assert_int_equal(rmk_session_nodes(t->session), n->node_count);
    for (size_t i = 0; i < n->ball_count; i++) {
        rmk_assignment at;
        assert_int_equal(rmk_session_find(t->session, n->balls[i].name, &at), RMK_OK);
        assert_int_equal(at.owner, n->balls[i].owner);
        assert_int_equal(at.probes, n->balls[i].probes);
    }
    for (size_t i = 0; i < n->node_count; i++) {
        rmk_session_node node = rmk_session_node_at(t->session, i);
        assert_int_equal(node.id, n->nodes[i].id);
        assert_int_equal(node.load, naive_load(n, node.id, n->ball_count));
        assert_int_equal(node.capacity, naive_capacity(n, i, n->ball_count));
    }
}

/* ---- one event at a time; the model follows when the session did it ---- */

typedef struct event {
    enum { ARRIVE, DEPART, ADD, REMOVE } kind;
    size_t place; /* of a ball or a node */
    uint64_t hash;
} event;

static event some_event(trial *t) {
    const naive *n = &t->model;
    uint64_t dice = next_random(&t->random) % 100;
    event e = {.kind = dice < 56 ? ARRIVE : dice < 94 ? DEPART : dice < 97 ? ADD : REMOVE};
    if (e.kind == DEPART && n->ball_count)
        e.place = next_random(&t->random) % n->ball_count;
    else if (e.kind == REMOVE && n->node_count > 1)
        e.place = next_random(&t->random) % n->node_count;
    else if (e.kind != ADD || n->node_count == NAIVE_NODES)
        e = (event){.kind = ARRIVE, .hash = some_hash(t)};
    return e;
}

static rmk_status try_event(trial *t, const event *e, rmk_assignment *at, size_t *moved) {
    rmk_node node;
    switch (e->kind) {
    case ARRIVE:
        return rmk_session_assign(t->session, e->hash, at, moved);
    case DEPART:
        return rmk_session_release(t->session, t->model.balls[e->place].name, moved);
    case ADD:
        node = node_of(t, t->next_id);
        return rmk_session_add(t->session, &node, moved);
    default:
        return rmk_session_remove(t->session, t->model.nodes[e->place].id, moved);
    }
}

static size_t follow_event(trial *t, const event *e, const rmk_assignment *at) {
    naive *n = &t->model;
    size_t moved = e->kind == ARRIVE   ? naive_arrive(n, e->hash)
                   : e->kind == DEPART ? naive_depart(n, e->place)
                   : e->kind == ADD    ? naive_add(n, t->next_id, t->names[t->next_id])
                                       : naive_remove(n, e->place);
    if (e->kind == ARRIVE)
        n->balls[n->ball_count - 1].name = at->ball;
    t->next_id += e->kind == ADD;
    return moved;
}

static void take_event(trial *t) {
    const event e = some_event(t);
    rmk_assignment at = {0};
    size_t moved = 12345;
    assert_int_equal(try_event(t, &e, &at, &moved), RMK_OK);
    assert_int_equal(moved, follow_event(t, &e, &at));
    assert_as_model(t);
    if (e.kind == ARRIVE) {
        assert_int_equal(at.owner, t->model.balls[t->model.ball_count - 1].owner);
        assert_int_equal(at.probes, t->model.balls[t->model.ball_count - 1].probes);
    }
}

static void random_histories_are_those_of_a_model_that_starts_from_scratch(void **state) {
    (void)state;
    uint64_t seed = (uint64_t)time(NULL);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t rule = 0; rule < RULES; rule++)
        for (size_t f = 0; f < FACTORS; f++)
            for (unsigned repeat = 0; repeat < 4; repeat++) {
                static trial t;
                size_t nodes = 1 + next_random(&seed) % 8;
                trial_open(&t, rule, factors[f], nodes, 1 + repeat % 3, next_random(&seed));
                t.hashes = repeat == 3 ? 4 : 0;
                for (unsigned i = 0; i < 400; i++)
                    take_event(&t);
                trial_close(&t);
            }
}

/* ---- memory ---- */

static void an_event_that_lacks_memory_leaves_all_as_it_was(void **state) {
    (void)state;
    uint64_t seed = (uint64_t)time(NULL), failures[4] = {0};
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t rule = 0; rule < RULES; rule++)
        for (unsigned repeat = 0; repeat < 40; repeat++) {
            static trial t;
            trial_open(&t, rule, factors[repeat % 5], 3 + repeat % 8, 1 + repeat % 2, next_random(&seed));
            for (unsigned i = 0; i < 160; i++) {
                const event e = some_event(&t);
                rmk_assignment at = {0};
                size_t moved;
                for (size_t fail = 1;; fail++) {
                    t.memory.fail_at = t.memory.calls + fail;
                    rmk_status status = try_event(&t, &e, &at, &moved);
                    if (!status)
                        break;
                    assert_int_equal(status, RMK_NO_MEMORY);
                    assert_as_model(&t);
                    failures[e.kind]++;
                }
                t.memory.fail_at = 0;
                assert_int_equal(moved, follow_event(&t, &e, &at));
                assert_as_model(&t);
            }
            trial_close(&t);
        }
    assert_in_range(failures[ARRIVE], 500, SIZE_MAX);
    assert_in_range(failures[DEPART], 5, SIZE_MAX);
    assert_in_range(failures[ADD] + failures[REMOVE], 5000, SIZE_MAX);
}

/* ---- edges ---- */

static void every_node_but_one_can_go_and_the_last_has_all(void **state) {
    (void)state;
    for (size_t rule = 0; rule < RULES - 1; rule++) {
        static trial t;
        trial_open(&t, rule, factors[0], 9, 2, 7);
        for (unsigned i = 0; i < 300; i++) {
            const event e = {.kind = ARRIVE, .hash = some_hash(&t)};
            rmk_assignment at;
            assert_int_equal(try_event(&t, &e, &at, NULL), RMK_OK);
            follow_event(&t, &e, &at);
        }
        while (t.model.node_count > 1) {
            const event e = {.kind = REMOVE, .place = t.model.node_count / 2};
            size_t moved;
            assert_int_equal(try_event(&t, &e, NULL, &moved), RMK_OK);
            assert_int_equal(moved, follow_event(&t, &e, NULL));
            assert_as_model(&t);
        }
        assert_int_equal(rmk_session_node_at(t.session, 0).load, 300);
        assert_int_equal(rmk_session_remove(t.session, t.model.nodes[0].id, NULL), RMK_EMPTY);
        assert_as_model(&t);
        trial_close(&t);
    }
}

static void unknown_and_absent_nodes_and_balls_are_refused(void **state) {
    (void)state;
    for (size_t rule = 0; rule < RULES; rule++) {
        static trial t;
        trial_open(&t, rule, factors[1], 3, 1, 11);
        rmk_assignment at, other;
        rmk_node node = node_of(&t, 1);
        assert_int_equal(rmk_session_add(t.session, &node, NULL), RMK_DUPLICATE);
        node.id = 77; /* the name is there */
        assert_int_equal(rmk_session_add(t.session, &node, NULL), RMK_DUPLICATE);
        node = node_of(&t, 5);
        assert_int_equal(rmk_session_remove(t.session, 5, NULL), RMK_NOT_FOUND);
        node.weight = 2;
        assert_int_equal(rmk_session_add(t.session, &node, NULL), RMK_UNSUPPORTED);
        node.weight = 0;
        assert_int_equal(rmk_session_add(t.session, &node, NULL), RMK_BAD_INPUT);
        node = (rmk_node){.id = 5, .weight = 1, .name = {(const unsigned char *)"", 0}};
        assert_int_equal(rmk_session_add(t.session, &node, NULL), RMK_BAD_INPUT);
        assert_int_equal(rmk_session_remove(t.session, 1, NULL), RMK_OK);
        assert_int_equal(rmk_session_remove(t.session, 1, NULL), RMK_NOT_FOUND);
        assert_int_equal(rmk_session_release(t.session, 0, NULL), RMK_NOT_FOUND);
        assert_int_equal(rmk_session_assign(t.session, 5, &at, NULL), RMK_OK);
        assert_int_equal(rmk_session_release(t.session, at.ball, NULL), RMK_OK);
        assert_int_equal(rmk_session_release(t.session, at.ball, NULL), RMK_NOT_FOUND);
        assert_int_equal(rmk_session_assign(t.session, 5, &other, NULL), RMK_OK);
        assert_true(other.ball != at.ball);
        assert_int_equal(rmk_session_find(t.session, at.ball, &at), RMK_NOT_FOUND);
        trial_close(&t);
    }
}

/* A factor so near to 1 that doubles lose it: there is room all the same. */
static void a_load_factor_just_above_one_leaves_room(void **state) {
    (void)state;
    for (size_t rule = 0; rule < RULES; rule++) {
        static trial t;
        trial_open(&t, rule, (rmk_ratio){INT64_MAX, INT64_MAX - 1}, 3, 1, 5);
        for (unsigned i = 0; i < 300; i++) {
            rmk_assignment at;
            assert_int_equal(rmk_session_assign(t.session, some_hash(&t), &at, NULL), RMK_OK);
        }
        uint64_t most = 0;
        for (size_t i = 0; i < 3; i++) {
            uint64_t load = rmk_session_node_at(t.session, i).load;
            most = load > most ? load : most;
        }
        assert_in_range(most, 100, 101);
        trial_close(&t);
    }
}

/* ceil(1.05 x 20 / 3) is 7 exactly, and 8 where 1.05 is a double that is a little more. */
static void capacities_are_exact(void **state) {
    (void)state;
    static trial t;
    trial_open(&t, 1, (rmk_ratio){105, 100}, 3, 1, 5);
    rmk_assignment at;
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(rmk_session_assign(t.session, some_hash(&t), &at, NULL), RMK_OK);
    assert_int_equal(rmk_session_node_at(t.session, 0).capacity, 7);
    trial_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_histories_are_those_of_a_model_that_starts_from_scratch),
        cmocka_unit_test(an_event_that_lacks_memory_leaves_all_as_it_was),
        cmocka_unit_test(every_node_but_one_can_go_and_the_last_has_all),
        cmocka_unit_test(unknown_and_absent_nodes_and_balls_are_refused),
        cmocka_unit_test(a_load_factor_just_above_one_leaves_room),
        cmocka_unit_test(capacities_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
