/* question.h - private: what `plan` is asked: nodes, hash, target and keys. */
#ifndef RM_PLAN_QUESTION_H
#define RM_PLAN_QUESTION_H

#include "aim.h"
#include "bench/cells/cells.h"
#include "bench/cells/limits.h"
#include "bench/support/progress.h"

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

#endif
