/* machine.c - were two files of results measured on the same machine? The facts beside each, FILE.json,
 * tell. */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <time.h>

#include "bench/output/file.h"
#include "bench/support/fail.h"
#include "bench/support/reads.h"
#include "machine.h"

enum { LATE_SECONDS = 24 * 60 * 60 };

/* One fact, which is at the top of the JSON or in its "machine". */
typedef struct fact {
    const char *name, *what;
    bool of_machine;
    bool refused; /* times are not compared when it differs, unless --allow-mixed */
} fact;

static const fact facts[] = {
    {"cpu", "CPU", true, true},
    {"cores", "cores", true, true},
    {"kernel", "kernel", true, true},
    {"isa", "ISA", false, true},
    {"compiler", "compiler", false, false},
    {"compiler_flags", "compiler flags", false, false},
    {"pages", "--pages", false, false},
    {"huge_pages", "huge pages", true, false},
    {"governor", "frequency governor", true, false},
};

/* The facts of a file; NULL when there are none beside it. Where several runs were joined, those of the
 * first. */
static json_t *facts_beside(const rm_records *file) {
    if (file->hyperfine)
        return NULL;
    char *path = rm_metadata_path(file->path);
    json_error_t error;
    FILE *there = fopen(path, "re");
    char *role = rm_text("%s, the facts of %s,", path, file->path);
    rm_reads_add_path(role, path);
    free(role);
    if (!there && errno != ENOENT && errno != ENOTDIR)
        rm_fail("cannot read %s, the facts of %s: %s", path, file->path, strerror(errno));
    json_t *root = there ? json_loadf(there, 0, &error) : NULL;
    if (there && !root)
        rm_fail("%s:%d: the facts of %s cannot be read: %s; is the file cut off?", path, error.line,
                file->path, error.text);
    if (there)
        fclose(there);
    free(path);
    json_t *run = json_array_get(json_object_get(root, "runs"), 0);
    json_t *found = json_incref(run ? run : root);
    json_decref(root);
    if (json_is_object(json_object_get(found, "machine")))
        return found;
    json_decref(found); /* it is another file that happens to have this name */
    return NULL;
}

/* The text of a fact, freed by the caller; NULL when it is not known. */
static char *text_of(const json_t *of, const fact *f) {
    const json_t *value = json_object_get(f->of_machine ? json_object_get(of, "machine") : of, f->name);
    if (!value || json_is_null(value))
        return NULL;
    return json_is_string(value) ? rm_text("%s", json_string_value(value))
                                 : json_dumps(value, JSON_ENCODE_ANY);
}

static void check_fact(const rm_records *files, json_t *const *of, const fact *f, bool allowed) {
    char *a = text_of(of[RM_BASE], f), *b = text_of(of[RM_HEAD], f);
    if (a && b && strcmp(a, b) != 0) {
        if (f->refused && !allowed)
            rm_fail(
                "different machines: the %s of %s is '%s', of %s '%s'; measure both on one, or --allow-mixed",
                f->what, files[RM_BASE].path, a, files[RM_HEAD].path, b);
        rm_warn("the %s of %s is '%s', of %s '%s'", f->what, files[RM_BASE].path, a, files[RM_HEAD].path, b);
    }
    free(a);
    free(b);
}

/* When a run was started, in seconds since 1970; -1 when that is not told. */
static double started(const json_t *of) {
    struct tm utc = {0};
    const char *text = json_string_value(json_object_get(of, "started"));
    if (!text || !strptime(text, "%Y-%m-%dT%H:%M:%SZ", &utc))
        return -1;
    return (double)timegm(&utc);
}

static void check_age(const rm_records *files, json_t *const *of) {
    double base = started(of[RM_BASE]), head = started(of[RM_HEAD]);
    if (base >= 0 && head >= 0 && fabs(head - base) > LATE_SECONDS)
        rm_warn(
            "%s and %s were measured %.0f days apart; an old baseline is none, measure both in one session",
            files[RM_BASE].path, files[RM_HEAD].path, ceil(fabs(head - base) / LATE_SECONDS));
}

void rm_machines_check(const rm_records *files, bool allowed) {
    json_t *of[] = {facts_beside(&files[RM_BASE]), facts_beside(&files[RM_HEAD])};
    for (int side = 0; side < RM_SIDES; side++)
        if (!of[side] && !allowed)
            rm_warn(
                "the machine of %s is not known (no facts beside it); times of two machines cannot be "
                "compared",
                files[side].path);
    if (of[RM_BASE] && of[RM_HEAD]) {
        for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
            check_fact(files, of, &facts[i], allowed);
        check_age(files, of);
    }
    json_decref(of[RM_BASE]);
    json_decref(of[RM_HEAD]);
}
