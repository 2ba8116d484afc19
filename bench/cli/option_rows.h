/*
 * option_rows.h - every option, a row each: its name, the value that follows it, its default, its meaning and
 * who takes its value. This file is included several times, each time with other definitions of the macros
 * below, so that ids, table and takers cannot disagree; help, `list options` and completion read that table.
 * The right column says what a row declares. Lists are separated by commas; takers are in options_*.c.
 *
 *   SWITCH(ID, name, field, meaning)                                a field that becomes true
 *   TEXT(ID, name, value, default, field, meaning)                  the text as typed
 *   COUNT(ID, name, value, default, field, least, most, meaning)    a whole number
 *   REAL(ID, name, value, default, field, example, meaning)         a decimal number
 *   COUNTS(ID, name, value, default, field, least, most, meaning)   a list of whole numbers
 *   TEXTS(ID, name, value, default, field, meaning)                 a list of texts
 *   OTHER(ID, name, value, default, taker, meaning)                 a value that the taker reads
 *   OTHERS(ID, name, value, default, taker, meaning)                a list that the taker reads
 *   ALIAS(ID, name)                                                 another name of the option above
 *
 * `value` is the word by which help names the value; a default of NULL means that there is none. A command
 * lists the ids of the options that it takes; lists that several commands share are at the end of option.h.
 */

/* ---- common: every command takes the options up to the last one here, which is RM_OPT_COMMON_END ---- */

COUNT(SEED, "--seed", "S", "1", seed, 0, UINT64_MAX, "the source of all randomness; does not change names")
OTHER(FORMAT, "--format", "table|csv|json|markdown", NULL, rm_take_format,
      "what is printed (default: table on a terminal, else csv)")
TEXT(OUTPUT, "--output", "FILE", NULL, output,
     "write there, with FILE.json (machine and run) beside it; an interrupted run leaves its rows in "
     "FILE.partial")
SWITCH(NO_PROGRESS, "--no-progress", no_progress, "no progress bar")
OTHER(HELP, "--help", NULL, NULL, NULL, "this text")
OTHER(VERSION, "--version", NULL, NULL, NULL, "the version")

/* ---- nodes ---- */

COUNTS(NODES, "--nodes", "LIST", "10", nodes, 1, RMK_MAX_NODES, "so many nodes with generated names")
OTHER(NAMES, "--names", "PATTERN", "node-{set}-{index}", rm_take_names,
      "their names; {set}, {index}, {hex:N} (N digits hashed from both), counted from 0, {letter} (a to z, "
      "aa, ...); {{ "
      "is a brace")
TEXT(NODES_FILE, "--nodes-file", "FILE", NULL, nodes_file,
     "nodes from CSV: name[,weight[,zone]], or a header over name, weight, zone, alias, id, state (up or "
     "down)")
COUNT(SETS, "--sets", "N", "1", sets, 1, RM_MAX_SETS,
      "independent name sets; above 1, {set} must be in the names or the label")
TEXT(PAST, "--past", "FILE", NULL, past,
     "changes before anything is measured, a line each: remove NAME, add NAME[,weight[,zone]] (older name: "
     "--history)")
ALIAS(PAST, "--history")
OTHER(REMOVED, "--removed", "P%", NULL, rm_take_removed,
      "so many of the nodes are removed before anything is measured, at random by --seed")

/* ---- placement ---- */

OTHER(PRESET, "--preset", "NAME", NULL, rm_take_preset,
      "a real system's rules and defaults (ringmark list presets)")
OTHER(RULE, "--rule", "FILE.json", NULL, rm_take_rule,
      "a ring's rule of your own, as ringmark list rule NAME prints one; instead of --preset")
OTHERS(ALGORITHM, "--algorithm", "LIST", "ring", rm_take_algorithm,
       "what places keys (ringmark list algorithms); of loads: bounded")
TEXTS(PLUGIN, "--plugin", "LIST", NULL, plugins,
      "shared objects with a foreign ring each (bench/plugin/plugin.h)")
COUNTS(VNODES, "--vnodes", "LIST", "160", vnodes, 1, RMK_MAX_POINTS, "points per unit of weight")
COUNTS(TOTAL_POINTS, "--total-points", "LIST", NULL, total_points, 1, RMK_MAX_POINTS,
       "a fixed size of the ring, shared by weight")
OTHER(LABEL, "--label", "PATTERN", RMK_DEFAULT_LABEL, rm_take_label,
      "the text hashed to a point; {name}, {vnode}, {set}; {{ is a brace")
OTHERS(HASH, "--hash", "LIST", "xxh3", rm_take_hash, "the hash of keys (ringmark list hashes)")
OTHER(NODE_HASH, "--node-hash", "NAME", NULL, rm_take_node_hash, "the hash of points (default: as --hash)")
OTHER(HASH_TAG, "--hash-tag", "{}", NULL, rm_take_hash_tag, "hash only what stands between these two marks")
OTHERS(INDEX, "--index", "LIST", "auto", rm_take_index, "how a ring is searched (ringmark list indexes)")
OTHER(PAGES, "--pages", "auto|normal|huge", "auto", rm_take_pages, "page size of large arrays")
COUNT(TABLE_SIZE, "--table-size", "M", NULL, table_size, 1, RMK_MAX_POINTS,
      "slots of a table: a prime for maglev, partitions for bounded-partitions")
COUNT(CAPACITY, "--capacity", "N", NULL, capacity, 1, RM_MAX_CAPACITY,
      "places for nodes that anchor and dx have (default: twice the nodes)")
COUNT(PROBES, "--probes", "K", NULL, probes, 1, RM_MAX_PROBES,
      "points tried for a key by multi-probe (default: 21)")
