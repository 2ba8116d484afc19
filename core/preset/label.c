#include "label.h"

#include <string.h>

#include "port.h"

enum field {
    TEXT,
    NAME,
    NAME_11211,
    ALIAS,
    ALIAS_11211,
    HOST,
    BARE_HOST,
    PORT,
    ZONE,
    VNODE,
    ID,
    WEIGHT,
    PLACE
};
enum form { DECIMAL, ONE_BYTE, FOUR_BYTES };

static const struct {
    const char *name;
    enum field field;
} fields[] = {{"name", NAME},     {"name-11211", NAME_11211},
              {"alias", ALIAS},   {"alias-11211", ALIAS_11211},
              {"host", HOST},     {"bare-host", BARE_HOST},
              {"port", PORT},     {"zone", ZONE},
              {"vnode", VNODE},   {"id", ID},
              {"weight", WEIGHT}, {"place", PLACE}};

/* ---- parsing ---- */

static bool is_number(int field) {
    return field >= VNODE;
}

static bool is_word(rmk_bytes text, const char *word) {
    return text.length == strlen(word) && !memcmp(text.data, word, text.length);
}

/* All digits, at most 9 of them and at least one. */
static bool digits_of(rmk_bytes text, uint64_t *number) {
    *number = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        *number = *number * 10 + (uint64_t)(text.data[i] - '0');
    }
    return text.length >= 1 && text.length <= 9;
}

/* Cuts `text` at the first `mark`; what stands behind it, or nothing (data NULL). */
static rmk_bytes cut_at(rmk_bytes *text, char mark) {
    const unsigned char *at = text->length ? memchr(text->data, mark, text->length) : NULL;
    if (!at)
        return (rmk_bytes){NULL, 0};
    rmk_bytes rest = {at + 1, text->length - (size_t)(at + 1 - text->data)};
    text->length = (size_t)(at - text->data);
    return rest;
}

static const char *parse_form(rmk_label_part *part, rmk_bytes form) {
    uint64_t digits;
    if (part->field == PORT) {
        part->text = form;
        return rmk_is_port(form) ? NULL : "behind {port: stands a port from 1 to 65535";
    }
    if (!is_number(part->field))
        return "only numbers and {port} take a form behind a colon";
    if (is_word(form, "byte"))
        part->form = ONE_BYTE;
    else if (is_word(form, "4bytes"))
        part->form = FOUR_BYTES;
    else if (form.length == 2 && form.data[0] == '0' && digits_of(form, &digits) && digits)
        part->digits = (unsigned)digits;
    else
        return "a number's form is 01 to 09, byte or 4bytes";
    return NULL;
}

static const char *parse_field(rmk_label_part *part, rmk_bytes inner) {
    rmk_bytes form = cut_at(&inner, ':'), add = cut_at(&inner, '+');
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (is_word(inner, fields[i].name))
            part->field = fields[i].field;
    if (part->field == TEXT)
        return "a label has {name}, {name-11211}, {alias}, {alias-11211}, {host}, {bare-host}, {port}, "
               "{zone}, {vnode}, "
               "{id}, "
               "{weight} and {place}";
    if (add.data && (!is_number(part->field) || !digits_of(add, &part->add)))
        return "only numbers take +N, with up to 9 digits";
    return form.data ? parse_form(part, form) : NULL;
}

/* One part from `at` on; NULL and the place behind it, or what is wrong. */
static const char *parse_part(const char **at, rmk_label_part *part) {
    const char *from = *at;
    if (*from == '{' && from[1] != '{') {
        const char *close = strchr(from, '}');
        if (!close)
            return "a brace is not closed; {{ is a brace";
        *at = close + 1;
        return parse_field(part, (rmk_bytes){(const unsigned char *)from + 1, (size_t)(close - from) - 1});
    }
    bool brace = *from == '{';
    size_t length = brace ? 1 : strcspn(from, "{");
    part->text = (rmk_bytes){(const unsigned char *)from, length};
    *at = from + length + brace;
    return NULL;
}

const char *rmk_label_parse(const char *text, rmk_label *label) {
    memset(label, 0, sizeof *label);
    while (*text) {
        if (label->count == RMK_LABEL_PARTS)
            return "a label has at most 16 parts";
        const char *fault = parse_part(&text, &label->parts[label->count++]);
        if (fault)
            return fault;
    }
    return label->count ? NULL : "the label is empty";
}

