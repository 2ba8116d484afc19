/*
 * line_kernel.h - private: the searches of the line index, compiled once an instruction set. The including
 * file defines narrow_below(line, remainder), wide_below(line, remainder): how many remainders of a line are
 * below the key's line_places(buckets, positions, block): the places of LINE_BLOCK positions
 *   line_waiting(block, owners, more): a bit for each query of a block that its line could not answer
 *   line_count(positions, position): how many of 16 ascending positions are below one
 * and names its table by LINE_KERNELS(name).
 */
#ifndef RMK_LINE_KERNEL_H
#define RMK_LINE_KERNEL_H

#define LINE_INLINE __attribute__((always_inline)) static inline

/* Where the queries of a block fall, and the remainder that each stopped at. Where that is equal to the
 * query's own the line cannot tell the owner. */
typedef struct line_block {
    _Alignas(64) uint64_t offsets[LINE_BLOCK]; /* of each query's line, in bytes */
    _Alignas(64) uint16_t remainders[LINE_BLOCK];
    _Alignas(64) uint16_t stops[LINE_BLOCK];
} line_block;

LINE_INLINE unsigned narrow_below(const line_narrow *line, uint16_t remainder);
LINE_INLINE unsigned wide_below(const line_wide *line, uint16_t remainder);
LINE_INLINE void line_places(uint64_t buckets, const uint64_t *positions, line_block *block);
LINE_INLINE uint64_t line_waiting(const line_block *block, const uint32_t *owners, uint32_t more);
LINE_INLINE unsigned line_count(const uint64_t *positions, uint64_t position);

/* Reads the owner off the line alone. The owner `more`, or a stop equal to the remainder, sends the query
 * the exact way. */
LINE_INLINE uint32_t line_read(bool wide, const void *lines, uint64_t offset, uint16_t remainder,
                               uint16_t *stop) {
    if (wide) {
        const line_wide *line = (const line_wide *)((const char *)lines + offset);
        unsigned below = wide_below(line, remainder);
        /* Behind all remainders this reads half an owner: at worst one query more goes the exact way. */
        memcpy(stop, (const char *)line + below * sizeof *stop, sizeof *stop);
        return line->owners[below];
    }
    const line_narrow *line = (const line_narrow *)((const char *)lines + offset);
    unsigned below = narrow_below(line, remainder);
    *stop = line->remainders[below];
    return line->owners[below];
}

LINE_INLINE uint32_t line_find_one(const line_index *index, bool wide, const rmk_points *points,
                                   uint64_t position) {
    uint16_t remainder = line_remainder(index->buckets, position), stop;
    uint64_t offset = line_bucket(index->buckets, position) * sizeof(line_narrow);
    uint32_t owner = line_read(wide, index->lines, offset, remainder, &stop);
    if (__builtin_expect((stop == remainder) | (owner == (wide ? RMK_NOBODY : NARROW_MORE)), 0))
        return line_exact(index, points, position);
    return owner;
}

LINE_INLINE void line_prefetch(const line_index *index, const line_block *block) {
    for (size_t i = 0; i < LINE_BLOCK; i++)
        __builtin_prefetch((const char *)index->lines + block->offsets[i]);
}

/* Reads the owners of a block off its lines; returns a bit for each query that must go the exact way. */
LINE_INLINE uint64_t line_read_block(const line_index *index, bool wide, line_block *block,
                                     uint32_t *owners) {
    const void *lines = index->lines;
    for (size_t i = 0; i < LINE_BLOCK; i++)
        owners[i] = line_read(wide, lines, block->offsets[i], block->remainders[i], block->stops + i);
    return line_waiting(block, owners, wide ? RMK_NOBODY : NARROW_MORE);
}

/* Searches an index whose lines are in the cache: each block is read as soon as its places are known. A
 * stream of exact hits is given up for some blocks, since plain search of a small ring costs less than a
 * line and the exact way. */
