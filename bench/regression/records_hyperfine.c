/* records_hyperfine.c - reads {"results": [{"command": TEXT, "times": [SECONDS...]}, ...]}: each time is a
 * row. */
#include <jansson.h>
#include <stdio.h>

#include "records_hyperfine.h"

static rmk_bytes bytes_of(const char *text) {
    return (rmk_bytes){(const unsigned char *)text, strlen(text)};
}

static void add_launch(rm_records *records, uint64_t place, const char *command, size_t launch,
                       const json_t *time) {
    char number[32], seconds[40];
    if (!json_is_number(time))
        rm_fail("%s: command %llu: time %zu is not a number", records->path, (unsigned long long)place,
                launch);
    snprintf(number, sizeof number, "%zu", launch);
    snprintf(seconds, sizeof seconds, "%.17g", json_number_value(time));
    rm_records_add(records, place, (rmk_bytes[]){bytes_of(command), bytes_of(number), bytes_of(seconds)});
}

static void check_exits(const rm_records *records, const char *command, const json_t *codes) {
    for (size_t i = 0; i < json_array_size(codes); i++) {
        const json_t *code = json_array_get(codes, i);
        if (!json_is_integer(code) || json_integer_value(code) != 0)
            rm_warn("%s: '%s' failed in launch %zu; its times may be those of a failure", records->path,
                    command, i + 1);
    }
}

static void add_command(rm_records *records, uint64_t place, const json_t *result) {
    const char *command = json_string_value(json_object_get(result, "command"));
    const json_t *times = json_object_get(result, "times"), *median = json_object_get(result, "median");
    if (!command || (!json_is_array(times) && !json_is_number(median)))
        rm_fail("%s: result %llu has no 'command' or no 'times'; write it with hyperfine --export-json",
                records->path, (unsigned long long)place);
    check_exits(records, command, json_object_get(result, "exit_codes"));
    if (!json_is_array(times)) { /* old versions of hyperfine write the median alone */
        add_launch(records, place, command, 1, median);
        return;
    }
    for (size_t i = 0; i < json_array_size(times); i++)
        add_launch(records, place, command, i + 1, json_array_get(times, i));
}

void rm_records_of_hyperfine(rm_records *records, const char *what, const rm_buffer *text) {
    json_error_t error;
    json_t *root = json_loadb(text->bytes, text->length, 0, &error);
    if (!root)
        rm_fail("%s %s:%d: JSON that cannot be read: %s", what, records->path, error.line, error.text);
    const json_t *results = json_object_get(root, "results");
    if (!json_is_array(results))
        rm_fail(
            "%s %s: JSON without 'results'; give a CSV of results (--format csv), or what hyperfine "
            "--export-json wrote",
            what, records->path);
    records->hyperfine = true;
    rm_records_name(records, bytes_of("command"));
    rm_records_name(records, bytes_of("launch"));
    rm_records_name(records, bytes_of("seconds"));
    for (size_t i = 0; i < json_array_size(results); i++)
        add_command(records, i + 1, json_array_get(results, i));
    json_decref(root);
}
