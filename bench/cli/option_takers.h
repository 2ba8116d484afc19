/* option_takers.h - private: an option's text becomes its value. */
#ifndef RM_OPTION_TAKERS_H
#define RM_OPTION_TAKERS_H

#include "option.h"

/* Takes `value` (NULL for a switch) of `option`, checked by itself. */
void rm_option_take(rm_options *options, const rm_option *option, const char *value);

#endif
