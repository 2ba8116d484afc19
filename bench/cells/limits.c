#include "limits.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench/cli/command.h"
#include "bench/support/fail.h"
#include "bench/support/sizes.h"

/* Bytes that peaks of memory come to, measured with 10^7 points and with 10^6 nodes of a point each: for a
 * point the arrays of positions and owners and the copy that they are sorted through, and an index beside
 * them; for a node its name and what is counted of it. */
#define BYTES_PER_POINT         24
#define BYTES_PER_INDEXED_POINT 36
#define BYTES_PER_NODE          144
/* Bytes of a preset's point as it is made, with what it is sorted through. */
#define BYTES_PER_MADE_POINT 40
/* Bytes of a place in the four arrays of anchor. */
#define BYTES_PER_PLACE 16

rm_nodes_facts rm_facts_of_list(const rmk_nodes *nodes) {
    rm_nodes_facts facts = {.count = nodes->count};
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = &nodes->list[i];
        facts.weighted = facts.weighted || node->weight > 1;
        facts.uneven = facts.uneven || node->weight != 1;
        if (!rmk_node_serves(node))
            continue;
        facts.serving++;
        if (__builtin_add_overflow(facts.weight_sum, node->weight, &facts.weight_sum))
            facts.weight_sum = UINT64_MAX;
    }
    return facts;
}

rm_nodes_facts rm_nodes_facts_of(const rm_options *options, uint64_t count) {
    bool changed = rm_has_past(options);
    if (!options->nodes_file && !changed)
        return (rm_nodes_facts){.count = count, .serving = count, .weight_sum = count};
    rm_node_list list = rm_nodes_of(options, count, 0);
    rm_nodes_facts facts = rm_facts_of_list(&list.nodes);
    if (changed) /* the number of nodes left, which names the cell */
        facts.count = list.past.first;
    rm_nodes_free(&list);
    return facts;
}

const char *rm_cell_refusal(const rm_cell *cell, const rm_nodes_facts *facts) {
    unsigned can = cell->algorithm->can;
    const rmk_preset *preset = cell->options->preset;
    if (preset && facts->uneven && !(preset->takes & RMK_TAKES_WEIGHTS))
        return "has no weights other than 1";
    if (!preset && facts->weighted && !(can & RMK_CAN_WEIGHTS))
        return "cannot weight nodes";
    bool by_load = cell->options->command->by_load;
    if (by_load && !cell->algorithm->session)
        return "places keys whatever the load";
    if (!by_load && can & RMK_IS_SESSION)
        return "places keys by load, which is for ringmark loads";
    if (cell->options->replicas > 1 && !(can & RMK_CAN_REPLICAS))
        return "has no replicas";
    return NULL;
}

/* Reads a container's limit from a file; returns `most` where there is none. */
static uint64_t at_most_of_file(const char *path, uint64_t most) {
    unsigned long long limit = most;
    FILE *file = rm_fopen(path);
    if (!file)
        return most;
    if (fscanf(file, "%llu", &limit) != 1 || limit == 0)
        limit = most;
    fclose(file);
    return limit < most ? limit : most;
}

/* Returns the memory of the machine, the container or the shell (ulimit -v), whichever is least. */
static uint64_t memory_bytes(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t bytes = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
    struct rlimit shell;
    if (getrlimit(RLIMIT_AS, &shell) == 0 && shell.rlim_cur != RLIM_INFINITY && shell.rlim_cur < bytes)
        bytes = shell.rlim_cur;
    bytes = at_most_of_file("/sys/fs/cgroup/memory.max", bytes);
    return at_most_of_file("/sys/fs/cgroup/memory/memory.limit_in_bytes", bytes);
}

/* Names the number of points as typed ("--vnodes 160", "--total-points 1024"), for messages. */
static void axis_text(const rm_cell *cell, char out[64]) {
    if (cell->total_points)
        snprintf(out, 64, "--total-points %llu", (unsigned long long)cell->total_points);
    else
        snprintf(out, 64, "--vnodes %llu", (unsigned long long)cell->vnodes);
}

