/*
 * raw_samples.h - the file of --samples: every single timing, beside the summaries.
 */
#ifndef RM_RAW_SAMPLES_H
#define RM_RAW_SAMPLES_H

#include "output.h"

/* A CSV with these columns where --samples says; NULL when it was not given. Closed by rm_output_close. */
rm_output *rm_samples_open(const rm_options *options, const char *const *columns, unsigned count);

#endif
