/*
 * plan.h - what the files of `plan` share: a question (nodes, hash, target), its theory, the exact figures of
 * given names, and the rows that answer it. Private to plan*.c.
 *
 *   plan.c          the command
 *   plan_rows.c     which numbers of points are shown, and the columns
 *   plan_aim.c      the target: what is aimed at, and whether figures meet it
 *   plan_theory.c   an ideal hash: the smallest number of points, the figures of any
 *   plan_draws.c    the same by seeded simulation, where no formula is (uneven keys, weights)
 *   plan_keys.c     how popular keys are, and where those of given names stand
 *   plan_scan.c     given names: the figure of every number of points
 *   plan_names.c    what these figures say: the smallest number, the first, the best salt
 *   plan_remedy.c   other label orders and hashes, tried on the same names
 *   plan_measure.c  bytes and times of the candidates
 *   plan_sentence.c what to do, in words
 */
#ifndef RM_PLAN_H
#define RM_PLAN_H

#include "stats/dirichlet.h"
#include "support/cells.h"
#include "support/cells_limits.h"
#include "support/progress.h"

/* ---- the target ---- */

typedef enum rm_aim_kind { RM_AIM_PEAK, RM_AIM_CV, RM_AIM_RANGE } rm_aim_kind;

typedef struct rm_aim {
    rm_aim_kind kind;
    double most;       /* the figure may be at most this */
    double confidence; /* in so large a part of name sets */
    double each;       /* the same for each of --seeds sets, when the best of them is taken */
    double seeds;
} rm_aim;

/* Of --peak, --cv, --range, --confidence, for the best of `seeds` sets; exit 2 when the confidence is not
 * within (0, 1). */
rm_aim rm_aim_of(const rm_options *options, uint64_t seeds);
/* "peak", "cv" or "range". */
const char *rm_aim_name(const rm_aim *aim);
/* "a peak of at most 1.1"; freed by the caller. */
char *rm_aim_text(const rm_aim *aim);
/* The part of single sets below a quantile, when the best of S sets is below it with `part`. */
double rm_aim_single(const rm_aim *aim, double part);
/* And back: the best of S, when single sets are below with `part`. */
double rm_aim_best(const rm_aim *aim, double part);
/* The figure that is aimed at. */
double rm_aim_figure(const rm_aim *aim, const rm_unevenness *set);
/* The figure meets the target, up to the rounding of a double. */
bool rm_aim_met(const rm_aim *aim, double figure);

/* ---- the question ---- */

/* Keys that are not alike: NULL pointers and zeros when the arcs alone are judged. */
typedef struct rm_key_parts {
    double *top; /* the parts of the most popular keys, descending; each is a key of its own */
    size_t top_count;
    double tail;         /* the part of all others together */
    double tail_squares; /* and the sum of their squares */
    double squares;      /* H, of all */
    double first;        /* p_1 */
    double distinct;     /* keys there are */
} rm_key_parts;

/* The keys of given names: what stands at or before a position. Ascending, distinct; none without keys. */
typedef struct rm_key_places {
    uint64_t *positions;
    uint64_t *until; /* weight up to and with it, in parts of 2^63 */
    size_t count;
} rm_key_places;

typedef struct rm_question {
    const rm_options *options;
    char *title; /* owned; NULL when it is the only one */
    rm_progress *progress;
    rm_aim aim;
    rm_cell cell; /* vnodes 0 */
    rm_nodes_facts facts;
    double *weights; /* of the nodes that can own something */
    size_t able;
    bool equal;           /* all weights the same */
    double least, all;    /* the smallest weight, and their sum */
    uint64_t points;      /* of the whole ring that --max-points and the memory allow */
    uint64_t most;        /* the same per unit of weight; 0: none */
    bool most_by_user;    /* --max-points is what limits */
    bool names;           /* exact figures of these names are wanted */
    bool fixed;           /* the system sets its points; nothing can be chosen */
    bool keyed;           /* popularity counts */
    rm_key_parts keys;    /* when keyed */
    rm_key_places places; /* when keyed, of given names */
} rm_question;

/* ---- answers ---- */

enum { RM_PLAN_P50, RM_PLAN_P90, RM_PLAN_P95, RM_PLAN_P99, RM_PLAN_QUANTILES };
extern const double rm_plan_parts[RM_PLAN_QUANTILES];

