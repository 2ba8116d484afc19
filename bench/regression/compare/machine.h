/* machine.h - private: were two files of results measured on the same machine? */
#ifndef RM_COMPARE_MACHINE_H
#define RM_COMPARE_MACHINE_H

#include "columns.h"

/* Refuses files of different machines, unless `allowed`; warns of other differences. */
void rm_machines_check(const rm_records *files, bool allowed);

#endif
