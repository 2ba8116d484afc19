/* file.h - private: keys that are read. */
#ifndef RM_KEYS_FILE_H
#define RM_KEYS_FILE_H

#include "bench/cli/options.h"
#include "bench/input/csv_line.h"
#include "bench/input/lines.h"
#include "block.h"

typedef struct rm_keys_file {
    rm_lines lines;
    bool weighted;
    bool drops_cr; /* lines end in LF, not NUL */
    rm_csv_line csv;
    rm_buffer texts; /* texts of the quoted keys of a block */
} rm_keys_file;

void rm_keys_file_open(rm_keys_file *source, const rm_options *options);
/* Reads the next block and returns how many keys; `weights` is NULL unless they are weighted. */
size_t rm_keys_file_next(rm_keys_file *source, rmk_bytes *keys, double *weights);
void rm_keys_file_close(rm_keys_file *source);

#endif
