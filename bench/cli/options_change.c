/* options_change.c - the syntax of --change; whether a node exists is known later. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "bench/support/nearest.h"
#include "lists.h"
#include "names.h"
#include "takers.h"
#include "words.h"

static const char forms[] =
    "add, add:NAME, remove, remove:first|middle|last|random|P%|NAME, down:NAME, replace, rename, "
    "weight:first|NAME=W, vnodes=V, hash=H, total-points=T";

/* What stands behind `head`, or NULL when `change` begins otherwise. */
static const char *behind(const char *change, const char *head) {
    size_t length = strlen(head);
    return strncmp(change, head, length) == 0 ? change + length : NULL;
}

static _Noreturn void unknown(const char *change) {
    static const char *const words[] = {"add",           "remove",   "down:NAME", "replace",       "rename",
                                        "weight:NAME=W", "vnodes=V", "hash=H",    "total-points=T"};
    static const char *const heads[] = {"add",    "remove", "down", "replace",     "rename",
                                        "weight", "vnodes", "hash", "total-points"};
    enum { COUNT = sizeof heads / sizeof *heads };
    char head[32];
    snprintf(head, sizeof head, "%.*s", (int)strcspn(change, ":="), change);
    const char *nearest = rm_nearest(head, heads, COUNT);
    for (size_t i = 0; nearest && i < COUNT; i++)
        if (heads[i] == nearest)
            rm_fail("--change: unknown '%s'; did you mean %s? (%s)", change, words[i], forms);
    rm_fail("--change: unknown '%s' (%s)", change, forms);
}

static void check_named(const char *change, const char *name) {
    if (*name == '\0')
        rm_fail("--change: '%s' names no node; write %sNAME", change, change);
}

static void check_weight(const char *change, const char *node_and_weight) {
    /* a name may hold "=" itself */
    const char *equals = strrchr(node_and_weight, '=');
    if (!equals || equals == node_and_weight)
        rm_fail("--change: '%s' is not weight:NAME=W, as in weight:first=2", change);
    char *what = rm_text("--change %s", change);
    rm_number(what, equals + 1, 0, RM_MAX_WEIGHT);
    free(what);
}

static void check_change(const rmk_preset *preset, const char *change) {
    static const char *const plain[] = {"add", "remove", "replace", "rename"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(change, plain[i]) == 0)
            return;
    const char *rest;
    if ((rest = behind(change, "remove:")) || (rest = behind(change, "down:")) ||
        (rest = behind(change, "add:")))
        check_named(change, rest);
    else if ((rest = behind(change, "weight:")))
        check_weight(change, rest);
    else if ((rest = behind(change, "vnodes=")))
        rm_number("--change vnodes=V", rest, 1, RMK_MAX_POINTS);
    else if ((rest = behind(change, "total-points=")))
        rm_number("--change total-points=T", rest, 1, RMK_MAX_POINTS);
    else if ((rest = behind(change, "hash=")))
        rm_hash_of_system(preset, "--change hash=H", rest);
    else
        unknown(change);
}

void rm_take_change(rm_options *o, const rm_option *option, const char *value) {
    o->changes = rm_list_of_texts(o, option, value);
    for (size_t i = 0; i < o->changes.count; i++)
        check_change(o->preset, o->changes.items[i]);
}
