/*
 * relay.h - rows of a child process to its parent: in the child they go into a pipe, and the parent writes what comes out
 * of it where --output and --samples say. Rows cross as they are in memory, since both ends are one program: as text they
 * would lose which values are exact, and which are numbers.
 */
#ifndef RM_OUTPUT_RELAY_H
#define RM_OUTPUT_RELAY_H

#include "output.h"
#include "sink.h"

/* ---- in the child ---- */

/* The sink of a child whose rows go down the pipe `fd` from now on; for the options that it runs with. */
const rm_sink *rm_relay_to(int fd);

/* ---- in the parent ---- */

typedef struct rm_relayed rm_relayed;

/* Opens no output before a child does; children that follow each other write to the same ones. */
rm_relayed *rm_relayed_make(const rm_options *options);
/* Bytes from the pipe, in any pieces. */
void rm_relayed_take(rm_relayed *relayed, const char *bytes, size_t count);
/* A child has ended: what it left unfinished is dropped. */
void rm_relayed_end_child(rm_relayed *relayed);
/* Closes the outputs. */
void rm_relayed_close(rm_relayed *relayed);

#endif