/* Of one number of points; NAN where there is no answer. */
typedef struct rm_plan_figures {
    double peak[RM_PLAN_QUANTILES];
    double least; /* median of the smallest relative share */
    double cv;
    double worst_heir;
    double met;      /* the part of sets that meets the target */
    double figure;   /* what is aimed at, not passed with the confidence */
    double promised; /* given names: the same of theory */
} rm_plan_figures;

typedef struct rm_plan_row {
    rm_options options; /* the label and the hashes of this row; shallow */
    rm_cell cell;       /* vnodes is what the row is about; cell.options is `options` above once placed */
    char *label;        /* owned, or NULL */
    rm_plan_figures figures;
    const char *method; /* theory, simulated, exact, counted */
    const char *reason; /* why the row is there */
    uint64_t points, memory_bytes;
    uint64_t smallest, first; /* given names: of this label and hash; 0: none was found */
    uint64_t salt;
    double build_ns, lookup_ns; /* NAN: not measured */
    double collisions;
    bool meets, recommended;
} rm_plan_row;

typedef struct rm_plan_rows {
    rm_plan_row *list;
    size_t count;
} rm_plan_rows;

/* What theory says. */
typedef struct rm_promise {
    uint64_t vnodes;    /* the smallest, or an upper bound of it; 0: none up to the limit */
    uint64_t least;     /* the lower end of its bracket; as vnodes when that is exact */
    const char *method; /* theory or simulated */
    uint64_t draws;     /* of a simulation */
    double best;        /* when there is none: the figure at `best_vnodes`, with the confidence */
    uint64_t best_vnodes;
} rm_promise;

/* ---- plan.c ---- */
/* Ends the program when a signal asked for it. Any thread; to be called where something long goes round. */
void rm_plan_check_interrupt(void);
/* work(i, context) for all i < count on `jobs` threads. Ends the program when it is interrupted: what was cut
 * short is no answer. */
void rm_plan_work(size_t jobs, size_t count, void (*work)(size_t i, void *context), void *context);

/* ---- plan_theory.c ---- */
rm_promise rm_promise_of(const rm_question *q);
/* The figures of an ideal ring. */
void rm_theory_figures(const rm_question *q, uint64_t vnodes, rm_plan_figures *figures);
/* The figure that a part of single sets does not pass. */
double rm_theory_figure(const rm_question *q, uint64_t vnodes, double part);
/* True: no formula serves this question, rings are drawn. */
bool rm_theory_drawn(const rm_question *q);

/* ---- plan_draws.c ---- */
/* `count` drawn rings with `vnodes` a unit of weight. Deterministic for --seed. Freed by the caller. */
rm_unevenness *rm_draws_of(const rm_question *q, uint64_t vnodes, size_t count);
/* How many of these rings meet the target; fewer than `least` of them when that is no longer in reach, and
 * the rest is not drawn. */
size_t rm_draws_met(const rm_question *q, uint64_t vnodes, size_t count, size_t least);
/* How many are drawn for one number of points. */
size_t rm_draws_count(const rm_question *q);
/* The figures aimed at, ascending, of drawn or real sets; freed by the caller. */
double *rm_sets_sorted(const rm_aim *aim, const rm_unevenness *sets, size_t count);
/* The part of the sets that meets the target, each by itself. */
double rm_sets_met(const rm_aim *aim, const rm_unevenness *sets, size_t count);
/* Quantiles of the best of aim->seeds of them: peaks, met and figure; of all of them: the least and cv. */
void rm_sets_figures(const rm_aim *aim, const rm_unevenness *sets, size_t count, rm_plan_figures *figures);

/* ---- plan_keys.c ---- */
/* What of keys the options speak of; keyed false: none. Reads the keys file once. */
void rm_question_keys(rm_question *q);
void rm_question_free_keys(rm_question *q);
/* The peak that the most popular key alone makes, on the node that deserves most. */
double rm_keys_floor(const rm_question *q);

/* ---- plan_scan.c ---- */
/* The unevenness of every number of points 1..most of one name set, into sets[0..most): exact, one ring is
 * built and taken down a layer of points at a time. O(points + nodes most). For rings without a preset and
 * replicas; another label or hash is in `row`. */
void rm_scan_ring(const rm_question *q, const rm_plan_row *row, uint64_t set, uint64_t most,
                  rm_unevenness *sets);
/* Of one number of points, by building it: any placement with a map, and replicas. */
void rm_scan_one(const rm_question *q, const rm_plan_row *row, uint64_t set, rm_unevenness *result);
/* The points of the row, and the mean over nodes of the part that the heaviest heir takes (NAN: no ring), of
 * set 0. */
