/* question.h - private: what `plan` is asked: nodes, hash, target and keys. */
#ifndef RM_PLAN_QUESTION_H
#define RM_PLAN_QUESTION_H

#include "aim.h"
#include "bench/cells/cells.h"
#include "bench/cells/limits.h"
#include "bench/support/progress.h"

/* How popular keys are; NULL pointers and zeros when the arcs alone are judged. */
typedef struct rm_key_parts {
    double *top; /* parts of the most popular keys, descending, each a key of its own */
    size_t top_count;
    double tail;         /* part of all other keys together */
    double tail_squares; /* sum of the squares of their parts */
    double squares;      /* H, the sum of the squares of all parts */
    double first;        /* part of the most popular key */
    double distinct;     /* number of distinct keys */
} rm_key_parts;

/* Where keys stand on the circle of given names: ascending, distinct; none without keys. */
typedef struct rm_key_places {
    uint64_t *positions;
    uint64_t *until; /* weight of the keys up to this position and at it, in parts of 2^63 */
    size_t count;
} rm_key_places;

typedef struct rm_question {
    const rm_options *options;
    char *title; /* names the question in messages; owned; NULL when it is the only one */
    rm_progress *progress;
    rm_aim aim;
    rm_cell cell; /* its vnodes is 0: that is what is asked */
    rm_nodes_facts facts;
    double *weights; /* weights of the nodes that can own something, ascending */
    size_t serving;
    bool equal;           /* all weights are the same */
    double least, all;    /* the smallest weight, and their sum */
    uint64_t points;      /* largest ring that --max-points and the memory allow */
    uint64_t most;        /* the same in points a unit of weight; 0: not even one */
    bool most_by_user;    /* --max-points is what limits */
    bool names;           /* exact figures of these names are wanted */
    bool fixed;           /* the system sets its points; nothing can be chosen */
    bool keyed;           /* popularity counts */
    rm_key_parts keys;    /* when keyed */
    rm_key_places places; /* when keyed, of given names */
} rm_question;

#endif
