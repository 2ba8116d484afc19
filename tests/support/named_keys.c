/* named_keys.c - sets in which keys have nodes: Maglev, rendezvous, multi-probe. */
#include "named_set.h"

#include <inttypes.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

#include "core/placement/name_hashes.h"
#include "core/placement/tokens/multi_probe.h"

uint64_t named_xxh64(rmk_bytes key) {
    return rmk_hash_xxh64.one(NULL, key.data, key.length);
}

uint64_t named_fnv1a(rmk_bytes key) {
    return rmk_hash_fnv1a_64.one(NULL, key.data, key.length);
}

static uint64_t siphash_kkdai(rmk_bytes key) {
    return rmk_siphash24(0xdeadbabe, 0, key);
}

static uint64_t murmur_mcrouter(rmk_bytes key) {
    return rmk_murmur64a(key, 2718281828u);
}

static uint64_t murmur_nspcc(rmk_bytes key) {
    return rmk_hash_murmur3_128.one(NULL, key.data, key.length);
}

static const char *name_of(const named_set *set, uint32_t id) {
    return id < set->nodes.count ? (const char *)set->list[id].name.data : "nobody";
}

static bool check_key(named_set *set, const rmk_placement *placement, const test_row *row) {
    rmk_bytes key = named_bytes(row->cells[0]);
    uint64_t hash = strtoull(row->cells[1], NULL, 10);
    uint32_t owner = rmk_placement_locate(placement, key, hash), batch, next[TEST_MOST_CELLS];
    if (strcmp(name_of(set, owner), row->cells[2]))
        return named_fail(set, "key '%s': %s is recorded, and not %s", row->cells[0], row->cells[2],
                          name_of(set, owner));
    rmk_placement_locate_batch(placement, &key, &hash, 1, &batch);
    if (batch != owner || rmk_placement_locate_plain(placement, key, hash) != owner)
        return named_fail(set, "key '%s': the forms of the lookup differ", row->cells[0]);
    size_t wanted = row->count - 2;
    size_t found = placement->algorithm->replicas(placement, key, hash, wanted, next);
    size_t expected = wanted < set->nodes.count ? wanted : set->nodes.count;
    for (size_t i = 0; i < expected; i++)
        if (i >= found || strcmp(name_of(set, next[i]), row->cells[2 + i]))
            return named_fail(set, "key '%s': choice %zu is recorded as %s, and not %s", row->cells[0], i + 1,
                              row->cells[2 + i], i < found ? name_of(set, next[i]) : "nobody");
    return true;
}

bool named_check_keys(named_set *set, const rmk_placement *placement, named_hash *hash, const char *file) {
    test_rows keys;
    if (!named_rows(set, file, &keys))
        return named_fail(set, "%s cannot be read", file);
    for (size_t i = 0; !set->failed && i < keys.count; i++) {
        const test_row *row = keys.rows + i;
        uint64_t recorded = strtoull(row->cells[1], NULL, 10);
        if (row->count < 3)
            named_fail(set, "%s: line %zu is not key, hash, node", file, i + 1);
        else if (hash && hash(named_bytes(row->cells[0])) != recorded)
            named_fail(set, "key '%s': its hash is recorded as %s", row->cells[0], row->cells[1]);
        else
            check_key(set, placement, row);
    }
    test_rows_free(&keys);
    return !set->failed;
}

static rmk_placement *place(named_set *set, const rmk_algorithm *algorithm,
                            const rmk_placement_options *options) {
    rmk_placement *placement;
    rmk_status status = rmk_placement_create(algorithm, &set->nodes, options, &placement);
    if (status)
        named_fail(set, "%s: %s", algorithm->name, rmk_status_text(status));
    return placement;
}

/* --- Maglev */

/* The places of the nodes in the slots, as little-endian words of 32 bits. */
static bool check_table(named_set *set, const rmk_map *map, const char *sha_name) {
    unsigned char *bytes = calloc(map->count, 4), digest[SHA256_DIGEST_LENGTH];
    for (size_t i = 0; i < map->count; i++)
        for (int b = 0; b < 4; b++)
            bytes[4 * i + b] = (unsigned char)(map->owners[i] >> 8 * b);
    SHA256(bytes, 4 * map->count, digest);
    char text[2 * sizeof digest + 1];
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
    const char *sha = named_fact(set, sha_name);
    if (sha && strncmp(sha, text, strlen(text)))
        named_fail(set, "the table's SHA-256 is %s", text);
    uint64_t fnv = named_number(set, "over le-u32 indices=", 0);
    if (fnv && fnv != named_fnv1a((rmk_bytes){bytes, 4 * map->count}))
        named_fail(set, "the table's FNV-1a is %" PRIu64, named_fnv1a((rmk_bytes){bytes, 4 * map->count}));
    free(bytes);
    return !set->failed;
}

static void check_slots(named_set *set, const rmk_map *map) {
    test_rows table;
    if (!named_rows(set, "table.tsv", &table))
        return;
    if (table.count != map->count)
        named_fail(set, "%zu slots, and not the %zu of table.tsv", map->count, table.count);
    for (size_t i = 0; !set->failed && i < table.count; i++)
        if (strcmp(name_of(set, map->owners[i]), table.rows[i].cells[1]))
            named_fail(set, "slot %zu: %s is recorded, and not %s", i, table.rows[i].cells[1],
                       name_of(set, map->owners[i]));
    test_rows_free(&table);
}

