/*
 * relay.h - rows of a child process to its parent: in the child every rm_output goes into a pipe, and
 * the parent writes what comes out of it where --output and --samples say. Private to output.c, and to
 * whoever starts such a child.
 */
#ifndef RM_OUTPUT_RELAY_H
#define RM_OUTPUT_RELAY_H

#include "output.h"

/* ---- in the child ---- */

/* From now on. */
void rm_relay_to(int fd);
bool rm_relaying(void);
/* The number of the output: the first one opened is 0. */
unsigned rm_relay_open(const char *const *columns, unsigned count);
void rm_relay_fact(unsigned output, const char *name, const char *text);
void rm_relay_fact_count(unsigned output, const char *name, uint64_t count);
void rm_relay_row(unsigned output, const rm_row *row, unsigned count);
/* Whatever is still held back, down the pipe. */
void rm_relay_flush(void);

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
