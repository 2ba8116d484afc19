/* options_preset.h - private: what --preset means to the other options. */
#ifndef RM_OPTIONS_PRESET_H
#define RM_OPTIONS_PRESET_H

#include "options.h"

/* Refuses what the preset's system does not have, and puts its defaults in. */
void rm_preset_settle(rm_options *options);

#endif
