/* options_placement.h - private: what options of placements mean to each other and to the algorithms. */
#ifndef RM_OPTIONS_PLACEMENT_H
#define RM_OPTIONS_PLACEMENT_H

#include "options.h"

/* Refuses an option that none of the algorithms has a use for, and names those that ignore it. */
void rm_check_placement(rm_options *options);

#endif
