#include "label.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "core/ringmark.h"

static const char *label_of(const char *label) {
    return label ? label : RMK_DEFAULT_LABEL;
}

/* Finds the next "{field}" of a pattern at or behind `text` ("{{" is a brace), or NULL. */
static const char *field_in(const char *text, const char *field) {
    for (; *text; text++) {
        if (text[0] == '{' && text[1] == '{')
            text++;
        else if (strncmp(text, field, strlen(field)) == 0)
            return text;
    }
    return NULL;
}

const char *rm_label_lacks(const char *label) {
    label = label_of(label);
    return !field_in(label, "{vnode}") ? "{vnode}" : !field_in(label, "{name}") ? "{name}" : NULL;
}

char *rm_label_turned(const char *label) {
    label = label_of(label);
    const char *vnode = field_in(label, "{vnode}"), *name = field_in(label, "{name}");
    if (!vnode || !name || vnode < name)
        return NULL;
    return rm_text("{vnode}-%s{name}", field_in(label, "{set}") ? "{set}-" : "");
}

char *rm_label_salted(const char *label, uint64_t salt) {
    label = label_of(label);
    if (!field_in(label, "{set}"))
        return salt ? rm_text("%s~%llu", label, (unsigned long long)salt) : rm_text("%s", label);
    char *text = rm_text("%s", label);
    for (const char *at; (at = field_in(text, "{set}"));) {
        char *longer =
            rm_text("%.*s%llu%s", (int)(at - text), text, (unsigned long long)salt, at + strlen("{set}"));
        free(text);
        text = longer;
    }
    return text;
}
