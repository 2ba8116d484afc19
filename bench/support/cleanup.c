/* cleanup.c - a fixed table of paths that a signal handler can read. */
#include "cleanup.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "fail.h"

/* A handler sees a path only when `set` says that it was written to its end. */
struct slot {
    atomic_bool set;
    char path[PATH_MAX];
};

static struct slot slots[RM_CLEANUP_FILES];
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;

static bool keep(const char *path, size_t length) {
    for (size_t i = 0; i < RM_CLEANUP_FILES; i++) {
        if (atomic_load(&slots[i].set))
            continue;
        memcpy(slots[i].path, path, length + 1);
        atomic_store(&slots[i].set, true);
        return true;
    }
    return false;
}

void rm_cleanup_file(const char *path) {
    size_t length = strlen(path);
    if (length >= PATH_MAX)
        rm_fail("%s: the path is too long; at most %d bytes", path, PATH_MAX - 1);
    rm_before_end(rm_cleanup_run);
    pthread_mutex_lock(&writers);
    bool kept = keep(path, length);
    pthread_mutex_unlock(&writers);
    if (!kept)
        rm_fail("%s: more than %d files are being written at once", path, RM_CLEANUP_FILES);
}

void rm_cleanup_forget(const char *path) {
    pthread_mutex_lock(&writers);
    for (size_t i = 0; i < RM_CLEANUP_FILES; i++)
        if (atomic_load(&slots[i].set) && strcmp(slots[i].path, path) == 0)
            atomic_store(&slots[i].set, false);
    pthread_mutex_unlock(&writers);
}

void rm_cleanup_run(void) {
    int saved = errno;
    for (size_t i = 0; i < RM_CLEANUP_FILES; i++)
        if (atomic_exchange(&slots[i].set, false))
            unlink(slots[i].path);
    errno = saved;
}
