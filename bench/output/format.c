#include "format.h"

#include <jansson.h>
#include <stdio.h>

#include "bench/support/visible.h"

enum { CSV_DIGITS = 9, EXACT_DIGITS = 17, TABLE_DIGITS = 6 };

static void add_count(rm_buffer *buffer, uint64_t count) {
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + count % 10);
    while (count /= 10);
    rm_buffer_add(buffer, digits + at, sizeof digits - at);
}

static void add_real(rm_buffer *buffer, double real, int digits) {
    buffer->length += (size_t)snprintf(rm_buffer_room(buffer, 40), 40, "%.*g", digits, real);
}

/* The numbers of CSV and JSON. */
static void add_number(rm_buffer *buffer, const rm_value *value) {
    if (value->kind == RM_COUNT)
        add_count(buffer, value->u.count);
    else
        add_real(buffer, value->u.real, value->kind == RM_EXACT ? EXACT_DIGITS : CSV_DIGITS);
}

static bool needs_quotes(const char *text, size_t length) {
    if (length == 0 || text[0] == ' ' || text[0] == '\t' || text[length - 1] == ' ' ||
        text[length - 1] == '\t')
        return true;
    for (size_t i = 0; i < length; i++)
        if (text[i] == ',' || text[i] == '"' || text[i] == '\n' || text[i] == '\r')
            return true;
    return false;
}

void rm_format_csv(rm_buffer *buffer, const rm_value *value) {
    if (value->kind == RM_EMPTY)
        return;
    if (value->kind != RM_TEXT) {
        add_number(buffer, value);
        return;
    }
    const char *text = value->u.t.text;
    size_t length = value->u.t.length;
    if (!needs_quotes(text, length)) {
        rm_buffer_add(buffer, text, length);
        return;
    }
    rm_buffer_char(buffer, '"');
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"')
            rm_buffer_char(buffer, '"');
        rm_buffer_char(buffer, text[i]);
    }
    rm_buffer_char(buffer, '"');
}

/* The length of the UTF-8 character at `text`, 0 when it is none (RFC 3629: no overlong forms, no
 * surrogates). */
static size_t utf8_length(const unsigned char *text, size_t left) {
    unsigned char c = text[0];
    if (c < 0x80)
        return 1;
    size_t length = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((c == 0xe0 && text[1] < 0xa0) || (c == 0xed && text[1] > 0x9f) || (c == 0xf0 && text[1] < 0x90) ||
        (c == 0xf4 && text[1] > 0x8f))
        return 0;
    return length;
}

static void add_utf8(rm_buffer *to, const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        size_t n = utf8_length((const unsigned char *)text + i, length - i);
        if (n)
            rm_buffer_add(to, text + i, n);
        else
            rm_buffer_add(to, "\xef\xbf\xbd", 3);
        i += n ? n : 1;
    }
}

static int append(const char *bytes, size_t length, void *buffer) {
    rm_buffer_add(buffer, bytes, length);
    return 0;
}

static void add_json_text(rm_buffer *buffer, const char *text, size_t length) {
    json_t *string = json_stringn(text, length);
    if (!string) {
        rm_buffer valid = {0};
        add_utf8(&valid, text, length);
        string = json_stringn(valid.bytes ? valid.bytes : "", valid.length);
        rm_buffer_free(&valid);
    }
    if (!string || json_dump_callback(string, append, buffer, JSON_ENCODE_ANY) != 0)
        rm_fail("out of memory for a JSON text");
    json_decref(string);
}

void rm_format_json(rm_buffer *buffer, const rm_value *value) {
    if (value->kind == RM_EMPTY)
        rm_buffer_add(buffer, "null", 4);
    else if (value->kind == RM_TEXT)
        add_json_text(buffer, value->u.t.text, value->u.t.length);
    else
        add_number(buffer, value);
}

void rm_format_cell(rm_buffer *buffer, const rm_value *value) {
    if (value->kind == RM_EMPTY)
        return;
    if (value->kind == RM_COUNT) {
        add_count(buffer, value->u.count);
    } else if (value->kind == RM_TEXT) {
        size_t room = 4 * value->u.t.length + 1;
        buffer->length += rm_visible(value->u.t.text, value->u.t.length, rm_buffer_room(buffer, room), room);
    } else {
        add_real(buffer, value->u.real, TABLE_DIGITS);
    }
}
