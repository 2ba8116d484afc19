/*
 * check.h - what is written, looked at before anything is measured.
 */
#ifndef RM_OUTPUT_CHECK_H
#define RM_OUTPUT_CHECK_H

#include "bench/cli/options.h"

/*
 * One line and exit 2 when a file that the run would write (--output, --samples, the metadata of both, and
 * what they are called after an interrupt) is one that it reads (--nodes-file, --keys-file, stdin) or another
 * that it writes, by device and inode or by where its path leads; when its name is too long; or when
 * something that is no file has the name. Devices and pipes are written as they are: they stand for no file.
 */
void rm_output_check(const rm_options *options);

#endif
