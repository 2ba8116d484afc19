/* records_read.h - reads a file of results: rows of CSV under their header, or what hyperfine exports. */
#ifndef RM_RECORDS_READ_H
#define RM_RECORDS_READ_H

#include "records.h"

/* Reads a file, which `what` names in messages ("BASE"). It has at least one row, and all have all columns.
 * O(bytes). */
rm_records rm_records_read(const char *what, const char *path);
/* Does the same, and takes a header without rows too. */
rm_records rm_records_read_any(const char *what, const char *path);

#endif
