/* records_hyperfine.h - private: the runs of hyperfine --export-json as rows of command,launch,seconds. */
#ifndef RM_RECORDS_HYPERFINE_H
#define RM_RECORDS_HYPERFINE_H

#include "records.h"

/* Adds the runs of such a file, of which `text` is the whole. */
void rm_records_of_hyperfine(rm_records *records, const char *what, const rm_buffer *text);

#endif
