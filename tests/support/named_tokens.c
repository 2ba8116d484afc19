/* named_tokens.c - sets of tokens: Cassandra's hash and allocators, dskit's generator. */
#include "named_set.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/placement/tokens/cassandra_ring.h"
#include "core/placement/tokens/spread_tokens.h"

/* --- Cassandra's hash of keys */

static bool check_token(named_set *set, const char *key, rmk_bytes bytes, const char *recorded) {
    int64_t token = (int64_t)rmk_hash_murmur3_cassandra.one(NULL, bytes.data, bytes.length);
    if (token == strtoll(recorded, NULL, 10))
        return true;
    return named_fail(set, "key '%s': token %s is recorded, and not %" PRId64, key, recorded, token);
}

static bool check_hex(named_set *set, const test_row *row) {
    unsigned char bytes[256];
    size_t length = strlen(row->cells[0]) / 2;
    if (length > sizeof bytes)
        return named_fail(set, "key '%s' is too long", row->cells[0]);
    for (size_t i = 0; i < length; i++) {
        char pair[3] = {row->cells[0][2 * i], row->cells[0][2 * i + 1], '\0'};
        bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
    }
    return check_token(set, row->cells[0], (rmk_bytes){bytes, length}, row->cells[1]);
}

bool named_check_cassandra_hash(named_set *set) {
    test_rows rows;
    if (!named_rows(set, "keys.tsv", &rows))
        return named_fail(set, "keys.tsv cannot be read");
    for (size_t i = 0; i < rows.count; i++)
        check_token(set, rows.rows[i].cells[0], named_bytes(rows.rows[i].cells[0]), rows.rows[i].cells[2]);
    test_rows_free(&rows);
    if (!named_rows(set, "hexkeys.tsv", &rows))
        return !set->failed;
    for (size_t i = 0; i < rows.count; i++)
        check_hex(set, rows.rows + i);
    test_rows_free(&rows);
    return !set->failed;
}

/* --- Cassandra's allocators */

static int ascending(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return left < right ? -1 : left > right;
}

/* The tokens of a unit that has just joined, against the rows from `at` on; their number. */
static size_t check_unit(named_set *set, const cassandra_ring *ring, uint32_t unit, const test_rows *rows,
                         size_t at) {
    size_t count = ring->units[unit].tokens, found = 0;
    int64_t *tokens = calloc(count ? count : 1, sizeof *tokens);
    for (size_t i = 0; i < ring->made && found < count; i++)
        if (ring->tokens[i].unit == unit)
            tokens[found++] = ring->tokens[i].token;
    qsort(tokens, count, sizeof *tokens, ascending);
    for (size_t i = 0; i < count; i++) {
        const char *recorded = at + i < rows->count ? rows->rows[at + i].cells[2] : "nothing";
        if (at + i >= rows->count || strtoull(rows->rows[at + i].cells[0], NULL, 10) != unit ||
            strtoll(recorded, NULL, 10) != tokens[i]) {
            named_fail(set, "node %" PRIu32 ", token %zu: %s is recorded, and not %" PRId64, unit, i,
                       recorded, tokens[i]);
            break;
        }
    }
    free(tokens);
    return count;
}

static void replay(named_set *set, cassandra_ring *ring, const test_rows *rows) {
    const uint32_t count = (uint32_t)named_number(set, "num_tokens=", 16);
    const uint32_t replicas = (uint32_t)named_number(set, "RF=", 1);
    const uint32_t racks = (uint32_t)named_number(set, " racks=", 1);
    const bool alone = strstr(set->params, "NoReplicationTokenAllocator");
    for (size_t at = 0; !set->failed && at < rows->count;) {
        uint32_t unit = (uint32_t)strtoul(rows->rows[at].cells[0], NULL, 10);
        if (!strcmp(rows->rows[at].cells[1], "REMOVED")) {
            rmk_cassandra_remove(ring, unit);
            at++;
            continue;
        }
        if (alone)
            rmk_cassandra_add_alone(ring, unit, count);
        else
            rmk_cassandra_add_aware(ring, unit, racks > 1 ? unit % racks : unit, count, replicas);
        at += check_unit(set, ring, unit, rows, at);
    }
}

