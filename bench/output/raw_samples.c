#include "raw_samples.h"

rm_output *rm_samples_open(const rm_options *options, const char *const *columns, unsigned count) {
    if (!options->samples)
        return NULL;
    rm_options raw = *options;
    raw.output = options->samples;
    raw.format = RM_FORMAT_CSV;
    raw.given[RM_OPT_FORMAT] = true;
    raw.given[RM_OPT_OUTPUT] = true;
    return rm_output_open(&raw, columns, count);
}
