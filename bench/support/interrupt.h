/* interrupt.h - signals that ask the program to end. */
#ifndef RM_INTERRUPT_H
#define RM_INTERRUPT_H

#include <stdbool.h>

/* How long what is under way may take to notice an interrupt, in milliseconds, before it is left behind. */
enum { RM_GRACE_MS = 2000 };

/* Ctrl-C, SIGTERM, SIGHUP and SIGQUIT set a flag instead of ending the program, from the first call of
 * rm_interrupts_watch() on. A second one ends it at once. */
void rm_interrupts_watch(void);
bool rm_interrupted(void);
/* The signal that interrupted (0: none): main ends with 128 + it. */
int rm_interrupt_signal(void);

#endif