LINE_INLINE size_t line_find_cached(const line_index *index, bool wide, const rmk_points *points,
                                    const uint64_t *positions, size_t count, uint32_t *owners) {
    line_block block;
    size_t i = 0;
    unsigned plain_blocks = 0; /* how many of the next blocks are searched without their lines */
    for (; i + LINE_BLOCK <= count; i += LINE_BLOCK) {
        if (plain_blocks) {
            plain_blocks--;
            rmk_index_plain.find_batch(NULL, points, positions + i, LINE_BLOCK, owners + i);
            continue;
        }
        line_places(index->buckets, positions + i, &block);
        uint64_t waiting = line_read_block(index, wide, &block, owners + i);
        if (__builtin_expect(waiting != 0, 0)) {
            line_exact_block(index, points, positions + i, waiting, owners + i);
            plain_blocks = points && __builtin_popcountll(waiting) >= LINE_MOST ? LINE_PLAIN_BLOCKS : 0;
        }
    }
    return i;
}

/* The queries of several blocks that go the exact way together: the misses of each alone would be waited
 * for one after the other. */
typedef struct line_exact_queue {
    uint64_t positions[LINE_BLOCK];
    uint32_t *answers[LINE_BLOCK];
    unsigned count;
} line_exact_queue;

static void queue_settle(const line_index *index, const rmk_points *points, line_exact_queue *queue) {
    uint32_t owners[LINE_BLOCK];
    if (!queue->count)
        return;
    line_exact_block(index, points, queue->positions, UINT64_MAX >> (LINE_BLOCK - queue->count), owners);
    for (unsigned i = 0; i < queue->count; i++)
        *queue->answers[i] = owners[i];
    queue->count = 0;
}

/* Adds the queries of a block that must go the exact way. Many of one block go at once, since they have
 * company. */
static void queue_add(const line_index *index, const rmk_points *points, line_exact_queue *queue,
                      const uint64_t *positions, uint64_t waiting, uint32_t *owners) {
    unsigned more = (unsigned)__builtin_popcountll(waiting);
    if (more > LINE_BLOCK / 4) {
        line_exact_block(index, points, positions, waiting, owners);
        return;
    }
    if (queue->count + more > LINE_BLOCK)
        queue_settle(index, points, queue);
    for (; waiting; waiting &= waiting - 1, queue->count++) {
        queue->positions[queue->count] = positions[__builtin_ctzll(waiting)];
        queue->answers[queue->count] = owners + __builtin_ctzll(waiting);
    }
}

/* Searches an index that does not fit the cache: the lines of the next block come while those of this one
 * are read. */
LINE_INLINE size_t line_find_ahead(const line_index *index, bool wide, const rmk_points *points,
                                   const uint64_t *positions, size_t count, uint32_t *owners) {
    line_block blocks[2];
    line_exact_queue queue = {.count = 0};
    size_t whole = count / LINE_BLOCK * LINE_BLOCK;
    if (!whole)
        return 0;
    line_places(index->buckets, positions, blocks);
    line_prefetch(index, blocks);
    for (size_t i = 0, now = 0; i < whole; i += LINE_BLOCK, now ^= 1) {
        if (i + LINE_BLOCK < whole) {
            line_places(index->buckets, positions + i + LINE_BLOCK, blocks + (now ^ 1));
            line_prefetch(index, blocks + (now ^ 1));
        }
        uint64_t waiting = line_read_block(index, wide, blocks + now, owners + i);
        if (__builtin_expect(waiting != 0, 0))
            queue_add(index, points, &queue, positions + i, waiting, owners + i);
    }
    queue_settle(index, points, &queue);
    return whole;
}

LINE_INLINE void line_find_all(const line_index *index, bool wide, const rmk_points *points,
                               const uint64_t *positions, size_t count, uint32_t *owners) {
    size_t i = index->buckets * sizeof(line_narrow) > LINE_CACHED
                   ? line_find_ahead(index, wide, points, positions, count, owners)
                   : line_find_cached(index, wide, points, positions, count, owners);
    for (; i < count; i++)
        owners[i] = line_find_one(index, wide, points, positions[i]);
}

/*
 * Counts the points of a bucket below a position, for the exact way. A bucket has 8 points or so: 16 are
 * compared whatever its number, without a branch that depends on it, for those behind it are above the key
 * and the arrays are padded.
 */
