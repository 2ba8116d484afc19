#include "reads.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fail.h"

/* A file is what it is by its device and inode, whatever the path that leads to it. */
typedef struct read_file {
    dev_t device;
    ino_t inode;
    char *role;
} read_file;

static struct {
    pthread_mutex_t mutex;
    read_file *list;
    size_t count, capacity;
} files = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static const read_file *find(const struct stat *there) {
    for (size_t i = 0; i < files.count; i++)
        if (files.list[i].device == there->st_dev && files.list[i].inode == there->st_ino)
            return &files.list[i];
    return NULL;
}

static void add(const char *role, const struct stat *there) {
    pthread_mutex_lock(&files.mutex);
    if (S_ISREG(there->st_mode) && !find(there)) {
        if (files.count == files.capacity) {
            files.capacity = files.capacity ? 2 * files.capacity : 16;
            files.list = rm_realloc(files.list, files.capacity * sizeof *files.list);
        }
        files.list[files.count++] = (read_file){there->st_dev, there->st_ino, rm_text("%s", role)};
    }
    pthread_mutex_unlock(&files.mutex);
}

void rm_reads_add(const char *role, int fd) {
    struct stat there;
    if (fstat(fd, &there) == 0)
        add(role, &there);
}

void rm_reads_add_path(const char *role, const char *path) {
    struct stat there;
    if (stat(path, &there) == 0)
        add(role, &there);
}

static void refuse(const char *written, const struct stat *there, const char *option) {
    pthread_mutex_lock(&files.mutex);
    const read_file *file = find(there);
    pthread_mutex_unlock(&files.mutex);
    if (file)
        rm_fail("%s and %s are the same file; name another %s", written, file->role, option);
}

void rm_reads_refuse(const char *written, const char *path, const char *option) {
    struct stat there;
    if (stat(path, &there) == 0)
        refuse(written, &there, option);
}

void rm_reads_refuse_stdout(void) {
    struct stat there;
    if (fstat(STDOUT_FILENO, &there) == 0)
        refuse("standard output", &there, "file");
}
