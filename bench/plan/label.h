/* label.h - private: labels made from a label, turned round or salted. */
#ifndef RM_PLAN_LABEL_H
#define RM_PLAN_LABEL_H

#include <stdint.h>

/* Returns "{vnode}" or "{name}" when it is missing in the label, without which no number of points helps;
 * else NULL. */
const char *rm_label_lacks(const char *label);
/* Turns "{name}#{vnode}" into "{vnode}-{name}"; NULL when the index leads already. Freed by the caller. */
char *rm_label_turned(const char *label);
/* Makes the label of one salt, which replaces {set} or is put behind; salt 0 is the label itself. Freed by
 * the caller. */
char *rm_label_salted(const char *label, uint64_t salt);

#endif