bool named_check_cassandra_tokens(named_set *set) {
    test_rows rows;
    cassandra_ring ring;
    const char *first = named_fact(set, "getRandomToken() fixed to ");
    const uint32_t nodes = (uint32_t)named_number(set, " nodes=", set->nodes.count);
    if (!named_rows(set, "tokens.tsv", &rows))
        return named_fail(set, "tokens.tsv cannot be read");
    if (rmk_cassandra_create(rows.count + 1024, nodes, first ? strtoll(first, NULL, 10) : 0, NULL, &ring))
        named_fail(set, "out of memory");
    else
        replay(set, &ring, &rows);
    rmk_cassandra_destroy(&ring);
    test_rows_free(&rows);
    return !set->failed;
}

/* --- dskit's generator */

/* "[zone-a zone-b]": which of them, sorted, a zone is; it is there. */
static uint32_t zone_number(const char *zones, const char *zone) {
    size_t length = strcspn(zone, " (\n");
    uint32_t before = 0;
    for (const char *at = zones; *at && *at != ']'; at += *at == ' ') {
        size_t other = strcspn(at, " ]");
        size_t shorter = other < length ? other : length;
        int order = memcmp(at, zone, shorter);
        before += order < 0 || (order == 0 && other < length);
        at += other;
    }
    return before;
}

static int ascending_32(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

/* Every `step`-th is taken (0: none), and at most `most` are asked for. */
static bool check_instances(named_set *set, uint32_t zone, const test_rows *rows, size_t step, size_t most) {
    uint32_t last = 0;
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t id = (uint32_t)strtoul(rows->rows[i].cells[0], NULL, 10);
        last = id > last ? id : last;
    }
    uint32_t *tokens = calloc((size_t)last + 1, RMK_SPREAD_TOKENS * sizeof *tokens);
    if (!tokens || rmk_spread_tokens(zone, last, NULL, tokens))
        named_fail(set, "the tokens of instance %" PRIu32 " cannot be made", last);
    for (size_t at = 0; !set->failed && at < rows->count;) {
        uint32_t id = (uint32_t)strtoul(rows->rows[at].cells[0], NULL, 10);
        uint32_t *own = tokens + (size_t)id * RMK_SPREAD_TOKENS;
        qsort(own, RMK_SPREAD_TOKENS, sizeof *own, ascending_32);
        for (size_t i = 0, given = 0; !set->failed && i < RMK_SPREAD_TOKENS && given < most; i++) {
            if (step && i % step == 0)
                continue;
            const char *recorded = at < rows->count ? rows->rows[at].cells[1] : "nothing";
            if (strtoul(recorded, NULL, 10) != own[i])
                named_fail(set, "instance %" PRIu32 ", token %zu: %s is recorded, and not %" PRIu32, id, i,
                           recorded, own[i]);
            given++;
            at++;
        }
    }
    free(tokens);
    return !set->failed;
}

bool named_check_spread(named_set *set) {
    test_rows rows;
    if (!named_rows(set, "tokens.tsv", &rows))
        return named_fail(set, "tokens.tsv cannot be read");
    const char *zones = named_fact(set, "zones=["), *zone = named_fact(set, "this zone=");
    if (!zones) {
        zones = named_fact(set, " of [");
        zone = named_fact(set, " zone ");
    }
    if (!zones || !zone)
        named_fail(set, "params.txt says no zones");
    else
        check_instances(set, zone_number(zones, zone), &rows, named_number(set, "taken=every ", 0),
                        named_number(set, "requested=", RMK_SPREAD_TOKENS));
    test_rows_free(&rows);
    return !set->failed;
}
