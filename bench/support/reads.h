/*
 * reads.h - the files that a run reads, so that it writes over none of them. Whoever opens a file says so
 * here; what is written is held against it twice: when it is opened, and before it takes its name. Any
 * thread.
 */
#ifndef RM_READS_H
#define RM_READS_H

/* The open file is read; `role` names it in the message: "--nodes-file nodes.csv". Copied. */
void rm_reads_add(const char *role, int fd);
/* The same of a file that a library opens by its path; nothing when there is none. */
void rm_reads_add_path(const char *role, const char *path);

/* One line and exit 2 when `path` leads to a file that is read: `written` says what it is, `option` what
 * could name another. */
void rm_reads_refuse(const char *written, const char *path, const char *option);
/* The same of standard output: what reads its own rows would never come to an end. */
void rm_reads_refuse_stdout(void);

#endif
