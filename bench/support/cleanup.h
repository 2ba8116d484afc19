/*
 * cleanup.h - private to support/: files that are not finished yet and must not stay when the program ends
 * early. rm_fail() and a second Ctrl-C remove them.
 */
#ifndef RM_CLEANUP_H
#define RM_CLEANUP_H

/* How many files may be unfinished at once; a path is shorter than PATH_MAX. */
#define RM_CLEANUP_FILES 16

/* From now on `path` (copied) is removed on every early way out. Any thread. More than RM_CLEANUP_FILES, or a
 * path that is too long: one line and exit 2. */
void rm_cleanup_file(const char *path);
/* The file is finished, renamed or gone. A path that was not registered is fine. Any thread. */
void rm_cleanup_forget(const char *path);
/* Removes every registered file. Async-signal-safe: takes no lock, allocates nothing, keeps errno. */
void rm_cleanup_run(void);

#endif
