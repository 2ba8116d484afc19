/*
 * live_table.c - lines over buckets that own their points.
 *
 * A free slot of a line holds the owner of the next point on the circle, which is what slot 0 of the next
 * line holds, whether that bucket has points or not. So a line is rewritten from its bucket and its
 * neighbour, and a change of slot 0 goes on to the lines before, up to the first whose bucket has points.
 */
#include <string.h>

#include "live_internal.h"

enum { AHEAD = 12 }; /* so many points ahead of the one looked at, the bucket is fetched */

static uint64_t load_of(bool wide) {
    return wide ? WIDE_LOAD : NARROW_LOAD;
}

static uint64_t bucket_of(const live_table *table, uint64_t position) {
    return line_bucket(table->index.buckets, position);
}

/* ---- the exact way ---- */

static uint64_t bucket_after(const live_table *table, uint64_t bucket) {
    return bucket + 1 == table->index.buckets ? 0 : bucket + 1;
}

uint32_t rmk_live_table_first_owner(const live_table *table, uint64_t bucket) {
    if (table->index.wide)
        return ((const line_wide *)table->index.lines)[bucket].owners[0];
    return ((const line_narrow *)table->index.lines)[bucket].owners[0];
}

static uint32_t exact_one(const line_index *index, const rmk_points *unused, uint64_t position) {
    (void)unused;
    const live_table *table = (const live_table *)(const void *)index;
    uint64_t bucket = bucket_of(table, position);
    rmk_points points = live_points_of(&table->buckets[bucket]);
    size_t at = rmk_points_lower_bound(&points, position);
    return at < points.count ? points.owners[at]
                             : rmk_live_table_first_owner(table, bucket_after(table, bucket));
}

/* Searches one crowded bucket for all queries that wait for it, side by side as in a plain ring. Buckets
 * have no padding, so queries behind the last point are answered here. Returns the queries that wait for
 * other buckets. */
static uint64_t exact_crowded(const live_table *table, uint64_t bucket, const uint64_t *positions,
                              uint64_t waiting, uint32_t *owners) {
    rmk_points points = live_points_of(&table->buckets[bucket]);
    uint64_t picked[LINE_BLOCK] = {0}, others = 0;
    uint32_t places[LINE_BLOCK] = {0}, answers[LINE_BLOCK];
    size_t count = 0;
    for (; waiting; waiting &= waiting - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(waiting);
        if (bucket_of(table, positions[i]) != bucket) {
            others |= UINT64_C(1) << i;
        } else if (positions[i] > points.positions[points.count - 1]) {
            owners[i] = rmk_live_table_first_owner(table, bucket_after(table, bucket));
        } else {
            places[count] = i;
            picked[count++] = positions[i];
        }
    }
    rmk_index_plain.find_batch(NULL, &points, picked, count, answers);
    for (size_t i = 0; i < count; i++)
        owners[places[i]] = answers[i];
    return others;
}

static void exact_block(const line_index *index, const rmk_points *unused, const uint64_t *positions,
                        uint64_t waiting, uint32_t *owners) {
    const live_table *table = (const live_table *)(const void *)index;
    uint64_t crowded = 0;
    for (uint64_t left = waiting; left; left &= left - 1)
        __builtin_prefetch(table->buckets + bucket_of(table, positions[__builtin_ctzll(left)]));
    for (uint64_t left = waiting; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        const live_bucket *bucket = table->buckets + bucket_of(table, positions[i]);
        if (bucket->count > LINE_CROWDED)
            crowded |= UINT64_C(1) << i;
        else
            __builtin_prefetch(bucket->positions + bucket->count / 2);
    }
    for (uint64_t left = waiting & ~crowded; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        owners[i] = exact_one(index, unused, positions[i]);
    }
    while (crowded)
        crowded = exact_crowded(table, bucket_of(table, positions[__builtin_ctzll(crowded)]), positions,
                                crowded, owners);
}

static const line_exact_way exact_way = {exact_one, exact_block};

/* ---- lines ---- */

static void write_line(live_table *table, uint64_t bucket) {
    rmk_points points = live_points_of(&table->buckets[bucket]);
    bucket_points b;
    b.first = 0;
    rmk_line_gather(&table->index, &points, bucket, &b);
    rmk_line_write(&table->index, bucket, &b, rmk_live_table_first_owner(table, bucket_after(table, bucket)));
}

/*
 * Rewrites the line of a bucket that has changed, and the lines before it whose free slots name its first
 * owner. `until` is a bucket that will be rewritten later anyhow, or the number of buckets: the way back ends
 * there, so that all of a change together pass a bucket twice at most. Its line stays as those before know
 * it.
 */
static void rewrite(live_table *table, uint64_t bucket, uint64_t until) {
    uint32_t before = rmk_live_table_first_owner(table, bucket);
    write_line(table, bucket);
    if (rmk_live_table_first_owner(table, bucket) == before)
        return;
    for (uint64_t at = bucket;;) {
        at = at ? at - 1 : table->index.buckets - 1;
        if (at == until)
            return;
        write_line(table, at);
        if (table->buckets[at].count)
            return;
    }
}

