/* live_validate.c - every invariant of a live ring. */
#include <string.h>

#include "live_internal.h"

static const char *fault_of_tie(const live_members *members, const rmk_points *points, size_t i) {
    const live_member *before = rmk_live_member_by_id(members, points->owners[i - 1]);
    const live_member *member = rmk_live_member_by_id(members, points->owners[i]);
    return rmk_bytes_compare(live_name(before), live_name(member)) > 0
               ? "equal positions are not in name order"
               : NULL;
}

static const char *fault_of_points(const rmk_live_ring *live, uint64_t bucket, const rmk_points *points) {
    for (size_t i = 0; i < points->count; i++) {
        if (line_bucket(live->table->index.buckets, points->positions[i]) != bucket)
            return "a point is in the wrong bucket";
        if (!rmk_live_member_by_id(&live->members, points->owners[i]))
            return "an owner is not a node of the ring";
        if (i && points->positions[i] < points->positions[i - 1])
            return "positions do not ascend";
        const char *fault = i && points->positions[i] == points->positions[i - 1]
                                ? fault_of_tie(&live->members, points, i)
                                : NULL;
        if (fault)
            return fault;
    }
    return NULL;
}

/* Checks that a line is what its bucket and the next line make it. */
static bool line_is_right(const live_table *table, uint64_t bucket, const rmk_points *points) {
    const line_index *index = &table->index;
    uint64_t next = bucket + 1 == index->buckets ? 0 : bucket + 1;
    union {
        line_narrow narrow;
        line_wide wide;
    } line;
    line_index one = {.lines = &line, .wide = index->wide, .buckets = index->buckets};
    bucket_points b;
    b.first = 0;
    rmk_line_gather(index, points, bucket, &b);
    rmk_line_write(&one, 0, &b, rmk_live_table_first_owner(table, next));
    return !memcmp(&line, (const line_narrow *)index->lines + bucket, sizeof line);
}

static const char *fault_of_bucket(const rmk_live_ring *live, uint64_t number) {
    const live_table *table = live->table;
    const live_bucket *bucket = &table->buckets[number];
    if (bucket->count > bucket->capacity || !bucket->positions != !bucket->count ||
        (bucket->capacity && rmk_live_capacity(rmk_live_class(bucket->capacity)) != bucket->capacity))
        return "the capacity of a bucket is wrong";
    rmk_points points = live_points_of(bucket);
    const char *fault = fault_of_points(live, number, &points);
    if (fault)
        return fault;
    return line_is_right(table, number, &points) ? NULL : "a line is not that of its bucket";
}

static const char *fault_of_members(const rmk_live_ring *live) {
    const live_members *members = &live->members;
    uint64_t points = 0;
    size_t count = 0;
    for (size_t i = 0; i < members->size; i++) {
        const live_member *member = members->slots[i];
        if (!member)
            continue;
        if (rmk_live_member_by_id(members, member->id) != member ||
            rmk_live_member_by_name(members, live_name(member)) != member)
            return "a node is not found";
        if (member->id >= live->id_limit)
            return "an id is not below the limit";
        points += member->points;
        count++;
    }
    if (count != members->count || 2 * count > members->size)
        return "the nodes are miscounted";
    return points == live->table->points ? NULL : "the points are miscounted";
}

static const char *fault_of(const rmk_live_ring *live) {
    const live_table *table = live->table;
    if (!table->points)
        return "no points";
    if (table->pool.left > table->pool.bytes)
        return "more memory was taken than there is";
    const char *fault = fault_of_members(live);
    uint64_t points = 0;
    for (uint64_t b = 0; b < table->index.buckets && !fault; b++) {
        fault = fault_of_bucket(live, b);
        points += table->buckets[b].count;
    }
    if (!fault && points != table->points)
        fault = "the points of the buckets are miscounted";
    if (!fault && !rmk_live_table_fits(table, table->points, table->index.wide))
        fault = "too many or too few buckets";
    return fault;
}

bool rmk_live_ring_validate(const rmk_live_ring *live, const char **reason) {
    const char *fault = fault_of(live);
    if (reason)
        *reason = fault;
    return !fault;
}
