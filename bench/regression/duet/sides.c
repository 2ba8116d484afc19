#include "sides.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/support/fail.h"
#include "bench/support/reads.h"
#include "plugin.h"

enum { PATH_BYTES = 32 };

/* Copies a file into memory, so that nothing of it is left behind, however the program ends. Writes to `path`
 * where the loader finds the copy. */
static void copy_file(const char *from, char path[PATH_BYTES]) {
    struct stat facts;
    int in = open(from, O_RDONLY | O_CLOEXEC), out = memfd_create("ringmark-duet", MFD_CLOEXEC);
    if (in < 0 || fstat(in, &facts) != 0 || !S_ISREG(facts.st_mode))
        rm_fail("duet: cannot read %s: %s", from, in < 0 ? strerror(errno) : "no regular file");
    rm_reads_add(from, in);
    if (out < 0)
        rm_fail("duet: cannot hold a copy of %s: %s", from, strerror(errno));
    for (off_t left = facts.st_size; left > 0;) {
        ssize_t n = sendfile(out, in, NULL, (size_t)left);
        if (n <= 0)
            rm_fail("duet: cannot copy %s: %s", from, n ? strerror(errno) : "it became shorter");
        left -= n;
    }
    close(in);
    snprintf(path, PATH_BYTES, "/proc/self/fd/%d", out);
}

static const rm_duet_object *entry_of(const char *file, void *handle) {
    const rm_duet_object *(*entry)(void);
    const rm_plugin *(*plugin_entry)(void);
    /* ISO C cannot turn an object pointer into a function pointer; POSIX promises that this way works */
    *(void **)&entry = dlsym(handle, "rm_duet_entry");
    *(void **)&plugin_entry = dlsym(handle, "rm_plugin_entry");
    if (!entry && !plugin_entry)
        rm_fail("duet: %s has neither rm_duet_entry (make duet-object) nor rm_plugin_entry (plugin.h)", file);
    if (!entry) {
        const rm_plugin *plugin = plugin_entry();
        if (!plugin || plugin->version != RM_PLUGIN_VERSION || !plugin->name || !plugin->create ||
            !plugin->locate_batch || !plugin->destroy)
            rm_fail("duet: %s: not a whole plugin of version %u", file, RM_PLUGIN_VERSION);
        return rm_duet_of_plugin(plugin);
    }
    const rm_duet_object *object = entry();
    if (object->version != RM_DUET_VERSION)
        rm_fail("duet: %s is of version %u, this ringmark reads %u; build it again", file, object->version,
                RM_DUET_VERSION);
    return object;
}

/* Refuses an object that calls a library outside of itself. */
static void check_own(const char *file, const char *copy, const rm_duet_object *object) {
    Dl_info found;
    if (object->own && (!dladdr(object->own(), &found) || strcmp(found.dli_fname, copy) != 0))
        rm_fail("duet: %s calls the library of another object; link it with -Bsymbolic", file);
}

static void check_cases(const rm_duet_sides *sides, const char *base, const char *head) {
    const rm_duet_object *a = sides->objects[RM_DUET_BASE], *b = sides->objects[RM_DUET_HEAD];
    bool same = a->case_count == b->case_count;
    for (size_t i = 0; same && i < a->case_count; i++)
        same = strcmp(a->name(a, i), b->name(b, i)) == 0;
    if (!same)
        rm_fail("duet: %s and %s have different cases; build both from one duet_shim.c", base, head);
}

rm_duet_sides rm_duet_sides_load(const char *base, const char *head, const unsigned *order) {
    const char *files[RM_DUET_SIDES] = {base, head, base};
    rm_duet_sides sides = {{NULL}};
    for (unsigned i = 0; i < RM_DUET_SIDES; i++) {
        const char *file = files[order[i]];
        char copy[PATH_BYTES];
        copy_file(file, copy);
        void *handle = dlopen(copy, RTLD_NOW | RTLD_LOCAL);
        if (!handle)
            rm_fail("duet: cannot load %s: %s", file, dlerror());
        sides.objects[order[i]] = entry_of(file, handle);
        check_own(file, copy, sides.objects[order[i]]);
    }
    check_cases(&sides, base, head);
    return sides;
}
