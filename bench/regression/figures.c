#include "figures.h"

#include <stdio.h>
#include <string.h>

typedef struct row {
    const char *name;
    rm_figure figure;
    const char *with; /* only in a table that has this column; NULL: in every one */
} row;

#define KEY                                                                                                  \
    { RM_ROLE_KEY, "", 0 }
#define RUN                                                                                                  \
    { RM_ROLE_RUN, "", 0 }
#define SAMPLE                                                                                               \
    { RM_ROLE_SAMPLE, "", 0 }
#define UNUSED                                                                                               \
    { RM_ROLE_UNUSED, "", 0 }
#define TIME(unit)                                                                                           \
    { RM_ROLE_TIMED, unit, -1 }
#define RATE(unit)                                                                                           \
    { RM_ROLE_TIMED, unit, 1 }
#define EXACT(unit)                                                                                          \
    { RM_ROLE_EXACT, unit, 0 }
#define LESS(unit)                                                                                           \
    { RM_ROLE_EXACT, unit, -1 }
#define COUNTED(unit)                                                                                        \
    { RM_ROLE_COUNTED, unit, -1 }

/* Columns of the commands, of the gate and of hyperfine --export-csv. Of a row that sums a measurement up,
 * the median is the figure: minimum, p95, ends and rates say the same again. */
static const row table[] = {
    {"preset", KEY, NULL},
    {"algorithm", KEY, NULL},
    {"hash", EXACT(""), "key"}, /* of locate */
    {"hash", KEY, NULL},
    {"node_hash", KEY, NULL},
    {"label", KEY, NULL},
    {"names", KEY, NULL},
    {"nodes", KEY, NULL},
    {"vnodes", KEY, NULL},
    {"total_points", KEY, NULL},
    {"seed", KEY, NULL},
    {"index", KEY, NULL},
    {"isa", KEY, NULL},
    {"mode", KEY, NULL},
    {"stage", KEY, NULL},
    {"operation", KEY, NULL},
    {"operations", KEY, NULL},
    {"key_bytes", KEY, NULL},
    {"key_dist", KEY, NULL},
    {"threads", KEY, NULL},
    {"change", KEY, NULL},
    {"change_every_us", KEY, NULL},
    {"sets", KEY, NULL},
    {"views", KEY, NULL},
    {"replicas", KEY, NULL},
    {"contest", KEY, NULL},
    {"ours", KEY, NULL},
    {"theirs", KEY, NULL},
    {"node", EXACT(""), "key"},
    {"node", EXACT(""), "position"},
    {"node", KEY, NULL},
    {"label", EXACT(""), "position"},
    {"node_a", KEY, NULL},
    {"node_b", KEY, NULL},
    {"key", KEY, NULL},
    {"position", KEY, NULL},
    {"target", KEY, NULL},
    {"confidence", KEY, NULL},
    {"command", KEY, NULL},
    {"case", KEY, NULL},
    {"figure", EXACT(""), "target"}, /* of plan */
    {"reason", EXACT(""), "target"},
    {"figure", KEY, NULL},

    {"launch", RUN, NULL},
    {"run", RUN, NULL},
    {"block", SAMPLE, NULL},
    {"sample", SAMPLE, NULL},
    {"round", SAMPLE, NULL},
    {"thread", SAMPLE, NULL},

    {"keys", UNUSED, "block"}, /* how many a block of time held */
    {"lookups", UNUSED, "block"},
    {"keys", KEY, NULL},
    {"samples", UNUSED, NULL},
    {"changes", UNUSED, NULL},
    {"ns_min", UNUSED, "ns_median"},
    {"ns_p95", UNUSED, "ns_median"},
    {"ns_ci_low", UNUSED, "ns_median"},
    {"ns_ci_high", UNUSED, "ns_median"},
    {"lookups_per_second", UNUSED, "ns_median"},
    {"bytes_per_second", UNUSED, "ns_median"},
    {"ns_per_point", UNUSED, "total_ns"},
    {"limit_ns", UNUSED, NULL},
    {"limit_ratio", UNUSED, NULL},
    {"ratio", UNUSED, "ours_ns"},
    {"ratio_ci_low", UNUSED, NULL},
    {"ratio_ci_high", UNUSED, NULL},
    {"example_key", UNUSED, NULL},
    {"mean", UNUSED, "median"},
    {"stddev", UNUSED, "median"},
    {"user", UNUSED, "median"},
    {"system", UNUSED, "median"},
    {"min", UNUSED, "median"},
    {"max", UNUSED, "median"},

    {"ns", TIME("ns"), NULL},
    {"ns_median", TIME("ns"), NULL},
    {"total_ns", TIME("ns"), NULL},
    {"seconds", TIME("s"), NULL},
    {"median", TIME("s"), "command"},

    {"instructions", COUNTED("instructions"), NULL},

    {"method", KEY, "node_a"}, /* of diff and move: by map and by keys */
    {"method", KEY, "change"},
    {"points", KEY, "contest"},
    {"method", EXACT(""), NULL},
    {"verdict", EXACT(""), NULL},
    {"digest", EXACT(""), NULL},
    {"checksum", EXACT(""), NULL},
    {"ours_checksum", EXACT(""), NULL},
    {"theirs_checksum", EXACT(""), NULL},
    {"point", EXACT(""), NULL},
    {"points", EXACT("points"), NULL},
    {"peak", EXACT(""), NULL},
    {"cv", EXACT(""), NULL},
    {"moved_add", EXACT(""), NULL},
    {"collateral_add", EXACT(""), NULL},
    {"moved_remove", EXACT(""), NULL},
    {"collateral_remove", EXACT(""), NULL},
    {"share", EXACT(""), NULL},
    {"relative_share", EXACT(""), NULL},
    {"moved", EXACT(""), NULL},
    {"ideal", EXACT(""), NULL},
    {"excess", EXACT(""), NULL},
    {"collateral", EXACT(""), NULL},
    {"heirs", EXACT(""), NULL},
    {"worst_heir", EXACT(""), NULL},
    {"peak_mean", EXACT(""), NULL},
    {"peak_p50", EXACT(""), NULL},
    {"peak_p90", EXACT(""), NULL},
    {"peak_p95", EXACT(""), NULL},
    {"peak_p99", EXACT(""), NULL},
    {"peak_max", EXACT(""), NULL},
    {"min_mean", EXACT(""), NULL},
    {"min_p50", EXACT(""), NULL},
    {"effective_vnodes", EXACT(""), NULL},
    {"variance_ratio", EXACT(""), NULL},
    {"points_lost", LESS("points"), NULL},
    {"allocations", LESS("calls"), NULL},
    {"memory_bytes", LESS("bytes"), NULL},
    {"allocated_bytes", LESS("bytes"), NULL},
};

