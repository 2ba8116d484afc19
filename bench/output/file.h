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
#include <stdint.h>
#include <sys/types.h>

typedef struct rm_target {
    int fd;
    bool given;      /* a path was: it is not stdout */
    bool replaces;   /* a regular file under another name */
    char *name;      /* for messages */
    char *final;     /* what it will be renamed to */
    char *temporary; /* NULL unless it replaces */
    bool displaced;  /* once named: what had the final name before has the temporary one */
    off_t at;        /* bytes in it */
    /* For the line when writing fails: */
    uint64_t rows;         /* that stay then, */
    const char *rows_path; /* where, */
    off_t kept;            /* and where they end in this file; 0: they are in another */
    bool resumable;        /* by --resume */
} rm_target;

/* For rows. A regular file is opened as FILE.partial, which may hold those of another run: cutting them is
 * the caller's part. Another run that is writing there is one line and exit 2. path NULL: stdout. */
rm_target rm_target_open(const char *path);
/* For the metadata of `rows`, as FILE.partial.new, which goes when the program ends early. */
rm_target rm_target_open_facts(const char *path, const rm_target *rows);
/* All that was written to FILE.partial are so many rows: they stay there whatever happens. */
void rm_target_keep(rm_target *target, uint64_t rows);
void rm_target_write(rm_target *target, const void *bytes, size_t length);
/* Flushed to the disk, with errors noticed; still under its temporary name. */
void rm_target_seal(rm_target *target);
/* Gives both, sealed, their final names, and frees them. The facts are first: a file that looks whole always
 * has them. When the rows cannot be named, the facts of before are put back. */
void rm_target_publish_pair(rm_target *rows, rm_target *facts);
/* Closes it, unless it is stdout. */
void rm_target_free(rm_target *target);

/* Where a file of this path is written: behind links, also one that leads to nothing yet, as open() would;
 * absolute unless its folder is not there. Freed by the caller. */
char *rm_final_path(const char *path);
/* The name of what a run that does not end leaves: with .partial appended. Freed by the caller. */
char *rm_partial_path(const char *path);
/* x.csv: x.json, any other name: with .json appended. Freed by the caller. */
char *rm_metadata_path(const char *path);

#endif