static rmk_u128 points_of(const rm_cell *cell, const rm_nodes_facts *facts) {
    /* a preset's counts follow rules of their own; it says itself what is too much */
    if (cell->options->preset || !(cell->algorithm->can & RMK_CAN_VNODES))
        return 0;
    if (cell->total_points)
        return cell->total_points;
    return (rmk_u128)cell->vnodes * facts->weight_sum;
}

/* Returns how many placements of a cell the command has in memory at the same time. */
static unsigned placements_of(const rm_cell *cell) {
    unsigned placements = cell->options->command->placements;
    return placements ? placements : 1;
}

static void check_capacity(const rm_cell *cell) {
    uint64_t capacity = cell->algorithm->can & RMK_CAN_CAPACITY ? cell->options->capacity : 0;
    rmk_u128 bytes = (rmk_u128)placements_of(cell) * capacity * BYTES_PER_PLACE;
    uint64_t memory = memory_bytes();
    char taken[RM_SIZE_TEXT], there[RM_SIZE_TEXT];
    if (bytes > memory)
        rm_fail("--capacity %llu takes up to %s of memory, and there are %s; lower it",
                (unsigned long long)capacity, rm_size_text((double)bytes, taken),
                rm_size_text((double)memory, there));
}

void rm_cell_check_limits(const rm_cell *cell, const rm_nodes_facts *facts) {
    uint64_t replicas = cell->options->replicas;
    if (replicas > facts->serving)
        rm_fail("--replicas %llu is above the %llu node%s", (unsigned long long)replicas,
                (unsigned long long)facts->serving, facts->serving == 1 ? "" : "s");
    check_capacity(cell);
    rmk_u128 points = points_of(cell, facts);
    char axis[64];
    axis_text(cell, axis);
    if (!cell->options->preset && cell->total_points && cell->total_points < facts->serving)
        rm_fail("%s is less than the %llu nodes; each needs a point", axis,
                (unsigned long long)facts->serving);
    if (points > RMK_MAX_POINTS)
        rm_fail(
            "%s with %llu nodes (weights add up to %llu) makes more than the limit of %llu points; lower it",
            axis, (unsigned long long)facts->serving, (unsigned long long)facts->weight_sum,
            (unsigned long long)RMK_MAX_POINTS);
    bool indexed = cell->index && cell->index != &rmk_index_plain;
    rmk_u128 bytes = placements_of(cell) * points * (indexed ? BYTES_PER_INDEXED_POINT : BYTES_PER_POINT) +
                     (rmk_u128)facts->count * BYTES_PER_NODE;
    uint64_t memory = memory_bytes();
    char taken[RM_SIZE_TEXT], there[RM_SIZE_TEXT];
    if (bytes <= memory)
        return;
    char weights[64] = "";
    if (points && !cell->total_points && facts->weighted)
        snprintf(weights, sizeof weights, " (weights add up to %llu)", (unsigned long long)facts->weight_sum);
    rm_fail("%llu nodes%s%s%s take at least %s of memory, and there are %s; lower one of them",
            (unsigned long long)facts->count, weights, points ? " with " : "", points ? axis : "",
            rm_size_text((double)bytes, taken), rm_size_text((double)memory, there));
}

uint64_t rm_points_that_fit(uint64_t nodes) {
    rmk_u128 taken = (rmk_u128)nodes * BYTES_PER_NODE, memory = memory_bytes();
    return taken < memory ? (uint64_t)((memory - taken) / BYTES_PER_INDEXED_POINT) : 0;
}

