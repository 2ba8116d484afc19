#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/support/cleanup.h"
#include "bench/support/fail.h"
#include "bench/support/reads.h"

enum { MOST_LINKS = 40 }; /* as many as the kernel follows */

static _Noreturn void fail_writing(const rm_target *target, int error) {
    const char *remedy = "";
    if (error == ENOSPC || error == EDQUOT)
        remedy = target->given && !target->rows ? "; free some space or name another file"
                                                : "; free some space";
    else if (error == EFBIG)
        remedy = "; raise the limit (ulimit -f)";
    if (!target->rows)
        rm_fail("cannot write %s: %s%s", target->name, strerror(error), remedy);
    /* Of a row that is cut, nothing stays. */
    bool cut = !target->kept || ftruncate(target->fd, target->kept) == 0;
    rm_fail("cannot write %s: %s; the %s%llu finished rows are in %s%s%s", target->name, strerror(error),
            cut ? "" : "first ", (unsigned long long)target->rows, target->rows_path, remedy,
            target->resumable ? "; --resume goes on from there" : "");
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

/* FILE.partial.new: the lock on FILE.partial is on it, too, so what is there was left by a run that was
 * killed. */
static void open_facts(rm_target *target, const rm_target *rows) {
    target->temporary = rm_text("%s.new", rows->temporary);
    rm_reads_refuse(target->temporary, target->temporary, "--output");
    target->fd =
        open(target->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0666);
    if (target->fd < 0)
        fail_writing(target, errno);
    rm_cleanup_file(target->temporary);
}

/* Has the file that was opened still that name? A run that ended may have taken it away meanwhile. */
static bool is_named(int fd, const char *path) {
    struct stat opened, named;
    return fstat(fd, &opened) == 0 && lstat(path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

/* FILE.partial, as it is, for this run alone. Where a file system knows no locks, two runs are not noticed.
 */
static void open_partial(rm_target *target) {
    target->temporary = rm_partial_path(target->final);
    rm_reads_refuse(target->temporary, target->temporary, "--output");
    for (;;) {
        int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW;
        target->fd = open(target->temporary, flags, 0666);
        if (target->fd < 0)
            fail_opening(target->temporary, errno);
        if (flock(target->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            rm_fail("another run is writing %s; wait for its end, or name another --output",
                    target->temporary);
        if (is_named(target->fd, target->temporary))
            return;
        close(target->fd);
    }
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
    if (!real && errno == ENOMEM)
        fail_opening(path, ENOMEM);
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
        rm_reads_refuse_stdout();
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
    open_partial(&target);
    return target;
}

rm_target rm_target_open_facts(const char *path, const rm_target *rows) {
    rm_target target = {.given = true,
                        .replaces = true,
                        .name = rm_text("%s", path),
                        .final = rm_final_path(path),
                        .rows = rows->rows,
                        .rows_path = rows->temporary,
                        .resumable = rows->resumable};
    open_facts(&target, rows);
    return target;
}

void rm_target_keep(rm_target *target, uint64_t rows) {
    if (!target->rows)
        rm_cleanup_forget(target->temporary);
    target->rows = rows;
    target->rows_path = target->temporary;
    target->kept = target->at;
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
        target->at += n;
    }
}

void rm_target_seal(rm_target *target) {
    if (target->replaces && fsync(target->fd) != 0)
        fail_writing(target, errno);
    /* Some file systems report a full disk on closing only. The file itself stays open: its lock lasts until
     * it has its final name. */
    int fd = dup(target->fd);
    if (fd < 0 || (close(fd) != 0 && errno != EINTR))
        fail_writing(target, errno);
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

/* What had the final name is under the temporary one afterwards, so that it can be put back; no early end of
 * the program removes it there. */
static bool put_name(rm_target *target) {
    struct stat there;
    rm_cleanup_forget(target->temporary);
    bool exists = lstat(target->final, &there) == 0;
    if (exists && S_ISDIR(there.st_mode)) {
        errno = EISDIR;
        return false;
    }
    /* Not every file system exchanges names. */
    target->displaced = exists &&
                        renameat2(AT_FDCWD, target->temporary, AT_FDCWD, target->final, RENAME_EXCHANGE) == 0;
    return target->displaced || rename(target->temporary, target->final) == 0;
}

/* The name is as it was before put_name(). */
static void take_name_back(rm_target *target) {
    if (target->displaced)
        renameat2(AT_FDCWD, target->temporary, AT_FDCWD, target->final, RENAME_EXCHANGE);
    unlink(target->displaced ? target->temporary : target->final);
    target->displaced = false;
}

static _Noreturn void fail_naming(const rm_target *rows, const rm_target *facts, const char *name,
                                  int error) {
    unlink(facts->temporary);
    rm_fail("cannot write %s: %s; the rows are in %s", name, strerror(error), rows->temporary);
}

void rm_target_free(rm_target *target) {
    if (target->given)
        close(target->fd);
    free(target->name);
    free(target->final);
    free(target->temporary);
    *target = (rm_target){.fd = -1};
}

void rm_target_publish_pair(rm_target *rows, rm_target *facts) {
    rm_reads_refuse(rows->final, rows->final, "--output");
    rm_reads_refuse(facts->final, facts->final, "--output");
    if (!put_name(facts))
        fail_naming(rows, facts, facts->final, errno);
    if (rename(rows->temporary, rows->final) != 0) {
        int error = errno;
        take_name_back(facts);
        fail_naming(rows, facts, rows->final, error);
    }
    rm_cleanup_forget(rows->temporary);
    if (facts->displaced)
        unlink(facts->temporary);
    sync_folder(rows->final);
    rm_target_free(facts);
    rm_target_free(rows);
}

char *rm_metadata_path(const char *path) {
    size_t length = strlen(path);
    bool csv = length > 4 && strcmp(path + length - 4, ".csv") == 0 && path[length - 5] != '/';
    return rm_text("%.*s.json", (int)(csv ? length - 4 : length), path);
}
