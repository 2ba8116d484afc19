/*
 * child.h - work in a child process: what it does to itself ends it alone. The child writes to a pipe that
 * its parent reads meanwhile. One child at a time; no other threads may run when it is started.
 */
#ifndef RM_CHILD_H
#define RM_CHILD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rm_child_end {
    int code;         /* of exit; -1: it did not exit by itself */
    int signal;       /* that ended it; 0: none */
    bool hung;        /* a call of a plugin did not return in time (watch.h), and it was ended */
    bool cut_short;   /* it ended within `work`: foreign code exited or interrupted it, or work called exec */
    bool interrupted; /* this program was, and it was ended with it */
} rm_child_end;

/*
 * Runs work(fd, context) in a child, whose exit code it returns; `take` (in the parent) gets what is written
 * to fd, in pieces. The child has hung, and is ended, when a plugin's call does (rm_watch_hangs), or when it
 * lives longer than limit_seconds (0: it may). It ends when its parent does. An interrupt of the parent is
 * handed on; after RM_GRACE_MS (parallel.h) the child is killed.
 */
rm_child_end rm_child_run(int (*work)(int fd, void *context),
                          void (*take)(const char *bytes, size_t count, void *context),
                          unsigned limit_seconds, void *context);

#endif