LINE_INLINE size_t line_bound(const line_index *index, const rmk_points *points, uint64_t position) {
    uint64_t bucket = line_bucket(index->buckets, position);
    size_t first = index->offsets[bucket], count = index->offsets[bucket + 1] - first;
    if (__builtin_expect(count <= LINE_COUNTED, 1))
        return first + line_count(points->positions + first, position);
    rmk_points inside = {points->positions + first, points->owners + first, count};
    return first + rmk_points_lower_bound(&inside, position);
}

/* Finds one owner the exact way. A place behind the last point is the padding, which holds the owner of
 * the first. */
static uint32_t exact_one(const line_index *index, const rmk_points *points, uint64_t position) {
    return points->owners[line_bound(index, points, position)];
}

/* Finds owners in crowded buckets, whose searches go side by side like those of the whole ring. */
static void exact_crowded(const rmk_points *points, const uint64_t *positions, uint64_t crowded,
                          uint32_t *owners) {
    uint64_t wanted[LINE_BLOCK] = {0};
    uint32_t answers[LINE_BLOCK];
    size_t count = 0;
    for (uint64_t left = crowded; left; left &= left - 1)
        wanted[count++] = positions[__builtin_ctzll(left)];
    rmk_index_plain.find_batch(NULL, points, wanted, count, answers);
    for (count = 0; crowded; crowded &= crowded - 1)
        owners[__builtin_ctzll(crowded)] = answers[count++];
}

/* Fetches the offsets, then the points, of all queries that wait, so that their misses overlap. */
static void exact_fetch(const line_index *index, const rmk_points *points, const uint64_t *positions,
                        uint64_t waiting) {
    for (uint64_t left = waiting; left; left &= left - 1)
        __builtin_prefetch(index->offsets + line_bucket(index->buckets, positions[__builtin_ctzll(left)]));
    for (uint64_t left = waiting; left; left &= left - 1) {
        size_t first = index->offsets[line_bucket(index->buckets, positions[__builtin_ctzll(left)])];
        __builtin_prefetch(points->positions + first);
        __builtin_prefetch(points->owners + first);
    }
}

static void exact_block(const line_index *index, const rmk_points *points, const uint64_t *positions,
                        uint64_t waiting, uint32_t *owners) {
    uint64_t crowded = 0;
    if (index->buckets * sizeof(line_narrow) > LINE_CACHED)
        exact_fetch(index, points, positions, waiting);
    for (; waiting; waiting &= waiting - 1) {
        unsigned i = (unsigned)__builtin_ctzll(waiting);
        uint64_t bucket = line_bucket(index->buckets, positions[i]);
        if (index->offsets[bucket + 1] - index->offsets[bucket] > LINE_COUNTED)
            crowded |= UINT64_C(1) << i;
        else
            owners[i] = points->owners[line_bound(index, points, positions[i])];
    }
    if (__builtin_popcountll(crowded) >= LINE_MOST)
        rmk_index_plain.find_batch(NULL, points, positions, LINE_BLOCK, owners);
    else if (crowded)
        exact_crowded(points, positions, crowded, owners);
}

static uint32_t narrow_find(const void *index, const rmk_points *points, uint64_t position) {
    return line_find_one(index, false, points, position);
}

static uint32_t wide_find(const void *index, const rmk_points *points, uint64_t position) {
    return line_find_one(index, true, points, position);
}

static void narrow_find_batch(const void *index, const rmk_points *points, const uint64_t *positions,
                              size_t count, uint32_t *owners) {
    line_find_all(index, false, points, positions, count, owners);
}

static void wide_find_batch(const void *index, const rmk_points *points, const uint64_t *positions,
                            size_t count, uint32_t *owners) {
    line_find_all(index, true, points, positions, count, owners);
}

#define LINE_KERNELS(name)                                                                                   \
    const line_kernels name = {                                                                              \
        {narrow_find, wide_find}, {narrow_find_batch, wide_find_batch}, {exact_one, exact_block}}

#endif
