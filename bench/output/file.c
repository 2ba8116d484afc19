#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/support/cleanup.h"
#include "bench/support/fail.h"
#include "bench/support/reads.h"

enum { MOST_LINKS = 40 }; /* as many as the kernel follows */

static _Noreturn void fail_writing(const rm_target *target, int error) {
    const char *remedy = "";
    if (error == ENOSPC || error == EDQUOT)
        remedy = target->given ? "; free some space or name another file" : "; free some space";
    else if (error == EFBIG)
        remedy = "; raise the limit (ulimit -f)";
    rm_fail("cannot write %s: %s%s", target->name, strerror(error), remedy);
}

static _Noreturn void fail_opening(const char *path, int error) {
    const char *remedy = "";
    if (error == ENOENT || error == ENOTDIR)
        remedy = "; its folder must exist (mkdir -p makes it)";
    else if (error == EACCES || error == EROFS || error == EPERM)
        remedy = "; name another --output";
    rm_fail("cannot write --output %s: %s%s", path, strerror(error), remedy);
}

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* A file of its own beside `path`, with the mode that open() would have given. */
static void open_temporary(rm_target *target, const char *path) {
    target->temporary = rm_text("%.*s.ringmark-XXXXXX", (int)folder_length(path), path);
    target->fd = mkostemp(target->temporary, O_CLOEXEC);
    if (target->fd < 0)
        fail_opening(path, errno);
    rm_cleanup_file(target->temporary);
    mode_t mask = umask(0);
    umask(mask);
    fchmod(target->fd, 0666 & ~mask);
}

/* One link further: where `path`, a link, leads. */
static char *behind_link(const char *path) {
    char to[PATH_MAX];
    ssize_t length = readlink(path, to, sizeof to);
    if (length < 0 || (size_t)length == sizeof to)
        fail_opening(path, length < 0 ? errno : ENAMETOOLONG);
    bool absolute = length > 0 && to[0] == '/';
    return rm_text("%.*s%.*s", absolute ? 0 : (int)folder_length(path), path, (int)length, to);
}

char *rm_final_path(const char *path) {
    struct stat there;
    char *at = rm_text("%s", path);
    for (int links = 0; lstat(at, &there) == 0 && S_ISLNK(there.st_mode); links++) {
        if (links == MOST_LINKS)
            fail_opening(path, ELOOP);
        char *next = behind_link(at);
        free(at);
        at = next;
    }
    size_t length = folder_length(at);
    char *folder = length ? rm_text("%.*s", (int)length, at) : rm_text(".");
    char *real = realpath(folder, NULL);
    char *final = real ? rm_text("%s/%s", strcmp(real, "/") == 0 ? "" : real, at + length)
                       : rm_text("%s", at);
    free(real);
    free(folder);
    free(at);
    return final;
}

char *rm_partial_path(const char *path) {
    return rm_text("%s.partial", path);
}

static void open_in_place(rm_target *target, const char *path) {
    target->fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (target->fd < 0)
        fail_opening(path, errno);
}

rm_target rm_target_open(const char *path) {
    /* A reader that goes away is noticed by write(), not by a signal. */
    signal(SIGPIPE, SIG_IGN);
    rm_target target = {.fd = STDOUT_FILENO, .name = rm_text("%s", path ? path : "standard output")};
    if (!path) {
        fflush(stdout);
        return target;
    }
    target.given = true;
    size_t length = strlen(path);
    if (length == 0)
        rm_fail("--output is empty; name a file");
    if (path[length - 1] == '/')
        rm_fail("cannot write --output %s: a folder; name a file in it", path);
    struct stat there;
    bool exists = stat(path, &there) == 0;
    if (exists && S_ISDIR(there.st_mode))
        rm_fail("cannot write --output %s: a folder; name a file in it", path);
    if (exists && !S_ISREG(there.st_mode)) {
        open_in_place(&target, path);
        return target;
    }
    /* Behind a link it is the file that is replaced, not the link. */
    target.final = rm_final_path(path);
    target.replaces = true;
    rm_reads_refuse(path, target.final, "--output");
    open_temporary(&target, target.final);
    return target;
}