/* ---- making one ---- */

bool rmk_live_table_fits(const live_table *table, uint64_t points, bool wide) {
    uint64_t made_for = table->index.buckets * load_of(table->index.wide);
    return wide == table->index.wide && 2 * points <= 3 * made_for &&
           (2 * points >= made_for || table->index.buckets == 1);
}

rmk_status rmk_live_table_make(const rmk_ring_options *options, uint64_t points, bool wide,
                               live_table **made) {
    const rmk_allocator *allocator = options->allocator;
    live_table *table = rmk_allocate(allocator, 64, 1, sizeof *table);
    *made = NULL;
    if (!table)
        return RMK_NO_MEMORY;
    memset(table, 0, sizeof *table);
    table->allocator = allocator;
    table->pool = (live_pool){.allocator = allocator, .pages = options->pages};
    line_index *index = &table->index;
    index->wide = wide;
    index->pages = options->pages;
    index->buckets = (points + load_of(wide) - 1) / load_of(wide);
    index->exact = &exact_way;
    rmk_line_choose_kernels(index, options->isa);
    index->lines = rmk_array_allocate(allocator, options->pages, index->buckets, sizeof(line_narrow));
    table->buckets = rmk_array_allocate(allocator, options->pages, index->buckets, sizeof *table->buckets);
    if (!index->lines || !table->buckets) {
        rmk_live_table_free(table);
        return RMK_NO_MEMORY;
    }
    memset(table->buckets, 0, index->buckets * sizeof *table->buckets);
    *made = table;
    return RMK_OK;
}

/* Counts a run of points; meanwhile `capacity` is the count. */
void rmk_live_table_count(live_table *table, const rmk_points *run) {
    for (size_t i = 0; i < run->count; i++)
        table->buckets[bucket_of(table, run->positions[i])].capacity++;
}

rmk_status rmk_live_table_open(live_table *table) {
    size_t bytes = 0;
    for (uint64_t b = 0; b < table->index.buckets; b++)
        if (table->buckets[b].capacity)
            bytes += (size_t)rmk_live_capacity(rmk_live_class(table->buckets[b].capacity)) * LIVE_POINT_BYTES;
    if (rmk_live_pool_open(&table->pool, bytes) != RMK_OK)
        return RMK_NO_MEMORY;
    for (uint64_t b = 0; b < table->index.buckets; b++) {
        live_bucket *bucket = &table->buckets[b];
        if (!bucket->capacity)
            continue;
        unsigned class = rmk_live_class(bucket->capacity);
        bucket->capacity = rmk_live_capacity(class);
        bucket->positions = rmk_live_pool_take(&table->pool, class);
    }
    return RMK_OK;
}

void rmk_live_table_put(live_table *table, const rmk_points *run) {
    for (size_t i = 0; i < run->count; i++) {
        live_bucket *bucket = &table->buckets[bucket_of(table, run->positions[i])];
        live_owners(bucket)[bucket->count] = run->owners[i];
        bucket->positions[bucket->count++] = run->positions[i];
    }
    table->points += run->count;
}

void rmk_live_table_finish(live_table *table) {
    uint64_t b = 0;
    while (!table->buckets[b].count)
        b++;
    uint32_t next = live_owners(&table->buckets[b])[0];
    for (b = table->index.buckets; b-- > 0;) {
        rmk_points points = live_points_of(&table->buckets[b]);
        bucket_points gathered;
        gathered.first = 0;
        rmk_line_gather(&table->index, &points, b, &gathered);
        rmk_line_write(&table->index, b, &gathered, next);
        next = rmk_live_table_first_owner(table, b);
    }
}

void rmk_live_table_free(live_table *table) {
    if (!table)
        return;
    const line_index *index = &table->index;
    rmk_live_pool_close(&table->pool);
    rmk_array_release(table->allocator, index->pages, index->lines, index->buckets, sizeof(line_narrow));
    rmk_array_release(table->allocator, index->pages, table->buckets, index->buckets, sizeof *table->buckets);
    rmk_release(table->allocator, table, 1, sizeof *table);
}

/* ---- changing ---- */

/* Finds the end of the points from `from` on that are in the same bucket. */
static size_t run_end(const live_table *table, const live_points *points, size_t from, uint64_t bucket) {
    while (from < points->count && bucket_of(table, points->positions[from]) == bucket)
        from++;
    return from;
}

__attribute__((always_inline)) static inline void fetch_line(const live_table *table, uint64_t position) {
    uint64_t bucket = bucket_of(table, position);
    __builtin_prefetch(&table->buckets[bucket], 1);
    __builtin_prefetch((const line_narrow *)table->index.lines + bucket, 1);
}

/* Fetches a bucket. It is always inlined: gcc takes a function of nothing but prefetches for a pure one,
 * and leaves calls out. */
