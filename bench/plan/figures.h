/* figures.h - private: what is found for one number of points, which becomes a row. */
#ifndef RM_PLAN_FIGURES_H
#define RM_PLAN_FIGURES_H

#include "question.h"

enum { RM_PLAN_P50, RM_PLAN_P90, RM_PLAN_P95, RM_PLAN_P99, RM_PLAN_QUANTILES };
extern const double rm_plan_parts[RM_PLAN_QUANTILES];

/* Figures of one number of points; NAN where there is no answer. */
typedef struct rm_plan_figures {
    double peak[RM_PLAN_QUANTILES];
    double least; /* median of the smallest relative share */
    double cv;
    double worst_heir;
    double met;      /* part of sets that meet the target */
    double figure;   /* the figure aimed at, which is not passed with the confidence */
    double promised; /* the same by theory, where `figure` is that of given names */
} rm_plan_figures;

typedef struct rm_plan_row {
    rm_options options; /* the label and the hashes of this row; shallow */
    rm_cell cell;       /* vnodes is what the row is about; cell.options is `options` above once placed */
    char *label;        /* owned, or NULL */
    rm_plan_figures figures;
    const char *method; /* theory, simulated, exact, counted */
    const char *reason; /* why the row is there */
    uint64_t points, memory_bytes;
    uint64_t smallest, first; /* for given names, with this label and hash; 0: none was found */
    uint64_t salt;
    double build_ns, lookup_ns; /* NAN: not measured */
    double collisions;
    bool meets, recommended;
} rm_plan_row;

typedef struct rm_plan_rows {
    rm_plan_row *list;
    size_t count;
} rm_plan_rows;

#endif
