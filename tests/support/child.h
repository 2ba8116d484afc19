/* child.h - runs code in a process of its own, to see how it ends and what it prints. */
#ifndef TEST_CHILD_H
#define TEST_CHILD_H

#include <stddef.h>

typedef struct test_child {
    int code; /* exit code; -1 when a signal ended it */
    int signal;
    char out[8192]; /* stdout and stderr, ended by NUL; longer ones are cut */
    char err[8192];
} test_child;

/* body(context) in a child; 0 is its exit code when it returns. */
test_child test_run(void (*body)(void *context), void *context);

/* A new empty folder; the same buffer for every call. */
const char *test_folder(void);
void test_remove_folder(const char *folder);

/* Writes a file; returns its path, which the caller frees. */
char *test_file(const char *folder, const char *name, const void *bytes, size_t length);
/* The bytes of a file, ended by NUL, freed by the caller; NULL when there is none. */
char *test_read(const char *path, size_t *length);

#endif