static bool has(const rmk_label *label, int field) {
    for (unsigned i = 0; i < label->count; i++)
        if (label->parts[i].field == field)
            return true;
    return false;
}

bool rmk_label_has_alias(const rmk_label *label) {
    return has(label, ALIAS) || has(label, ALIAS_11211);
}

bool rmk_label_has_id(const rmk_label *label) {
    return has(label, ID);
}

/* ---- names ---- */

rmk_bytes rmk_name_without_11211(const rmk_node *node) {
    static const char port[] = ":11211";
    rmk_bytes name = node->name;
    size_t length = sizeof port - 1;
    if (name.length > length && !memcmp(name.data + name.length - length, port, length))
        name.length -= length;
    return name;
}

rmk_bytes rmk_alias_without_11211(const rmk_node *node) {
    return node->alias.length ? node->alias : rmk_name_without_11211(node);
}

/* Where host ends and the port begins; an IPv6 address without brackets has no port. */
static bool split(rmk_bytes name, rmk_bytes *host, rmk_bytes *port) {
    *host = name;
    *port = (rmk_bytes){NULL, 0};
    const unsigned char *colon = memrchr(name.data, ':', name.length);
    if (!colon || colon == name.data)
        return false;
    bool first = memchr(name.data, ':', name.length) == colon;
    rmk_bytes behind = {colon + 1, name.length - (size_t)(colon + 1 - name.data)};
    if ((!first && colon[-1] != ']') || !rmk_is_port(behind))
        return false;
    host->length = (size_t)(colon - name.data);
    *port = behind;
    return true;
}

static rmk_bytes without_brackets(rmk_bytes host) {
    bool bracketed = host.length > 2 && host.data[0] == '[' && host.data[host.length - 1] == ']';
    return bracketed ? (rmk_bytes){host.data + 1, host.length - 2} : host;
}

static rmk_bytes text_of(const rmk_label_part *part, const rmk_node *node) {
    rmk_bytes host, port;
    switch (part->field) {
    case NAME:
        return node->name;
    case NAME_11211:
        return rmk_name_without_11211(node);
    case ALIAS:
        return node->alias.length ? node->alias : node->name;
    case ALIAS_11211:
        return rmk_alias_without_11211(node);
    case HOST:
        split(node->name, &host, &port);
        return host;
    case BARE_HOST:
        split(node->name, &host, &port);
        return without_brackets(host);
    case PORT:
        return split(node->name, &host, &port) ? port : part->text;
    case ZONE:
        return node->zone;
    default:
        return part->text;
    }
}

rmk_bytes rmk_label_name(const rmk_label *label, const rmk_node *node) {
    for (unsigned i = 0; i < label->count; i++)
        if (label->parts[i].field >= NAME && label->parts[i].field <= BARE_HOST)
            return text_of(&label->parts[i], node);
    return node->name;
}

/* ---- writing ---- */

typedef struct writer {
    unsigned char *out;
    size_t room, length;
} writer;

static void append(writer *w, const void *bytes, size_t length) {
    size_t fits = w->length < w->room ? w->room - w->length : 0;
    if (length && fits)
        memcpy(w->out + w->length, bytes, length < fits ? length : fits);
    w->length += length;
}

static void append_decimal(writer *w, uint64_t number, unsigned least) {
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    while (sizeof digits - at < least)
        digits[--at] = '0';
    append(w, digits + at, sizeof digits - at);
}

static void append_number(writer *w, const rmk_label_part *part, uint64_t number) {
    unsigned char raw[4];
    number += part->add;
    for (unsigned i = 0; i < sizeof raw; i++)
        raw[i] = (unsigned char)(number >> (8 * i));
    if (part->form == DECIMAL)
        append_decimal(w, number, part->digits);
    else
        append(w, raw, part->form == ONE_BYTE ? 1 : sizeof raw);
}

size_t rmk_label_write(const rmk_label *label, const rmk_node *node, uint32_t place, uint64_t vnode,
                       unsigned char *out, size_t room) {
    writer w = {out, room, 0};
    for (unsigned i = 0; i < label->count; i++) {
        const rmk_label_part *part = &label->parts[i];
        if (part->field == VNODE) {
            append_number(&w, part, vnode);
        } else if (is_number(part->field)) {
            append_number(&w, part,
                          part->field == ID       ? node->server_id
                          : part->field == WEIGHT ? node->weight
                                                  : place);
        } else {
            rmk_bytes text = text_of(part, node);
            append(&w, text.data, text.length);
        }
    }
    return w.length;
}
