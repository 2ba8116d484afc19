/* session_partitions.c - sets of session_sets.h that place partitions. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/placement/bounded/bounded_capacity.h"
#include "session_set.h"

enum { MOST_NODES_ADDED = 16 };

/* A session that holds a ball a partition, and the list of nodes beside it. */
typedef struct dealing {
    session_set *set;
    const rmk_algorithm *algorithm;
    rmk_session *session;
    rmk_node *list; /* that are there */
    rmk_node *all;  /* that ever were, by id */
    size_t count;
    test_rows partitions;
    const char *capacities; /* what is left of params.txt's list; NULL: none */
    bool integer;
} dealing;

static uint64_t number_of(const session_set *set, const char *name, uint64_t otherwise) {
    const char *at = strstr(set->params, name);
    return at ? strtoull(at + strlen(name), NULL, 10) : otherwise;
}

static bool compare_capacity(dealing *d, size_t column) {
    if (!d->capacities)
        return true;
    char *end;
    uint64_t recorded = strtoull(d->capacities, &end, 10);
    uint64_t found =
        rmk_partition_capacity(d->set->options.load_factor, d->partitions.count, d->count, d->integer);
    d->capacities = *end == ' ' ? end + 1 : NULL;
    return recorded == found
               ? true
               : session_set_fail(d->set, "step %zu: capacity %" PRIu64 " is recorded, and not %" PRIu64,
                                  column, recorded, found);
}

/* The placement of the list, and the balls of the session that came to it by changes. */
static bool compare_step(dealing *d, size_t column) {
    const rmk_nodes nodes = {d->list, d->count, d->set->next_id};
    rmk_placement *placement;
    rmk_status status = rmk_placement_create(d->algorithm, &nodes, &d->set->options, &placement);
    if (status)
        return session_set_fail(d->set, "step %zu: %s", column, rmk_status_text(status));
    bool same = compare_capacity(d, column);
    for (size_t p = 0; same && p < d->partitions.count; p++) {
        const char *const *cells = d->partitions.rows[p].cells;
        uint32_t owner = rmk_placement_locate(placement, session_set_bytes(""), p);
        rmk_assignment at = {0};
        same = session_set_same(d->set, "partition", cells[0], cells[column], d->all[owner].name);
        if (same && (rmk_session_find(d->session, p, &at) || at.owner != owner))
            same = session_set_fail(d->set, "partition %zu: the session has another owner", p);
    }
    rmk_placement_destroy(placement);
    return same;
}

static bool take_step(dealing *d, const char *step) {
    char name[256] = "";
    size_t place = 0;
    rmk_status status;
    if (sscanf(step, " add '%255[^']'", name) == 1) {
        rmk_node node = session_set_node(d->set, strdup(name));
        d->all[node.id] = d->list[d->count++] = node;
        status = rmk_session_add(d->session, &node, NULL);
        return status ? session_set_fail(d->set, "%s: %s", step, rmk_status_text(status)) : true;
    }
    if (sscanf(step, " remove '%255[^']'", name) == 1)
        while (place < d->count && rmk_bytes_compare(d->list[place].name, session_set_bytes(name)))
            place++;
    else if (!strstr(step, " remove first node"))
        return session_set_fail(d->set, "unknown step%s", step);
    if (place == d->count)
        return session_set_fail(d->set, "%s: there is no such node", step);
    status = rmk_session_remove(d->session, d->list[place].id, NULL);
    memmove(d->list + place, d->list + place + 1, (--d->count - place) * sizeof *d->list);
    return status ? session_set_fail(d->set, "%s: %s", step, rmk_status_text(status)) : true;
}

/* Columns that say something, the partition's too: behind them the recorded code gave up. */
static size_t recorded_columns(const dealing *d) {
    const test_row *row = d->partitions.rows;
    size_t columns = row->count;
    while (columns > 1 && !*row->cells[columns - 1])
        columns--;
    if (strstr(d->set->params, "PANIC"))
        fprintf(d->set->out, "skipped: %s, steps from %zu on: the reference panics there; ours goes on\n",
                d->set->path, columns);
    return columns;
}