typedef struct form {
    const char *begin, *end; /* of the name; either may be empty */
    rm_figure figure;
} form;

static const form forms[] = {
    {"parameter_", "", KEY},
    {"node_", "", EXACT("")}, /* of locate: the next replicas */
    {"ns_", "", TIME("ns")},
    {"us_", "", TIME("us")},
    {"ms_", "", TIME("ms")},
    {"", "_per_second", RATE("1/s")},
    {"", "_per_s", RATE("1/s")},
    {"", "_ns", TIME("ns")},
    {"", "_us", TIME("us")},
    {"", "_ms", TIME("ms")},
    {"", "_seconds", TIME("s")},
    {"", "_s", TIME("s")},
    {"", "_instructions", COUNTED("instructions")},
    {"", "_misses", COUNTED("misses")},
    {"", "_bytes", LESS("bytes")},
    {"", "_allocations", LESS("calls")},
};

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with) {
    size_t length = strlen(text), tail = strlen(with);
    return length >= tail && strcmp(text + length - tail, with) == 0;
}

rm_figure rm_figure_of(const char *name, bool numeric, bool (*has)(const void *table, const char *name),
                       const void *of) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0 && (!table[i].with || (has && has(of, table[i].with))))
            return table[i].figure;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (begins(name, forms[i].begin) && ends(name, forms[i].end))
            return forms[i].figure;
    return numeric ? (rm_figure)EXACT("") : (rm_figure)KEY;
}

void rm_figure_stem(const char *name, char *stem, size_t room) {
    static const char *const units[] = {"ns", "us", "ms", "s", "sec", "seconds"};
    size_t last = strlen(name);
    stem[0] = '\0';
    while (last && name[last - 1] != '_')
        last--;
    size_t first = strcspn(name, "_");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(name + last, units[i]) == 0)
            snprintf(stem, room, " %.*s", (int)(last ? last - 1 : 0), name);
        else if (strlen(units[i]) == first && begins(name, units[i]) && name[first])
            snprintf(stem, room, " %s", name + first + 1);
    }
}
