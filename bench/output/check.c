#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/cli/command.h"
#include "bench/support/fail.h"
#include "file.h"

/* --output and --samples with three more names each, and what is read. */
enum { MOST_OPERANDS = 2 };

typedef struct file {
    char *role;         /* "--output x.csv", "x.json of --output x.csv" */
    const char *option; /* that could name another; NULL: it is read */
    char *path;         /* where it leads; NULL: stdin */
    bool exists;
    struct stat there;
} file;

typedef struct files {
    file *list;
    size_t count, capacity;
} files;

static void add(files *all, char *role, const char *option, char *path) {
    if (all->count == all->capacity) {
        all->capacity = all->capacity ? 2 * all->capacity : 16;
        all->list = rm_realloc(all->list, all->capacity * sizeof *all->list);
    }
    file *f = &all->list[all->count++];
    *f = (file){.role = role, .option = option, .path = path};
    f->exists = path ? stat(path, &f->there) == 0 : fstat(STDIN_FILENO, &f->there) == 0;
    if (!option || (!f->exists && errno != ENAMETOOLONG))
        return; /* any other error is told when the file is opened */
    if (!f->exists)
        rm_fail("cannot write %s: %s", role, strerror(errno));
    if (!S_ISREG(f->there.st_mode) && !S_ISCHR(f->there.st_mode))
        rm_fail("cannot write %s: there is something of that name that is no file; name another %s", role,
                option);
}

/* The names that a run may give to what it writes at `path`. */
static void add_written(files *all, const char *option, const char *path) {
    struct stat there;
    size_t length = strlen(path);
    if (length == 0 || path[length - 1] == '/' || (stat(path, &there) == 0 && !S_ISREG(there.st_mode)))
        return;
    char *final = rm_final_path(path), *partial = rm_partial_path(final);
    char *metadata = rm_metadata_path(path), *partial_metadata = rm_metadata_path(partial);
    char *derived[] = {metadata, partial, partial_metadata};
    add(all, rm_text("%s %s", option, path), option, final);
    for (size_t i = 0; i < sizeof derived / sizeof *derived; i++) {
        add(all, rm_text("%s of %s %s", derived[i], option, path), option, rm_final_path(derived[i]));
        free(derived[i]);
    }
}

/* A file of results, and the facts beside it. */
static void add_operand(files *all, const char *path) {
    add(all, rm_text("%s", path), NULL, rm_final_path(path));
    char *facts = rm_metadata_path(path);
    add(all, rm_text("%s, the facts of %s,", facts, path), NULL, rm_final_path(facts));
    free(facts);
}

static void add_read(files *all, const rm_options *o) {
    bool keys_of_stdin = o->keys_file ? strcmp(o->keys_file, "-") == 0
                                      : !o->keys && o->command->keys_from_stdin;
    if (o->nodes_file)
        add(all, rm_text("--nodes-file %s", o->nodes_file), NULL, rm_final_path(o->nodes_file));
    if (o->keys_file && !keys_of_stdin)
        add(all, rm_text("--keys-file %s", o->keys_file), NULL, rm_final_path(o->keys_file));
    if (o->past)
        add(all, rm_text("--past %s", o->past), NULL, rm_final_path(o->past));
    for (size_t i = 0; i < o->plugins.count; i++)
        add(all, rm_text("--plugin %s", o->plugins.items[i]), NULL, rm_final_path(o->plugins.items[i]));
    if (keys_of_stdin)
        add(all, rm_text("standard input"), NULL, NULL);
    for (size_t i = 0; o->command->operands_are_results && i < o->operands.count && i < MOST_OPERANDS; i++)
        if (strcmp(o->operands.items[i], "-") != 0)
            add_operand(all, o->operands.items[i]);
}

static bool are_same(const file *a, const file *b) {
    if (a->exists && b->exists && a->there.st_dev == b->there.st_dev && a->there.st_ino == b->there.st_ino)
        return S_ISREG(a->there.st_mode);
    return a->path && b->path && !a->exists && !b->exists && strcmp(a->path, b->path) == 0;
}

void rm_output_check(const rm_options *options) {
    files all = {0};
    if (options->output)
        add_written(&all, "--output", options->output);
    if (options->samples)
        add_written(&all, "--samples", options->samples);
    size_t written = all.count;
    add_read(&all, options);
    for (size_t i = 0; i < written; i++)
        for (size_t j = i + 1; j < all.count; j++)
            if (are_same(&all.list[i], &all.list[j]))
                rm_fail("%s and %s are the same file; name another %s", all.list[i].role, all.list[j].role,
                        all.list[i].option);
    for (size_t i = 0; i < all.count; i++) {
        free(all.list[i].role);
        free(all.list[i].path);
    }
    free(all.list);
}
