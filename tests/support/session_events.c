/* session_events.c - sets of session_sets.h that assign and release keys one by one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "session_set.h"

typedef struct live_ball {
    const char *key;
    uint64_t ball;
} live_ball;

/* A session, the balls that are left in order of arrival, and all nodes that ever were, by id. */
typedef struct replay {
    session_set *set;
    rmk_session *session;
    rmk_node *nodes;
    live_ball *balls;
    size_t count;
} replay;

static bool replay_open(replay *r, session_set *set, const rmk_algorithm *algorithm, size_t events) {
    *r = (replay){.set = set};
    r->nodes = calloc(set->nodes.count + events, sizeof *r->nodes);
    r->balls = calloc(events, sizeof *r->balls);
    if (!r->nodes || !r->balls)
        abort();
    memcpy(r->nodes, set->list, set->nodes.count * sizeof *r->nodes);
    rmk_status status = rmk_session_create(algorithm, &set->nodes, &set->options, &r->session);
    return status ? session_set_fail(set, "%s: %s", algorithm->name, rmk_status_text(status)) : true;
}

static void replay_close(replay *r) {
    rmk_session_destroy(r->session);
    free(r->nodes);
    free(r->balls);
}

static bool same_count(replay *r, const test_row *event, size_t cell, uint64_t found) {
    if (!*event->cells[cell] || strtoull(event->cells[cell], NULL, 10) == found)
        return true;
    return session_set_fail(r->set, "%s '%s': %s is recorded, and not %" PRIu64, event->cells[0],
                            event->cells[1], event->cells[cell], found);
}

static bool arrive(replay *r, const test_row *event, const char *key, const char *recorded, uint64_t hash) {
    rmk_assignment assigned;
    size_t moved;
    rmk_status status = rmk_session_assign(r->session, hash, &assigned, &moved);
    if (status)
        return session_set_fail(r->set, "'%s' arrives: %s", key, rmk_status_text(status));
    r->balls[r->count++] = (live_ball){key, assigned.ball};
    return session_set_same(r->set, "arrive", key, recorded, r->nodes[assigned.owner].name) &&
           (!event || same_count(r, event, 3, moved));
}

/* Takes the place-th ball out. */
static bool depart_at(replay *r, const test_row *event, size_t place) {
    if (place == r->count)
        return session_set_fail(r->set, "%s '%s': there is none", event->cells[0], event->cells[1]);
    size_t moved;
    rmk_status status = rmk_session_release(r->session, r->balls[place].ball, &moved);
    memmove(r->balls + place, r->balls + place + 1, (--r->count - place) * sizeof *r->balls);
    if (status)
        return session_set_fail(r->set, "'%s' departs: %s", event->cells[1], rmk_status_text(status));
    return same_count(r, event, 3, moved);
}

static bool depart(replay *r, const test_row *event) {
    size_t place = 0;
    while (place < r->count && strcmp(r->balls[place].key, event->cells[1]) != 0)
        place++;
    return depart_at(r, event, place);
}

/* Any ball of the node is done: which one makes no difference to loads. */
static bool done(replay *r, const test_row *event) {
    size_t place = 0;
    for (; place < r->count; place++) {
        rmk_assignment at;
        if (!rmk_session_find(r->session, r->balls[place].ball, &at) &&
            !rmk_bytes_compare(r->nodes[at.owner].name, session_set_bytes(event->cells[1])))
            break;
    }
    return depart_at(r, event, place);
}

static bool change_nodes(replay *r, const test_row *event, bool add) {
    size_t moved;
    rmk_status status = RMK_NOT_FOUND;
    if (add) {
        rmk_node node = session_set_node(r->set, event->cells[1]);
        r->nodes[node.id] = node;
        status = rmk_session_add(r->session, &node, &moved);
    }
    for (uint32_t id = 0; !add && id < r->set->next_id; id++)
        if (!rmk_bytes_compare(r->nodes[id].name, session_set_bytes(event->cells[1])))
            status = rmk_session_remove(r->session, id, &moved);
    if (status)
        return session_set_fail(r->set, "%s '%s': %s", event->cells[0], event->cells[1],
                                rmk_status_text(status));
    return same_count(r, event, 3, moved);
}

static bool compare_load(replay *r, const test_row *event) {
    for (size_t i = 0; i < rmk_session_nodes(r->session); i++) {
        rmk_session_node node = rmk_session_node_at(r->session, i);
        if (!rmk_bytes_compare(r->nodes[node.id].name, session_set_bytes(event->cells[1])))
            return same_count(r, event, 2, node.load);
    }
    return session_set_fail(r->set, "load '%s': there is no such node", event->cells[1]);
}

