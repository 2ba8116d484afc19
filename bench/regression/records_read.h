/* records_read.h - a file of results is read: rows of CSV under their header, or what hyperfine exports. */
#ifndef RM_RECORDS_READ_H
#define RM_RECORDS_READ_H

#include "records.h"

/* `what` names the file in messages ("BASE"). At least one row; every row has all columns. O(bytes). */
rm_records rm_records_read(const char *what, const char *path);
/* The same, where a header without rows is fine. */
rm_records rm_records_read_any(const char *what, const char *path);

#endif
