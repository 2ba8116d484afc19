/*
 * modes.h - how operations are called, and what of a lookup is timed: --mode and --stage.
 */
#ifndef RM_MODES_H
#define RM_MODES_H

#include "options.h"

/* loop: single calls on independent keys; chain: each key depends on the last answer; batch: many a call. */
typedef enum rm_mode { RM_MODE_LOOP, RM_MODE_CHAIN, RM_MODE_BATCH, RM_MODE_COUNT } rm_mode;
/* hash: keys to values; search: values to owners; total: keys to owners. */
typedef enum rm_stage { RM_STAGE_HASH, RM_STAGE_SEARCH, RM_STAGE_TOTAL, RM_STAGE_COUNT } rm_stage;

const char *rm_mode_name(rm_mode mode);
const char *rm_stage_name(rm_stage stage);

/* Bits 1 << mode of --mode; "all" is all. Another word: one line and exit 2. */
unsigned rm_modes_of(const rm_options *options);
unsigned rm_stages_of(const rm_options *options);

/* Keys or values that a batch call gets at once: their results stay in the first-level cache. */
enum { RM_BATCH = 2048 };

#endif
