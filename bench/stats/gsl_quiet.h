/*
 * gsl_quiet.h - GSL ends the process on an error unless told otherwise; here an error is a NAN, except for
 * memory that runs out, which ends the program with one line: it is no property of the figure.
 */
#ifndef RM_GSL_QUIET_H
#define RM_GSL_QUIET_H

#include <gsl/gsl_errno.h>
#include <pthread.h>

#include "bench/support/fail.h"

static void rm_gsl_on_error(const char *reason, const char *file, int line, int code) {
    (void)file, (void)line;
    if (code == GSL_ENOMEM)
        rm_fail("out of memory: %s", reason);
}

static void rm_gsl_handle_errors(void) {
    gsl_set_error_handler(rm_gsl_on_error);
}

/* To be called before GSL is. Any thread. */
static inline void rm_gsl_quiet(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, rm_gsl_handle_errors);
}

#endif
