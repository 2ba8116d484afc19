/*
 * file.h - private to output*.c: where bytes go. A regular file is written under a temporary name in
 * its own folder, so that a short file never looks whole; stdout, devices and pipes are written as they are.
 *
 * Every failure is one line and exit 2. A reader that went away (EPIPE) ends the program with 0.
 */
#ifndef RM_OUTPUT_FILE_H
#define RM_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rm_target {
    int fd;
    bool given;      /* a path was: it is not stdout */
    bool replaces;   /* a regular file under a temporary name */
    char *name;      /* for messages */
    char *final;     /* what it will be renamed to */
    char *temporary; /* NULL unless it replaces */
    bool displaced;  /* once named: what had the final name before has the temporary one */
} rm_target;

/* path NULL: stdout. */
rm_target rm_target_open(const char *path);
void rm_target_write(rm_target *target, const void *bytes, size_t length);
/* Flushed to the disk and closed, with errors noticed; still under its temporary name. */
void rm_target_seal(rm_target *target);
/*
 * Gives both, sealed, their final names, that of `rows` with .partial appended when it is `partial`, and
 * frees them. The facts are first: a file that looks whole always has them. When the rows cannot be named,
 * the facts of before are put back.
 */
void rm_target_publish_pair(rm_target *rows, rm_target *facts, bool partial);
void rm_target_free(rm_target *target);

/* Where a file of this path is written: behind links, also one that leads to nothing yet, as open() would;
 * absolute unless its folder is not there. Freed by the caller. */
char *rm_final_path(const char *path);
/* The name of what an interrupted run leaves: with .partial appended. Freed by the caller. */
char *rm_partial_path(const char *path);
/* x.csv: x.json, any other name: with .json appended. Freed by the caller. */
char *rm_metadata_path(const char *path);

#endif
