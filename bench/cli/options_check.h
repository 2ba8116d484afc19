/* options_check.h - private: what options mean to each other, once all are known. */
#ifndef RM_OPTIONS_CHECK_H
#define RM_OPTIONS_CHECK_H

#include "options.h"

/* Checks what the options mean together, and fills in what depends on others. */
void rm_options_check(rm_options *options);

#endif
