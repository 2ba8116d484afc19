/*
 * sink.h - where the rows of a run go when they are not written here: to another process (relay.h). A run whose options have
 * no sink writes its rows itself.
 */
#ifndef RM_SINK_H
#define RM_SINK_H

#include "row.h"

typedef struct rm_sink {
    /* Begins an output with these columns; its number is what the other calls name it by, from 0 in the order of opening. */
    unsigned (*open)(const char *const *columns, unsigned count);
    void (*row)(unsigned output, const rm_row *row, unsigned count);
    void (*fact)(unsigned output, const char *name, const char *text);
    void (*fact_count)(unsigned output, const char *name, uint64_t count);
    void (*flush)(void);
} rm_sink;

#endif
