#include "figures.h"

#include <stdio.h>
#include <string.h>

typedef struct row {
    const char *names; /* of columns, with a space between two */
    rm_figure figure;
    const char *with; /* the row is only about files that have this column too; NULL: about all */
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

/* Columns of the commands, of the gate and of hyperfine --export-csv; the first row that fits counts. Where a
 * measurement is summed up, its median is the figure: minimum, p95, ends and rates say the same again. */
static const row table[] = {
    {"hash node", EXACT(""), "key"},
    {"node", EXACT(""), "position"},
    {"figure reason", EXACT(""), "target"},
    {"keys lookups", UNUSED, "block"},
    {"ns_min ns_p95 ns_ci_low ns_ci_high lookups_per_second bytes_per_second", UNUSED, "ns_median"},
    {"ns_per_point", UNUSED, "total_ns"},
    {"ratio", UNUSED, "ours_ns"},
    {"mean stddev user system min max", UNUSED, "median"},
    {"median", TIME("s"), "command"},
    {"method", KEY, "node_a"},
    {"method", KEY, "change"},
    {"points", KEY, "contest"},

    {"preset algorithm hash node_hash label names nodes vnodes total_points seed index isa "
     "mode stage operation operations key_bytes key_dist threads change change_every_us "
     "sets views replicas contest ours theirs node node_a node_b key position target "
     "confidence command case figure keys",
     KEY, NULL},
    {"launch run", RUN, NULL},
    {"block sample round thread", SAMPLE, NULL},
    {"samples changes limit_ns limit_ratio ratio_ci_low ratio_ci_high example_key", UNUSED, NULL},
    {"ns ns_median total_ns", TIME("ns"), NULL},
    {"seconds", TIME("s"), NULL},
    {"instructions", COUNTED("instructions"), NULL},
    {"method verdict digest checksum ours_checksum theirs_checksum point peak cv moved_add "
     "collateral_add moved_remove collateral_remove share relative_share moved ideal "
     "excess collateral heirs worst_heir peak_mean peak_p50 peak_p90 peak_p95 peak_p99 "
     "peak_max min_mean min_p50 effective_vnodes variance_ratio",
     EXACT(""), NULL},
    {"points", EXACT("points"), NULL},
    {"points_lost", LESS("points"), NULL},
    {"allocations", LESS("calls"), NULL},
    {"memory_bytes allocated_bytes", LESS("bytes"), NULL},
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

static bool is_among(const char *names, const char *name) {
    size_t length = strlen(name);
    for (; *names; names += strcspn(names, " "), names += *names == ' ')
        if (strcspn(names, " ") == length && strncmp(names, name, length) == 0)
            return true;
    return false;
}

rm_figure rm_figure_of(const char *name, bool numeric, bool (*has)(const void *table, const char *name),
                       const void *of) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (is_among(table[i].names, name) && (!table[i].with || (has && has(of, table[i].with))))
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
