/*
 * gsl_quiet.h - GSL ends the process on an error unless told otherwise; here an error is a NAN.
 */
#ifndef RM_GSL_QUIET_H
#define RM_GSL_QUIET_H

#include <gsl/gsl_errno.h>
#include <pthread.h>

static void rm_gsl_handler_off(void) {
    gsl_set_error_handler_off();
}

/* To be called before GSL is. Any thread. */
static inline void rm_gsl_quiet(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, rm_gsl_handler_off);
}

#endif