void rm_scan_details(const rm_question *q, rm_plan_row *row);

/* ---- plan_names.c ---- */
/* Figures of all sets at the numbers of points that were checked, ascending. */
typedef struct rm_survey {
    uint64_t *vnodes;
    size_t count;
    size_t sets;
    rm_unevenness *figures;   /* of vnodes[i] and set s: [s * count + i] */
    uint64_t smallest, first; /* meets and stays met; meets for the first time; 0: none */
    uint64_t bound;           /* the largest checked */
    bool every;               /* every number up to the bound was checked */
} rm_survey;
/* Surveys the label and hash of `row` up to `bound` points a unit of weight; a unit of progress. */
rm_survey rm_survey_of(const rm_question *q, const rm_plan_row *row, uint64_t bound);
void rm_survey_free(rm_survey *survey);
/* The first number of points that was checked and is not below; the last one beyond. */
uint64_t rm_survey_nearest(const rm_survey *survey, uint64_t vnodes);
/* The row of the nearest number to `vnodes`. */
void rm_survey_row(const rm_question *q, const rm_survey *survey, uint64_t vnodes, rm_plan_row *row);
/* The salt of --seeds with the smallest number of points up to `bound`; *typical: the median of what salts
 * need, 0 when most never get there. */
uint64_t rm_salt_best(const rm_question *q, const rm_plan_row *row, uint64_t bound, uint64_t *typical);
/* How many rings of that bound may stand in memory at once. */
size_t rm_survey_jobs(const rm_question *q, uint64_t bound);
/* The points of the largest ring that is looked at. */
uint64_t rm_survey_points(const rm_question *q);
/* How far a survey goes when theory says `promised`; 0: its sets or weights are too many to be looked at. */
uint64_t rm_survey_bound(const rm_question *q, uint64_t promised);

/* ---- plan_remedy.c ---- */
/* Another label or hash, tried on the same names; survey is kept until the rows are made. */
typedef struct rm_remedy {
    rm_plan_row row; /* label and hash; figures at the number of points that failed */
    rm_survey survey;
    const char *what; /* "index first", "finaliser", "hash" */
} rm_remedy;
typedef struct rm_remedies {
    rm_remedy *list;
    size_t count;
    size_t chosen; /* SIZE_MAX: none helps */
} rm_remedies;
rm_remedies rm_remedies_of(const rm_question *q, const rm_plan_row *row, uint64_t vnodes, uint64_t bound);
/* The first that needs no more points than `promised`, which a good hash needs, else the one with the fewest.
 */
void rm_remedies_choose(rm_remedies *remedies, uint64_t promised);
void rm_remedies_free(rm_remedies *remedies);
/* "{vnode}" or "{name}" when it is not in the label, without which no number of points helps; else NULL. */
const char *rm_label_lacks(const char *label);
/* "{name}#{vnode}" to "{vnode}-{name}": NULL when the index leads already. Freed by the caller. */
char *rm_label_turned(const char *label);
/* The label of one salt: {set} stands for it, or it is put behind; salt 0 is the label itself. */
char *rm_label_salted(const char *label, uint64_t salt);

/* ---- plan_measure.c ---- */
/* Bytes and times of the rows, in a few seconds; with --no-measure bytes only. */
void rm_plan_measure(const rm_question *q, rm_plan_rows *rows);

/* ---- plan_sentence.c ---- */
typedef struct rm_plan_answer {
    rm_promise promise;
    rm_survey *survey; /* of given names, else NULL */
    rm_remedies remedies;
    uint64_t failed_at;         /* the number of points at which remedies were tried */
    uint64_t salts_tried, salt; /* 0 tried: none */
    uint64_t salts_typical;     /* the median of what single salts need; 0: most never get there */
    rm_plan_rows rows;
    size_t recommended; /* place in rows */
} rm_plan_answer;
void rm_plan_say(const rm_question *q, const rm_plan_answer *answer);
/* Exit 2: one point a unit of weight in each set is more than is looked at. */
_Noreturn void rm_plan_refuse_bound(const rm_question *q);
/* Exit 2 with what is best reachable. */
_Noreturn void rm_plan_refuse(const rm_question *q, const rm_promise *promise);
/* The best that these names reach, when neither they nor any remedy gets there. */
_Noreturn void rm_plan_refuse_names(const rm_question *q, const rm_plan_answer *answer);

#endif