static bool compare_steps(dealing *d) {
    const char *at = strstr(d->set->params, "steps:");
    char *steps = strndup(at ? at : "", at ? strcspn(at, "\n") : 0), *rest = NULL;
    size_t column = 1, columns = recorded_columns(d);
    bool same = true;
    for (char *step = strtok_r(steps, ";", &rest); same && step; step = strtok_r(NULL, ";", &rest)) {
        bool left_out = strstr(step, "not for n1") && d->set->nodes.count == 1;
        if (left_out || column == columns)
            continue;
        same = (column == 1 || take_step(d, step)) && compare_step(d, column);
        column++;
    }
    free(steps);
    return same && column != columns
               ? session_set_fail(d->set, "%zu owners for %zu steps", columns - 1, column - 1)
               : same;
}

static bool compare_keys(dealing *d) {
    rmk_placement *placement;
    if (rmk_placement_create(d->algorithm, &d->set->nodes, &d->set->options, &placement))
        return session_set_fail(d->set, "there is no placement of the nodes");
    bool same = true;
    for (size_t i = 0; same && i < d->set->keys.count; i++) {
        const char *const *cells = d->set->keys.rows[i].cells;
        uint64_t hash = session_set_xxh64(cells[0]);
        uint32_t owner = rmk_placement_locate(placement, session_set_bytes(cells[0]), hash);
        same = session_set_same(d->set, "owner of", cells[0], cells[2], d->all[owner].name);
        if (same && hash != strtoull(cells[1], NULL, 10))
            same = session_set_fail(d->set, "'%s' has another hash", cells[0]);
    }
    rmk_placement_destroy(placement);
    return same;
}

static bool open_dealing(dealing *d) {
    rmk_status status = rmk_session_create(d->algorithm, &d->set->nodes, &d->set->options, &d->session);
    rmk_assignment at;
    for (uint64_t p = 0; !status && p < d->partitions.count; p++)
        status = rmk_session_assign(d->session, p, &at, NULL);
    return status ? session_set_fail(d->set, "%s: %s", d->algorithm->name, rmk_status_text(status)) : true;
}

bool session_check_partitions(session_set *set) {
    bool old = !strstr(set->params, "v1.");
    dealing d = {.set = set,
                 .integer = old,
                 .algorithm = old ? &rmk_algorithm_bounded_partitions_integer
                                  : &rmk_algorithm_bounded_partitions};
    size_t room = set->nodes.count + MOST_NODES_ADDED;
    if (!session_set_rows(set, "partitions.tsv", &d.partitions) || !d.partitions.count)
        return session_set_fail(set, "partitions.tsv cannot be read");
    set->options.key_hash = set->options.ring.hash = &rmk_hash_xxh64;
    set->options.ring.label = old ? "{name}{vnode}" : "{vnode}:{name}";
    set->options.ring.vnodes = number_of(set, "ReplicationFactor=", 20);
    set->options.table_size = number_of(set, "PartitionCount=", 271);
    const char *capacities = strstr(set->params, "at each step=[");
    d.capacities = capacities ? strchr(capacities, '[') + 1 : NULL;
    d.list = calloc(room, sizeof *d.list);
    d.all = calloc(room, sizeof *d.all);
    memcpy(d.list, set->list, set->nodes.count * sizeof *d.list);
    memcpy(d.all, set->list, set->nodes.count * sizeof *d.all);
    d.count = set->nodes.count;
    bool same = open_dealing(&d) && compare_keys(&d) && compare_steps(&d);
    rmk_session_destroy(d.session);
    for (size_t i = set->nodes.count; i < set->next_id; i++)
        free((void *)(uintptr_t)d.all[i].name.data);
    free(d.list);
    free(d.all);
    test_rows_free(&d.partitions);
    return same;
}