static bool take_event(replay *r, const test_row *event, uint64_t hash) {
    const char *op = event->cells[0];
    if (!strcmp(op, "arrive"))
        return arrive(r, event, event->cells[1], event->cells[2], hash);
    if (!strcmp(op, "depart"))
        return depart(r, event);
    if (!strcmp(op, "done"))
        return done(r, event);
    if (!strcmp(op, "add") || !strcmp(op, "remove"))
        return change_nodes(r, event, *op == 'a');
    if (!strcmp(op, "load"))
        return compare_load(r, event);
    if (!strcmp(op, "maxload"))
        return same_count(r, event, 2, rmk_session_node_at(r->session, 0).capacity);
    return session_set_fail(r->set, "unknown event %s", op);
}

static bool take_events(replay *r, const test_rows *events, const rmk_hasher *hasher) {
    for (size_t i = 0; i < events->count; i++) {
        const test_row *event = events->rows + i;
        const char *reason = "";
        if (!take_event(r, event, rmk_hash_one(hasher, event->cells[1], strlen(event->cells[1]))))
            return false;
        if (!rmk_session_validate(r->session, &reason))
            return session_set_fail(r->set, "%s '%s': %s", event->cells[0], event->cells[1], reason);
    }
    return true;
}

static bool replay_events(session_set *set, const rmk_algorithm *algorithm, bool (*then)(replay *r)) {
    test_rows events;
    rmk_hasher hasher;
    replay r = {0};
    if (!session_set_rows(set, "events.tsv", &events))
        return session_set_fail(set, "events.tsv cannot be read");
    bool same = rmk_hasher_open(&hasher, set->options.key_hash, RMK_ISA_AUTO, NULL) == RMK_OK &&
                replay_open(&r, set, algorithm, events.count) && take_events(&r, &events, &hasher) &&
                (!then || then(&r));
    rmk_hasher_close(&hasher);
    replay_close(&r);
    test_rows_free(&events);
    return same;
}

/* keys.tsv against the balls that are left. */
static bool compare_left(replay *r) {
    const test_rows *keys = &r->set->keys;
    if (keys->count != r->count)
        return session_set_fail(r->set, "%zu keys are recorded as left, and not %zu", keys->count, r->count);
    for (size_t i = 0; i < keys->count; i++) {
        const char *const *cells = keys->rows[i].cells;
        rmk_assignment at = {0};
        if (session_set_xxh64(cells[0]) != strtoull(cells[1], NULL, 10))
            return session_set_fail(r->set, "'%s' has another hash", cells[0]);
        if (strcmp(cells[0], r->balls[i].key) != 0 || rmk_session_find(r->session, r->balls[i].ball, &at))
            return session_set_fail(r->set, "'%s' is recorded as left, and not '%s'", cells[0],
                                    r->balls[i].key);
        if (!session_set_same(r->set, "left", cells[0], cells[2], r->nodes[at.owner].name))
            return false;
    }
    return true;
}

static void use_xxh64(session_set *set) {
    set->options.key_hash = set->options.ring.hash = &rmk_hash_xxh64;
    set->options.ring.label = "{name}";
    set->options.ring.vnodes = 1;
}

bool session_check_paper(session_set *set) {
    use_xxh64(set);
    return replay_events(set, &rmk_algorithm_bounded, compare_left);
}

bool session_check_online(session_set *set) {
    use_xxh64(set);
    replay r;
    bool same = replay_open(&r, set, &rmk_algorithm_bounded_online, set->keys.count);
    for (size_t i = 0; same && i < set->keys.count; i++) {
        const char *const *cells = set->keys.rows[i].cells;
        same = arrive(&r, NULL, cells[0], cells[2], session_set_xxh64(cells[0]));
        if (same && session_set_xxh64(cells[0]) != strtoull(cells[1], NULL, 10))
            same = session_set_fail(set, "'%s' has another hash", cells[0]);
    }
    replay_close(&r);
    return same;
}

/* keys.tsv: what an idle session answers. */
static bool compare_idle(session_set *set) {
    rmk_placement *placement;
    rmk_hasher hasher;
    if (rmk_placement_create(&rmk_algorithm_bounded_integer_lafikl, &set->nodes, &set->options, &placement))
        return session_set_fail(set, "there is no placement of the nodes");
    bool same = rmk_hasher_open(&hasher, set->options.key_hash, RMK_ISA_AUTO, NULL) == RMK_OK;
    for (size_t i = 0; same && i < set->keys.count; i++) {
        const char *const *cells = set->keys.rows[i].cells;
        rmk_bytes key = session_set_bytes(cells[0]);
        uint32_t owner = rmk_placement_locate(placement, key, rmk_hash_one(&hasher, key.data, key.length));
        same = session_set_same(set, "idle owner of", cells[0], cells[2], set->list[owner].name);
    }
    rmk_hasher_close(&hasher);
    rmk_placement_destroy(placement);
    return same;
}

bool session_check_lafikl(session_set *set) {
    set->options.key_hash = set->options.ring.hash = &rmk_hash_blake2b;
    set->options.ring.label = "{name}{vnode}";
    set->options.ring.vnodes = 10;
    return compare_idle(set) && replay_events(set, &rmk_algorithm_bounded_integer_lafikl, NULL);
}
