/*
 * figures.h - what the columns of results mean: which name a case, which are figures, and of those which are
 * exact, which depend on the clock, and which way is better.
 */
#ifndef RM_FIGURES_H
#define RM_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum rm_role {
    RM_ROLE_KEY,     /* it names the case */
    RM_ROLE_RUN,     /* it tells launches of a program apart */
    RM_ROLE_SAMPLE,  /* it tells the observations of one launch apart */
    RM_ROLE_TIMED,   /* a figure that the clock has a part in */
    RM_ROLE_COUNTED, /* a figure that hardly scatters: instructions, simulated misses */
    RM_ROLE_EXACT,   /* a figure, number or text, that must not differ */
    RM_ROLE_UNUSED   /* it follows from other columns, or is no property of the case */
} rm_role;

typedef struct rm_figure {
    rm_role role;
    const char *unit; /* "ns", "bytes"; "" where there is none */
    int better;       /* -1: less is better; 1: more is; 0: neither */
} rm_figure;

/*
 * What a column means, by a table of known names, then by the form of its name: ns_*, *_ns, *_us, *_ms, *_s,
 * *_seconds are times, *_per_second and *_per_s rates, *_bytes bytes. Any other column is an exact figure
 * when `numeric` (all that stands in it are numbers), else a key. `has` says which columns the table has: a
 * few names mean something else beside another.
 */
rm_figure rm_figure_of(const char *name, bool numeric, bool (*has)(const void *table, const char *name),
                       const void *table);

static inline bool rm_is_figure(rm_role role) {
    return role == RM_ROLE_TIMED || role == RM_ROLE_COUNTED || role == RM_ROLE_EXACT;
}

/*
 * The name of a time without its unit: "ns_median" and "us_median" both give " median". Writes at most `room`
 * bytes; an empty text when the name has no unit of time.
 */
void rm_figure_stem(const char *name, char *stem, size_t room);

#endif
