/*
 * progress.h - a bar with an ETA on stderr, only on a terminal and after two seconds.
 */
#ifndef RM_PROGRESS_H
#define RM_PROGRESS_H

#include <stdbool.h>

typedef struct rm_progress rm_progress;

/* `total`: units of work (any, in proportion to time). `quiet`: no bar is drawn (--no-progress). */
rm_progress *rm_progress_start(bool quiet, const char *what, double total);
/* Thread-safe. `now`: what is being done, or NULL. */
void rm_progress_add(rm_progress *progress, double units, const char *now);
void rm_progress_end(rm_progress *progress);
/* Takes the bar off the line until it is drawn again, for a message. Any thread, with or without a bar. */
void rm_progress_hide(void);

#endif