static bool check_placed(named_set *set, const rmk_algorithm *algorithm, named_hash *hash, const char *sha,
                         const char *keys) {
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh64,
                                           .table_size = named_number(set, "\nM=", 0)};
    rmk_placement *placement = place(set, algorithm, &options);
    rmk_map map;
    if (!placement)
        return false;
    if (rmk_placement_map(placement, &map))
        named_fail(set, "no map");
    else if (check_table(set, &map, sha) && !strcmp(keys, "keys.tsv"))
        check_slots(set, &map);
    rmk_map_destroy(&map);
    if (!set->failed)
        named_check_keys(set, placement, hash, keys);
    rmk_placement_destroy(placement);
    return !set->failed;
}

/* rebuild_dead=[0 5]: places in nodes.tsv. */
static bool check_rebuilt(named_set *set, const rmk_algorithm *algorithm, named_hash *hash) {
    const char *dead = named_fact(set, "rebuild_dead=[");
    if (!dead)
        return true;
    for (char *end; *dead != ']'; dead = end) {
        unsigned long place = strtoul(dead, &end, 10);
        if (end == dead || place >= set->nodes.count)
            return named_fail(set, "rebuild_dead is no list of places");
        set->list[place].down = true;
    }
    return check_placed(set, algorithm, hash, "rebuilt_table_sha256=", "keys_rebuilt.tsv");
}

bool named_check_maglev(named_set *set) {
    const rmk_algorithm *algorithm = &rmk_algorithm_maglev_siphash;
    named_hash *hash = named_xxh64;
    if (strstr(set->params, "katran")) {
        algorithm = &rmk_algorithm_maglev_katran;
        hash = named_fnv1a;
    } else if (strstr(set->params, "(siphash)")) {
        algorithm = &rmk_algorithm_maglev_kkdai_siphash;
        hash = siphash_kkdai;
    } else if (strstr(set->params, "kkdai")) {
        algorithm = &rmk_algorithm_maglev_kkdai;
    }
    return check_placed(set, algorithm, hash, "\ntable_sha256_le_i32_node_index=", "keys.tsv") &&
           check_rebuilt(set, algorithm, hash);
}

/* --- rendezvous */

/* By params.txt, or where they do not say it by the folder's name. */
static bool is_by_fnv(const named_set *set) {
    const char *hash = named_fact(set, "hash=");
    return hash ? !strncmp(hash, "fnv1a64", 7) : strstr(set->path, "fnv1a64") != NULL;
}

bool named_check_rendezvous(named_set *set) {
    const rmk_algorithm *algorithm = &rmk_algorithm_rendezvous_xxh64;
    named_hash *hash = named_xxh64;
    if (strstr(set->params, "mcrouter")) {
        bool weighted = strstr(set->params, "WeightedRendezvous");
        algorithm = weighted ? &rmk_algorithm_rendezvous_mcrouter_weighted
                             : &rmk_algorithm_rendezvous_mcrouter;
        hash = murmur_mcrouter;
    } else if (strstr(set->params, "proxygen")) {
        algorithm = &rmk_algorithm_rendezvous_proxygen;
        hash = named_fnv1a;
    } else if (strstr(set->params, "nspcc")) {
        algorithm = &rmk_algorithm_rendezvous_nspcc;
        hash = murmur_nspcc;
    } else if (is_by_fnv(set)) {
        algorithm = &rmk_algorithm_rendezvous_fnv1a;
        hash = named_fnv1a;
    }
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh64};
    rmk_placement *placement = place(set, algorithm, &options);
    if (placement)
        named_check_keys(set, placement, hash, "keys.tsv");
    rmk_placement_destroy(placement);
    return !set->failed;
}

/* --- multi-probe */

static bool check_probes(named_set *set, const rmk_placement *placement, const test_row *row,
                         const uint64_t seeds[2]) {
    rmk_bytes key = named_bytes(row->cells[0]);
    const char *comma = strchr(row->cells[1], ',');
    uint64_t first = strtoull(row->cells[1], NULL, 10), second = comma ? strtoull(comma + 1, NULL, 10) : 0;
    if (first != rmk_siphash24(seeds[0], 0, key) || second != rmk_siphash24(seeds[1], 0, key))
        return named_fail(set, "key '%s': its hashes are recorded as %s", row->cells[0], row->cells[1]);
    uint32_t owner = rmk_multi_probe_find(placement, first, second);
    if (strcmp(name_of(set, owner), row->cells[2]))
        return named_fail(set, "key '%s': %s is recorded, and not %s", row->cells[0], row->cells[2],
                          name_of(set, owner));
    if (seeds[0] == 1 && seeds[1] == 2 && owner != rmk_placement_locate(placement, key, 0))
        return named_fail(set, "key '%s': the forms of the lookup differ", row->cells[0]);
    return true;
}

bool named_check_multi_probe(named_set *set) {
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh64,
                                           .probes = named_number(set, "\nk=", 21)};
    uint64_t seeds[2] = {named_number(set, "\nseeds=", 1), 2};
    const char *text = named_fact(set, "\nseeds=");
    if (text && strchr(text, ','))
        seeds[1] = strtoull(strchr(text, ',') + 1, NULL, 10);
    test_rows keys;
    if (!named_rows(set, "keys.tsv", &keys))
        return named_fail(set, "keys.tsv cannot be read");
    rmk_placement *placement = place(set, &rmk_algorithm_multi_probe_siphash, &options);
    for (size_t i = 0; !set->failed && i < keys.count; i++)
        check_probes(set, placement, keys.rows + i, seeds);
    rmk_placement_destroy(placement);
    test_rows_free(&keys);
    return !set->failed;
}