OTHER(LOAD_FACTOR, "--load-factor", "C", "1.25", rm_take_load_factor,
      "bounded loads: capacities add up to C times the keys")
COUNT(REPLICAS, "--replicas", "R", "1", replicas, 1, RMK_MAX_NODES, "the next R distinct nodes hold a key")
OTHER(SPREAD, "--spread", "zone", NULL, rm_take_spread,
      "replicas in distinct zones; second nodes of a zone when zones run out")
OTHER(AGAINST, "--against", "'OPTIONS'", NULL, rm_take_against, "the other placement, as options of its own")

/* ---- keys ---- */

COUNT(KEYS, "--keys", "N", NULL, keys, 1, RM_MAX_KEYS,
      "so many generated keys; where nothing exact exists, 10^6 without it")
COUNTS(KEY_BYTES, "--key-bytes", "LIST", "16", key_bytes, 1, RM_MAX_KEY_BYTES, "the length of generated keys")
OTHER(KEY_DIST, "--key-dist", "uniform|sequential|zipf:S|points", "uniform", rm_take_key_dist,
      "how generated keys are drawn; points (lookup --stage search): positions of points, every search an "
      "exact hit")
TEXT(KEYS_FILE, "--keys-file", "FILE", NULL, keys_file,
     "a line a key, bytes as they are, 64 MiB at most; - is stdin")
SWITCH(KEYS_NUL, "-0", keys_nul, "keys of the file end in NUL instead of a line end")
SWITCH(KEY_WEIGHTS, "--key-weights", key_weights, "the keys file is CSV: key,weight (0 to 10^12)")

/* ---- what is measured ---- */

OTHERS(CHANGE, "--change", "LIST", "add,remove", rm_take_change,
       "add, add:NAME (that --past removed), remove (each in turn), "
       "remove:first|middle|last|random|P%|NAME, down:NAME, "
       "replace, rename, weight:first|NAME=W, vnodes=V, hash=H, total-points=T")
OTHERS(MODE, "--mode", "LIST", "all", rm_take_mode,
       "loop (independent keys), chain (each needs the last answer), batch")
OTHERS(STAGE, "--stage", "LIST", "all", rm_take_stage, "hash, search, total")
COUNT(CHANGE_EVERY, "--change-every", "US", "0", change_every, 0, RM_MAX_CHANGE_EVERY,
      "a node leaves or comes back every US microseconds meanwhile; 0: none does")
COUNTS(THREADS, "--threads", "LIST", "1", threads, 1, RM_MAX_WORKERS, "measured threads")
COUNT(REPEAT, "--repeat", "N", "5", repeat, 1, RM_MAX_REPEAT, "rounds of a measurement")
SWITCH(QUICK, "--quick", quick, "fewer rounds and cells")
SWITCH(VERIFY, "--verify", verify, "check every answer against the plain reference, time nothing")
SWITCH(RIVALS, "--rivals", rivals,
       "the real library too, on the same keys, end to end (--preset libmemcached or libmemcached-weighted)")
TEXT(SAMPLES, "--samples", "FILE", NULL, samples, "write the raw samples there")
TEXTS(SCHEME, "--scheme", "LIST", "all", schemes,
      "named pairs of name and label patterns (ringmark list schemes)")
COUNT(VIEWS, "--views", "N", "0", views, 0, RM_MAX_VIEWS,
      "so many clients that each see a random half of the nodes")
OTHER(GROUP_BY, "--group-by", "zone|host", NULL, rm_take_group_by,
      "figures of groups of nodes; host: the name up to its last colon")

/* ---- the targets of plan, and what it may spend ---- */

REAL(PEAK, "--peak", "H", NULL, peak, "1.1",
     "target: the largest share is at most H times the fair one (default: 1.1, unless another is given)")
REAL(CV, "--cv", "C", NULL, cv, "0.05", "target: standard deviation of the shares over their mean")
REAL(RANGE, "--range", "R", NULL, range, "0.05", "target: largest minus smallest share, over the mean")
REAL(CONFIDENCE, "--confidence", "P", "0.95", confidence, "0.99",
     "the part of all name sets that meets the target")
COUNT(MAX_POINTS, "--max-points", "M", NULL, max_points, 1, RMK_MAX_POINTS,
      "at most so many points on the whole ring")
COUNT(SEEDS, "--seeds", "S", "1", seeds, 1, RM_MAX_SEEDS, "the best of so many salts of the labels is taken")
SWITCH(NO_MEASURE, "--no-measure", no_measure, "time nothing: build_ns and lookup_ns stay empty")

/* ---- regression tracking ---- */

OTHER(FAIL_ABOVE, "--fail-above", "PCT", NULL, rm_take_fail_above,
      "exit 1 for a confirmed slowdown of more per cent, or an exact figure that changed for the worse")
SWITCH(ALLOW_MIXED, "--allow-mixed", allow_mixed, "compare files of different machines all the same")
SWITCH(CALLS_ONLY, "--calls-only", calls_only,
       "build, hash and look up only: no map, shares or movement (for a tool that counts the calls)")

/* ---- the sweep ---- */

COUNT(JOBS, "--jobs", "J", NULL, jobs, 1, RM_MAX_WORKERS,
      "workers of a sweep; the rows do not depend on it (default: all cores)")
TEXT(FILTER, "--filter", "TEXT", NULL, filter, "only cells whose name has this text in it")
OTHER(SHARD, "--shard", "I/N", "1/1", rm_take_shard, "only part I of N of the cells")
SWITCH(RESUME, "--resume", resume,
       "go on with the FILE.partial of the same run; with none, begin, and with a whole FILE, do nothing")
