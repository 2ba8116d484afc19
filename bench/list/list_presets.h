/* list_presets.h - private: the section of real systems. */
#ifndef RM_LIST_PRESETS_H
#define RM_LIST_PRESETS_H

#include "listing.h"

/* Writes a row for each preset; as text, a line for each rule. */
void rm_list_presets(rm_listing *listing);

#endif