void rm_cell_check_points(const rm_cell *cell, uint64_t points) {
    const char *preset = cell->options->preset->name;
    if (points > RMK_MAX_POINTS)
        rm_fail("--preset %s: these nodes and weights make more than the limit of %llu points; lower them",
                preset, (unsigned long long)RMK_MAX_POINTS);
    rmk_u128 bytes = (rmk_u128)points * BYTES_PER_MADE_POINT;
    uint64_t memory = memory_bytes();
    char taken[RM_SIZE_TEXT], there[RM_SIZE_TEXT];
    if (bytes > memory)
        rm_fail(
            "--preset %s: the %llu points of these nodes and weights take at least %s of memory, and "
            "there are %s; lower them",
            preset, (unsigned long long)points, rm_size_text((double)bytes, taken),
            rm_size_text((double)memory, there));
}

void rm_cell_check_views(const rm_cell *cell, uint64_t points) {
    const rm_options *o = cell->options;
    /* a view has half of the points, each in its map, among all ends, and in the scratch of their sort */
    rmk_u128 ends = (rmk_u128)o->views * points / 2, workers = o->jobs < o->sets ? o->jobs : o->sets;
    rmk_u128 bytes = workers * ends * 3 * (sizeof(uint64_t) + sizeof(uint32_t));
    uint64_t memory = memory_bytes();
    char taken[RM_SIZE_TEXT], there[RM_SIZE_TEXT];
    if (ends > RMK_MAX_POINTS || bytes > memory)
        rm_fail(
            "--views %llu: half of %llu points each, in %llu set%s at once, take %s of memory, and "
            "there are "
            "%s (the limit is %llu points in all); lower it",
            (unsigned long long)o->views, (unsigned long long)points, (unsigned long long)workers,
            workers == 1 ? "" : "s", rm_size_text((double)bytes, taken), rm_size_text((double)memory, there),
            (unsigned long long)RMK_MAX_POINTS);
}

void rm_cell_check_change(const char *change, const rm_cell *before, const rmk_nodes *nodes_before,
                          const rm_cell *after, const rmk_nodes *nodes_after) {
    rm_nodes_facts facts_before = rm_facts_of_list(nodes_before), facts = rm_facts_of_list(nodes_after);
    rmk_u128 points = points_of(after, &facts);
    if (points > RMK_MAX_POINTS)
        rm_fail("--change %s makes %.10g points, more than the limit of %llu; lower it", change,
                (double)points, (unsigned long long)RMK_MAX_POINTS);
    /* Both sides are in memory at once, each with its arrays, and the scratch of its sort or its map. */
    rmk_u128 both = points_of(before, &facts_before) + points, nodes = facts_before.count + facts.count;
    rmk_u128 bytes = both * BYTES_PER_POINT + nodes * BYTES_PER_NODE;
    uint64_t memory = memory_bytes();
    char taken[RM_SIZE_TEXT], there[RM_SIZE_TEXT];
    if (bytes > memory)
        rm_fail(
            "--change %s: %llu points before it and %llu after it take at least %s of memory, and "
            "there are %s; lower it",
            change, (unsigned long long)(both - points), (unsigned long long)points,
            rm_size_text((double)bytes, taken), rm_size_text((double)memory, there));
}

void rm_check_kept_keys(const rm_options *options, size_t item) {
    rmk_u128 bytes = (rmk_u128)options->keys * item;
    uint64_t memory = memory_bytes();
    char taken[RM_SIZE_TEXT], there[RM_SIZE_TEXT];
    if (!options->keys_file && bytes > memory)
        rm_fail("--keys %llu: %s keeps them, in %s of memory, and there are %s; lower it",
                (unsigned long long)options->keys, options->command->name, rm_size_text((double)bytes, taken),
                rm_size_text((double)memory, there));
}

void *rm_results_of_sets(const rm_options *options, size_t count, size_t item) {
    rmk_u128 bytes = (rmk_u128)options->sets * count * item;
    uint64_t memory = memory_bytes();
    char taken[RM_SIZE_TEXT], there[RM_SIZE_TEXT];
    if (bytes > memory)
        rm_fail("--sets %llu: the results take %s of memory, and the machine has %s; lower it",
                (unsigned long long)options->sets, rm_size_text((double)bytes, taken),
                rm_size_text((double)memory, there));
    return rm_calloc((size_t)options->sets * count, item);
}