__attribute__((always_inline)) static inline const live_bucket *fetch(const live_table *table,
                                                                      const live_points *points, size_t at) {
    for (size_t i = 0; !at && i < AHEAD && i < points->count; i++)
        fetch_line(table, points->positions[i]);
    if (at + AHEAD < points->count)
        fetch_line(table, points->positions[at + AHEAD]);
    const live_bucket *bucket = &table->buckets[bucket_of(table, points->positions[at])];
    const char *piece = (const char *)bucket->positions;
    size_t bytes = (size_t)bucket->capacity * LIVE_POINT_BYTES;
    for (size_t i = 0; i < bytes && i < 256; i += 64)
        __builtin_prefetch(piece + i, 1);
    return bucket;
}

void rmk_live_table_fetch(const live_table *table, const live_points *removed) {
    for (size_t i = 0; i < removed->count; i++)
        fetch(table, removed, i);
}

rmk_status rmk_live_table_reserve(live_table *table, const live_points *added) {
    uint32_t wanted[LIVE_CLASSES] = {0};
    for (size_t i = 0, end; i < added->count; i = end) {
        const live_bucket *bucket = fetch(table, added, i);
        end = run_end(table, added, i, bucket_of(table, added->positions[i]));
        uint32_t count = bucket->count + (uint32_t)(end - i);
        if (count > bucket->capacity)
            wanted[rmk_live_class(count)]++;
    }
    return rmk_live_pool_reserve(&table->pool, wanted);
}

/* Makes room for `count` points; what is there stays. */
static void grow(live_table *table, live_bucket *bucket, uint32_t count) {
    unsigned class = rmk_live_class(count);
    live_bucket grown = {rmk_live_pool_take(&table->pool, class), bucket->count, rmk_live_capacity(class)};
    if (bucket->positions) {
        memcpy(grown.positions, bucket->positions, bucket->count * sizeof *bucket->positions);
        memcpy(live_owners(&grown), live_owners(bucket), bucket->count * sizeof(uint32_t));
        rmk_live_pool_give(&table->pool, bucket->positions, rmk_live_class(bucket->capacity));
    }
    *bucket = grown;
}

/* Tells whether a point stands after those of a member: of equal positions the node whose name sorts first
 * owns. */
static bool stands_after(const live_members *members, uint32_t owner, const live_member *added) {
    return rmk_bytes_compare(live_name(rmk_live_member_by_id(members, owner)), live_name(added)) > 0;
}

static void merge(const live_members *members, const live_member *member, const uint64_t *added, size_t count,
                  live_bucket *bucket) {
    uint64_t *positions = bucket->positions;
    uint32_t *owners = live_owners(bucket);
    size_t old = bucket->count, out = old + count;
    bucket->count = (uint32_t)out;
    while (count) {
        uint64_t position = added[count - 1];
        if (old && (positions[old - 1] > position ||
                    (positions[old - 1] == position && stands_after(members, owners[old - 1], member)))) {
            positions[--out] = positions[--old];
            owners[out] = owners[old];
        } else {
            positions[--out] = position;
            owners[out] = member->id;
            count--;
        }
    }
}

static void filter(live_table *table, uint32_t id, live_bucket *bucket) {
    uint32_t *owners = live_owners(bucket), kept = 0;
    for (uint32_t i = 0; i < bucket->count; i++) {
        bucket->positions[kept] = bucket->positions[i];
        owners[kept] = owners[i];
        kept += owners[i] != id;
    }
    bucket->count = kept;
    if (kept)
        return;
    rmk_live_pool_give(&table->pool, bucket->positions, rmk_live_class(bucket->capacity));
    *bucket = (live_bucket){0};
}

/* Finds where the run of points that ends at `end` begins. Buckets are changed from the last to the first,
 * so that the line behind is right when one is rewritten. */
static size_t run_begin(const live_table *table, const live_points *points, size_t end, uint64_t bucket) {
    while (end && bucket_of(table, points->positions[end - 1]) == bucket)
        end--;
    return end;
}

static uint64_t bucket_before(const live_table *table, const live_points *points, size_t begin) {
    return begin ? bucket_of(table, points->positions[begin - 1]) : table->index.buckets;
}

void rmk_live_table_add(live_table *table, const live_members *members, const live_member *member,
                        const live_points *added) {
    for (size_t end = added->count, begin; end; end = begin) {
        uint64_t number = bucket_of(table, added->positions[end - 1]);
        live_bucket *bucket = &table->buckets[number];
        begin = run_begin(table, added, end, number);
        uint32_t count = bucket->count + (uint32_t)(end - begin);
        if (count > bucket->capacity)
            grow(table, bucket, count);
        merge(members, member, added->positions + begin, end - begin, bucket);
        rewrite(table, number, bucket_before(table, added, begin));
    }
    table->points += added->count;
}

void rmk_live_table_remove(live_table *table, uint32_t id, const live_points *removed) {
    for (size_t end = removed->count, begin; end; end = begin) {
        uint64_t number = bucket_of(table, removed->positions[end - 1]);
        begin = run_begin(table, removed, end, number);
        filter(table, id, &table->buckets[number]);
        rewrite(table, number, bucket_before(table, removed, begin));
    }
    table->points -= removed->count;
}
