/* plugin.h - a foreign ring (bench/plugin/plugin.h) as a side of `duet`. */
#ifndef RM_DUET_PLUGIN_H
#define RM_DUET_PLUGIN_H

#include "bench/plugin/plugin.h"
#include "object.h"

/* Makes an object whose cases look up one by one, look up in batches, and build. It lives until the program
 * ends. */
const rm_duet_object *rm_duet_of_plugin(const rm_plugin *plugin);

#endif
