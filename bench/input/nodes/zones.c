#include "zones.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"

rmk_bytes rm_host_of(rmk_bytes name) {
    const unsigned char *closing = name.length && name.data[0] == '[' ? memchr(name.data, ']', name.length)
                                                                      : NULL;
    if (closing)
        return (rmk_bytes){name.data, (size_t)(closing - name.data) + 1};
    const unsigned char *colon = memrchr(name.data, ':', name.length);
    return colon ? (rmk_bytes){name.data, (size_t)(colon - name.data)} : name;
}

const char *rm_grouping_name(rm_grouping by) {
    static const char *const names[] = {
        [RM_GROUP_NONE] = NULL, [RM_GROUP_ZONE] = "zone", [RM_GROUP_HOST] = "host"};
    return names[by];
}

static rmk_bytes group_name(rm_grouping by, const rmk_node *node) {
    if (by == RM_GROUP_HOST)
        return rm_host_of(node->name);
    if (!node->zone.length)
        rm_fail(
            "--group-by zone: node '%.*s' has no zone; give each node one in --nodes-file "
            "(name,weight,zone), or group by host",
            (int)node->name.length, (const char *)node->name.data);
    return node->zone;
}

/* Finds the place of the name in an open-addressing table of group numbers + 1, or the empty one where it
 * belongs. */
static size_t *place_of(const rm_groups *groups, size_t *table, size_t capacity, rmk_bytes name) {
    size_t i = (size_t)rmk_hash_xxh3.one(NULL, name.data, name.length) & (capacity - 1);
    while (table[i] && rmk_bytes_compare(groups->names[table[i] - 1], name) != 0)
        i = (i + 1) & (capacity - 1);
    return table + i;
}

rm_groups rm_groups_of(rm_grouping by, const rmk_nodes *nodes) {
    rm_groups groups = {.names = rm_calloc(nodes->count, sizeof *groups.names),
                        .of = rm_calloc(nodes->count, sizeof *groups.of)};
    size_t capacity = 16;
    while (capacity < 2 * nodes->count)
        capacity *= 2;
    size_t *table = rm_calloc(capacity, sizeof *table);
    for (size_t i = 0; i < nodes->count; i++) {
        rmk_bytes name = group_name(by, nodes->list + i);
        size_t *place = place_of(&groups, table, capacity, name);
        if (!*place) {
            groups.names[groups.count] = name;
            *place = ++groups.count;
        }
        groups.of[i] = *place - 1;
    }
    free(table);
    return groups;
}

void rm_groups_free(rm_groups *groups) {
    free(groups->names);
    free(groups->of);
    *groups = (rm_groups){0};
}
