/*
 * progress.h - a bar with an ETA on stderr, only on a terminal and after two seconds; interrupts.
 */
#ifndef RM_PROGRESS_H
#define RM_PROGRESS_H

#include "bench/cli/options.h"

typedef struct rm_progress rm_progress;

/* `total`: units of work (any, in proportion to time). */
rm_progress *rm_progress_start(const rm_options *options, const char *what, double total);
/* Thread-safe. `now`: what is being done, or NULL. */
void rm_progress_add(rm_progress *progress, double units, const char *now);
void rm_progress_end(rm_progress *progress);
/* Takes the bar off the line until it is drawn again, for a message. Any thread, with or without a bar. */
void rm_progress_hide(void);

/* Ctrl-C, SIGTERM, SIGHUP and SIGQUIT set a flag instead of ending the program, from the first call of
 * rm_interrupts_watch() on. A second one ends it at once. */
void rm_interrupts_watch(void);
bool rm_interrupted(void);
/* The signal that interrupted (0: none): main ends with 128 + it. */
int rm_interrupt_signal(void);

#endif
