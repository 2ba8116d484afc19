/* ending.h - runs what may end the program in a child, and keeps how it ended and what it said. */
#ifndef TESTS_BENCH_ENDING_H
#define TESTS_BENCH_ENDING_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct ending {
    int code; /* -1: by a signal */
    size_t lines;
    char said[16384]; /* on stderr */
} ending;

/* The code is 99 when `run` returns. */
static ending ending_of(void (*run)(void *context), void *context) {
    ending e = {.code = -1};
    FILE *said = tmpfile();
    if (!said)
        abort();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(said), STDERR_FILENO);
        run(context);
        _exit(99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status))
        e.code = WEXITSTATUS(status);
    rewind(said);
    size_t n = fread(e.said, 1, sizeof e.said - 1, said);
    e.said[n] = '\0';
    for (size_t i = 0; i < n; i++)
        e.lines += e.said[i] == '\n';
    fclose(said);
    return e;
}

#endif
