/* options_table.c - every option, once. Help, `list options` and completion read it. */
#include <stdlib.h>
#include <string.h>

#include "fail.h"
#include "options_parts.h"

#define ROW(id, name, value, preset, meaning, list)                                                          \
    [RM_OPT_##id] = {RM_OPT_##id, name, value, preset, meaning, list}

static const rm_option table[RM_OPTION_COUNT] = {
    ROW(SEED, "--seed", "S", "1", "the source of all randomness; does not change names", false),
    ROW(FORMAT, "--format", "table|csv|json|markdown", NULL,
        "what is printed (default: table on a terminal, else csv)", false),
    ROW(OUTPUT, "--output", "FILE", NULL,
        "write there, with FILE.json (machine and run) beside it; a run that does not end leaves its rows in "
        "FILE.partial",
        false),
    ROW(NO_PROGRESS, "--no-progress", NULL, NULL, "no progress bar", false),
    ROW(HELP, "--help", NULL, NULL, "this text", false),
    ROW(VERSION, "--version", NULL, NULL, "the version", false),

    ROW(NODES, "--nodes", "LIST", "10", "so many nodes with generated names", true),
    ROW(NAMES, "--names", "PATTERN", "node-{set}-{index}",
        "their names; {set}, {index}, {hex:N} (N digits hashed from both), counted from 0, {letter} (a to z, "
        "aa, "
        "...); {{ is a brace",
        false),
    ROW(NODES_FILE, "--nodes-file", "FILE", NULL,
        "nodes from CSV: name[,weight[,zone]], or a header over name, weight, zone, alias, id, state "
        "(up or down)",
        false),
    ROW(SETS, "--sets", "N", "1", "independent name sets; above 1, {set} must be in the names or the label",
        false),

    ROW(PRESET, "--preset", "NAME", NULL, "a real system's rules and defaults (ringmark list presets)",
        false),
    ROW(ALGORITHM, "--algorithm", "LIST", "ring",
        "what places keys (ringmark list algorithms); of loads: bounded", true),
    ROW(VNODES, "--vnodes", "LIST", "160", "points per unit of weight", true),
    ROW(TOTAL_POINTS, "--total-points", "LIST", NULL, "a fixed size of the ring, shared by weight", true),
    ROW(LABEL, "--label", "PATTERN", RMK_DEFAULT_LABEL,
        "the text hashed to a point; {name}, {vnode}, {set}; {{ is a brace", false),
    ROW(HASH, "--hash", "LIST", "xxh3", "the hash of keys (ringmark list hashes)", true),
    ROW(NODE_HASH, "--node-hash", "NAME", NULL, "the hash of points (default: as --hash)", false),
    ROW(HASH_TAG, "--hash-tag", "{}", NULL, "hash only what stands between these two marks", false),
    ROW(INDEX, "--index", "LIST", "auto", "how a ring is searched (ringmark list indexes)", true),
    ROW(PAGES, "--pages", "auto|normal|huge", "auto", "page size of large arrays", false),
    ROW(TABLE_SIZE, "--table-size", "M", NULL,
        "slots of a table: a prime for maglev, partitions for bounded-partitions", false),
    ROW(CAPACITY, "--capacity", "N", NULL,
        "places for nodes that anchor and dx have (default: twice the nodes)", false),
    ROW(PROBES, "--probes", "K", NULL, "points tried for a key by multi-probe (default: 21)", false),
    ROW(HISTORY, "--history", "FILE", NULL,
        "changes before anything is measured, a line each: remove NAME, add NAME[,weight[,zone]]", false),
    ROW(REMOVED, "--removed", "P%", NULL,
        "so many of the nodes are removed before anything is measured, at random by --seed", false),
    ROW(LOAD_FACTOR, "--load-factor", "C", "1.25", "bounded loads: capacities add up to C times the keys",
        false),
    ROW(REPLICAS, "--replicas", "R", "1", "the next R distinct nodes hold a key", false),
    ROW(SPREAD, "--spread", "zone", NULL,
        "replicas in distinct zones; second nodes of a zone when zones run out", false),

    ROW(AGAINST, "--against", "'OPTIONS'", NULL, "the other placement, as options of its own", false),

    ROW(KEYS, "--keys", "N", NULL, "so many generated keys; where nothing exact exists, 10^6 without it",
        false),
    ROW(KEY_BYTES, "--key-bytes", "LIST", "16", "the length of generated keys", true),
    ROW(KEY_DIST, "--key-dist", "uniform|sequential|zipf:S|points", "uniform",
        "how generated keys are drawn; points (lookup --stage search): positions of points, every search an "
        "exact hit",
        false),
    ROW(KEYS_FILE, "--keys-file", "FILE", NULL, "a line a key, bytes as they are, 64 MiB at most; - is stdin",
        false),
    ROW(KEYS_NUL, "-0", NULL, NULL, "keys of the file end in NUL instead of a line end", false),
    ROW(KEY_WEIGHTS, "--key-weights", NULL, NULL, "the keys file is CSV: key,weight (0 to 10^12)", false),

    ROW(CHANGE, "--change", "LIST", "add,remove",
        "add, add:NAME (that --history removed), remove (each in turn), "
        "remove:first|middle|last|random|P%|NAME, down:NAME, replace, rename, "
        "weight:first|NAME=W, vnodes=V, hash=H, total-points=T",
        true),
    ROW(MODE, "--mode", "LIST", "all", "loop (independent keys), chain (each needs the last answer), batch",
        true),
    ROW(STAGE, "--stage", "LIST", "all", "hash, search, total", true),
    ROW(CHANGE_EVERY, "--change-every", "US", "0",
        "a node leaves or comes back every US microseconds meanwhile; 0: none does", false),
    ROW(THREADS, "--threads", "LIST", "1", "measured threads", true),
    ROW(REPEAT, "--repeat", "N", "5", "rounds of a measurement", false),
    ROW(QUICK, "--quick", NULL, NULL, "fewer rounds and cells", false),
    ROW(VERIFY, "--verify", NULL, NULL, "check every answer against the plain reference, time nothing",
        false),
    ROW(RIVALS, "--rivals", NULL, NULL,
        "the real library too, on the same keys, end to end (--preset libmemcached or libmemcached-weighted)",
        false),
    ROW(SAMPLES, "--samples", "FILE", NULL, "write the raw samples there", false),

    ROW(PEAK, "--peak", "H", NULL,
        "target: the largest share is at most H times the fair one (default: 1.1, unless another is given)",
        false),
    ROW(CV, "--cv", "C", NULL, "target: standard deviation of the shares over their mean", false),
    ROW(RANGE, "--range", "R", NULL, "target: largest minus smallest share, over the mean", false),
    ROW(CONFIDENCE, "--confidence", "P", "0.95", "the part of all name sets that meets the target", false),
    ROW(MAX_POINTS, "--max-points", "M", NULL, "at most so many points on the whole ring", false),
    ROW(SEEDS, "--seeds", "S", "1", "the best of so many salts of the labels is taken", false),
    ROW(NO_MEASURE, "--no-measure", NULL, NULL, "time nothing: build_ns and lookup_ns stay empty", false),
    ROW(SCHEME, "--scheme", "LIST", "all", "named pairs of name and label patterns (ringmark list schemes)",
        true),
    ROW(VIEWS, "--views", "N", "0", "so many clients that each see a random half of the nodes", false),
    ROW(GROUP_BY, "--group-by", "zone|host", NULL,
        "figures of groups of nodes; host: the name up to its last colon", false),

    ROW(FAIL_ABOVE, "--fail-above", "PCT", NULL,
        "exit 1 for a confirmed slowdown of more per cent, or an exact figure that changed for the worse",
        false),
    ROW(ALLOW_MIXED, "--allow-mixed", NULL, NULL, "compare files of different machines all the same", false),
    ROW(PLUGIN, "--plugin", "LIST", NULL, "shared objects with a foreign ring each (bench/plugin.h)", true),
    ROW(CALLS_ONLY, "--calls-only", NULL, NULL,
        "build, hash and look up only: no map, shares or movement (for a tool that counts the calls)", false),

    ROW(JOBS, "--jobs", "J", NULL, "workers of a sweep; the rows do not depend on it (default: all cores)",
        false),
    ROW(FILTER, "--filter", "TEXT", NULL, "only cells whose name has this text in it", false),
    ROW(SHARD, "--shard", "I/N", "1/1", "only part I of N of the cells", false),
    ROW(RESUME, "--resume", NULL, NULL,
        "go on with the FILE.partial of the same run; with none, begin, and with a whole FILE, do nothing",
        false),
};

const rm_option *rm_option_table(void) {
    return table;
}

const rm_option *rm_option_named(const char *name, size_t length) {
    for (size_t id = 1; id < RM_OPTION_COUNT; id++)
        if (table[id].name && strlen(table[id].name) == length && memcmp(table[id].name, name, length) == 0)
            return &table[id];
    return NULL;
}

bool rm_command_takes(const rm_command *command, rm_option_id id) {
    if (id <= RM_OPT_COMMON_END)
        return true;
    for (const rm_option_id *taken = command->options; taken && *taken != RM_OPTION_END; taken++)
        if (*taken == id)
            return true;
    return false;
}

char *rm_option_takers(rm_option_id id) {
    size_t count;
    const rm_command *const *commands = rm_command_table(&count);
    const rm_command *last = NULL;
    for (size_t i = 0; i < count; i++)
        if (rm_command_takes(commands[i], id))
            last = commands[i];
    char *text = rm_text("%s", last ? "" : "no command");
    for (size_t i = 0; i < count; i++) {
        if (!rm_command_takes(commands[i], id))
            continue;
        const char *between = !*text ? "" : commands[i] == last ? " and " : ", ";
        char *longer = rm_text("%s%s%s", text, between, commands[i]->name);
        free(text);
        text = longer;
    }
    return text;
}
