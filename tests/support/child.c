#include "child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void read_back(FILE *file, char *out, size_t room) {
    rewind(file);
    out[fread(out, 1, room - 1, file)] = 0;
    fclose(file);
}

test_child test_run(void (*body)(void *context), void *context) {
    test_child result = {.code = -1};
    FILE *out = tmpfile(), *err = tmpfile();
    if (!out || !err)
        abort();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        body(context);
        fflush(NULL);
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    if (WIFEXITED(status))
        result.code = WEXITSTATUS(status);
    else
        result.signal = WTERMSIG(status);
    read_back(out, result.out, sizeof result.out);
    read_back(err, result.err, sizeof result.err);
    return result;
}

const char *test_folder(void) {
    static char folder[256];
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/ringmark-test-XXXXXX", base ? base : "/tmp");
    if (!mkdtemp(folder))
        abort();
    return folder;
}

void test_remove_folder(const char *folder) {
    char command[320];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0)
        abort();
}

char *test_file(const char *folder, const char *name, const void *bytes, size_t length) {
    char *path;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        abort();
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        abort();
    return path;
}

char *test_read(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t capacity = 1 << 16, n = 0;
    char *bytes = malloc(capacity);
    for (size_t got; bytes && (got = fread(bytes + n, 1, capacity - n - 1, file)) > 0;) {
        n += got;
        if (n + 1 == capacity)
            bytes = realloc(bytes, capacity *= 2);
    }
    if (!bytes)
        abort();
    fclose(file);
    bytes[n] = 0;
    if (length)
        *length = n;
    return bytes;
}