void rm_target_write(rm_target *target, const void *bytes, size_t length) {
    const char *at = bytes;
    while (length > 0) {
        ssize_t n = write(target->fd, at, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EPIPE) {
            rm_cleanup_run();
            _exit(0);
        }
        if (n < 0)
            fail_writing(target, errno);
        at += n;
        length -= (size_t)n;
    }
}

void rm_target_seal(rm_target *target) {
    if (target->replaces && fsync(target->fd) != 0)
        fail_writing(target, errno);
    /* Some file systems report a full disk on closing only. stdout itself stays open for others. */
    int fd = target->fd == STDOUT_FILENO && !target->replaces ? dup(target->fd) : target->fd;
    if (fd < 0 || (close(fd) != 0 && errno != EINTR))
        fail_writing(target, errno);
    target->fd = -1;
}

/* A rename that the disk refuses is a failure; a file system that cannot sync a folder at all is none. */
static void sync_folder(const char *path) {
    size_t length = folder_length(path);
    char *folder = length ? rm_text("%.*s", (int)length, path) : rm_text(".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        if (fsync(fd) != 0 && errno != EINVAL && errno != ENOSYS && errno != EROFS)
            rm_fail("cannot write %s: %s; its folder may not know of it after a crash", path,
                    strerror(errno));
        close(fd);
    }
    free(folder);
}

/* Names what was sealed `final`. What had that name is under the temporary one afterwards, so that it can be
 * put back; no early end of the program removes it there. */
static bool put_name(rm_target *target, const char *final) {
    struct stat there;
    rm_cleanup_forget(target->temporary);
    target->displaced = lstat(final, &there) == 0;
    if (target->displaced && S_ISDIR(there.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (!target->displaced)
        return rename(target->temporary, final) == 0;
    if (renameat2(AT_FDCWD, target->temporary, AT_FDCWD, final, RENAME_EXCHANGE) == 0)
        return true;
    /* Not every file system exchanges names. */
    target->displaced = false;
    return rename(target->temporary, final) == 0;
}

/* The name is as it was before put_name(). */
static void take_name_back(const rm_target *target, const char *final) {
    if (target->displaced)
        renameat2(AT_FDCWD, target->temporary, AT_FDCWD, final, RENAME_EXCHANGE);
    unlink(target->displaced ? target->temporary : final);
}

static _Noreturn void fail_naming(const rm_target *target, const char *final, int error) {
    unlink(target->temporary);
    rm_fail("cannot write %s: %s", final, strerror(error));
}

void rm_target_free(rm_target *target) {
    free(target->name);
    free(target->final);
    free(target->temporary);
    *target = (rm_target){.fd = -1};
}

static char *name_of(const rm_target *target, bool partial) {
    return partial ? rm_partial_path(target->final) : rm_text("%s", target->final);
}

void rm_target_publish_pair(rm_target *rows, rm_target *facts, bool partial) {
    char *rows_name = name_of(rows, partial), *facts_name = name_of(facts, false);
    rm_reads_refuse(rows_name, rows_name, "--output");
    rm_reads_refuse(facts_name, facts_name, "--output");
    if (!put_name(facts, facts_name))
        fail_naming(facts, facts_name, errno);
    if (!put_name(rows, rows_name)) {
        int error = errno;
        take_name_back(facts, facts_name);
        fail_naming(rows, rows_name, error);
    }
    if (facts->displaced)
        unlink(facts->temporary);
    if (rows->displaced)
        unlink(rows->temporary);
    sync_folder(rows_name);
    free(facts_name);
    free(rows_name);
    rm_target_free(facts);
    rm_target_free(rows);
}

char *rm_metadata_path(const char *path) {
    size_t length = strlen(path);
    bool csv = length > 4 && strcmp(path + length - 4, ".csv") == 0 && path[length - 5] != '/';
    return rm_text("%.*s.json", (int)(csv ? length - 4 : length), path);
}
