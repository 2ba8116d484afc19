/* plugins.c - loading the shared objects of --plugin. */
#include "plugins.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/cli/command.h"
#include "bench/cli/names.h"
#include "bench/support/fail.h"
#include "bench/support/reads.h"
#include "child.h"
#include "placement.h"
#include "watch.h"

typedef struct loaded {
    char *path;
    const rm_plugin *plugin;
} loaded;

static loaded plugins[RM_MAX_PLUGINS];
static size_t plugin_count;

/* Rows of algorithms: NAME of each, and NAME:DETAIL as they are asked for. */
static rm_foreign **foreigns;
static size_t foreign_count;

/* ---- what a file must hold ---- */

static bool is_name(const char *name) {
    return name && *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

/* NULL: nothing. */
static const char *what_is_wrong(const rm_plugin *plugin) {
    if (!plugin)
        return "rm_plugin_entry returns NULL";
    if (plugin->version != RM_PLUGIN_VERSION)
        return NULL; /* said with both numbers */
    if (!is_name(plugin->name))
        return "its name is not of lower case letters, digits and -";
    if (!plugin->summary)
        return "it has no summary";
    if (!plugin->create || !plugin->locate_batch || !plugin->destroy)
        return "create, locate_batch or destroy is NULL";
    return NULL;
}

/* The file's own text of dlerror, without the path that we say ourselves. */
static const char *load_error(const char *path) {
    const char *text = dlerror();
    if (!text)
        return "it cannot be loaded";
    size_t length = strlen(path);
    return strncmp(text, path, length) == 0 && strncmp(text + length, ": ", 2) == 0 ? text + length + 2
                                                                                    : text;
}

/* The plugin, or NULL and the reason why not; the text is owned by the caller. */
static const rm_plugin *open_plugin(const char *path, char **reason) {
    rm_watch_slot *slot = rm_watch_mine();
    rm_watch_begin(slot, RM_CALL_LOAD);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    rm_watch_end(slot);
    if (!handle) {
        *reason = rm_text("%s", load_error(path));
        return NULL;
    }
    /* ISO C knows no way from an object to a function; POSIX promises that this is one */
    const rm_plugin *(*entry)(void);
    *(void **)&entry = dlsym(handle, "rm_plugin_entry");
    if (!entry) {
        *reason = rm_text("it has no symbol rm_plugin_entry; is it exported (visibility, extern \"C\")?");
        return NULL;
    }
    rm_watch_begin(slot, RM_CALL_ENTRY);
    const rm_plugin *plugin = entry();
    rm_watch_end(slot);
    const char *wrong = what_is_wrong(plugin);
    if (wrong)
        *reason = rm_text("%s", wrong);
    else if (plugin->version != RM_PLUGIN_VERSION)
        *reason = rm_text("it is of version %u of plugin.h, this ringmark reads %u; build it again",
                          plugin->version, RM_PLUGIN_VERSION);
    return *reason ? NULL : plugin;
}

/* ---- the trial in a child process ---- */

typedef struct trial {
    const char *path;
    char reason[512];
    size_t length;
} trial;

static int try_to_open(int fd, void *context) {
    const trial *t = context;
    char *reason = NULL;
    if (open_plugin(t->path, &reason))
        return 0;
    ssize_t written = write(fd, reason, strlen(reason));
    return written < 0 ? 2 : 1;
}

static void take_reason(const char *bytes, size_t count, void *context) {
    trial *t = context;
    size_t room = sizeof t->reason - 1 - t->length;
    count = count < room ? count : room;
    memcpy(t->reason + t->length, bytes, count);
    t->length += count;
}

static void try_plugin(const char *given, const char *path) {
    trial t = {.path = path};
    rm_child_end end = rm_child_run(try_to_open, take_reason, 0, &t);
    const char *call = rm_plugin_call_name(rm_watch_call());
    if (rm_watch_failed())
        _exit(RM_USAGE); /* the child said why: its memory ran out */
    if (end.hung)
        rm_fail("--plugin %s: %s does not return within %u s", given, call, rm_watch_limit_seconds());
    if (end.signal && rm_watch_call() == RM_CALL_NONE)
        rm_fail("--plugin %s: what rm_plugin_entry returns cannot be read: %s", given, strsignal(end.signal));
    if (end.signal)
        rm_fail("--plugin %s: %s crashes: %s", given, call, strsignal(end.signal));
    if (end.code || (end.cut_short && !end.interrupted))
        rm_fail("--plugin %s: %s", given, t.length ? t.reason : "it ends the program when it is loaded");
}

/* ---- the registry ---- */

/* A name without a slash would be searched for where the system's libraries are. */
static char *path_of(const char *given) {
    char *path = realpath(given, NULL);
    if (!path)
        rm_fail("--plugin %s: %s", given, strerror(errno));
    return path;
}

static const rmk_algorithm *add_foreign(const rm_plugin *plugin, const char *text) {
    foreigns = rm_realloc(foreigns, (foreign_count + 1) * sizeof *foreigns);
    rm_foreign *foreign = rm_foreign_make(plugin, text);
    foreigns[foreign_count++] = foreign;
    return &foreign->algorithm;
}

static void refuse_taken(const char *given, const char *name) {
    if (rmk_algorithm_find(name))
        rm_fail("--plugin %s: its name '%s' is that of an algorithm of ringmark", given, name);
    for (size_t i = 0; i < plugin_count; i++)
        if (strcmp(plugins[i].plugin->name, name) == 0)
            rm_fail("--plugin %s: its name '%s' is that of %s too", given, name, plugins[i].path);
}

static bool is_loaded(const char *path) {
    for (size_t i = 0; i < plugin_count; i++)
        if (strcmp(plugins[i].path, path) == 0)
            return true;
    return false;
}

static void load(const char *given) {
    char *path = path_of(given), *reason = NULL;
    if (is_loaded(path)) {
        free(path);
        return;
    }
    if (plugin_count == RM_MAX_PLUGINS)
        rm_fail("--plugin: %d at most", RM_MAX_PLUGINS);
    char *role = rm_text("--plugin %s", given);
    rm_reads_add_path(role, path);
    free(role);
    try_plugin(given, path);
    const rm_plugin *plugin = open_plugin(path, &reason);
    if (!plugin)
        rm_fail("--plugin %s: %s", given, reason);
    refuse_taken(given, plugin->name);
    plugins[plugin_count++] = (loaded){path, plugin};
    add_foreign(plugin, plugin->name);
}

void rm_plugins_load(const rm_texts *files) {
    static const rm_foreign_algorithms found = {.find = rm_plugin_find, .at = rm_plugin_at};
    for (size_t i = 0; i < files->count; i++)
        load(files->items[i]);
    rm_foreign_algorithms_are(&found);
}

const rmk_algorithm *rm_plugin_at(size_t i) {
    return i < plugin_count ? rm_plugin_find(plugins[i].plugin->name) : NULL;
}

const rmk_algorithm *rm_plugin_find(const char *text) {
    size_t length = strcspn(text, ":");
    for (size_t i = 0; i < foreign_count; i++)
        if (strcmp(foreigns[i]->algorithm.name, text) == 0)
            return &foreigns[i]->algorithm;
    for (size_t i = 0; i < plugin_count; i++) {
        const char *name = plugins[i].plugin->name;
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return add_foreign(plugins[i].plugin, text);
    }
    return NULL;
}
