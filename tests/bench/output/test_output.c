#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "bench/output/output.h"
#include "bench/support/interrupt.h"
#include "tests/support/child.h"

static const char *const columns[] = {"name", "count", "share", "exact", "unused"};

typedef struct job {
    rm_options options;
    int rows;
    bool interrupt;
    const char *name; /* of the row; NULL: "node-<i>" */
    size_t name_length;
} job;

static void set_row(rm_row *row, const job *j, int i) {
    char name[32];
    snprintf(name, sizeof name, "node-%d", i);
    if (j->name)
        rm_row_bytes(row, 0, (rmk_bytes){(const unsigned char *)j->name, j->name_length});
    else
        rm_row_text(row, 0, name);
    rm_row_count(row, 1, UINT64_MAX - (uint64_t)i);
    rm_row_real(row, 2, 1.0 / 3 + i);
    rm_row_exact(row, 3, 0.1);
}

static void write_rows(void *context) {
    job *j = context;
    rm_output *output = rm_output_open(&j->options, columns, 5);
    rm_output_fact(output, "colour", "green");
    rm_row row = {0};
    for (int i = 0; i < j->rows; i++) {
        set_row(&row, j, i);
        rm_output_row(output, &row);
    }
    if (j->interrupt) {
        rm_interrupts_watch();
        raise(SIGINT);
    }
    rm_output_close(output);
}

static test_child run(job j) {
    return test_run(write_rows, &j);
}

static void csv_has_a_header_and_nine_or_seventeen_digits(void **state) {
    (void)state;
    test_child child = run((job){.options = {.format = RM_FORMAT_CSV}, .rows = 2});
    assert_int_equal(child.code, 0);
    assert_string_equal(child.out,
                        "name,count,share,exact,unused\n"
                        "node-0,18446744073709551615,0.333333333,0.10000000000000001,\n"
                        "node-1,18446744073709551614,1.33333333,0.10000000000000001,\n");
    assert_string_equal(child.err, "");
}

static void csv_text_is_quoted_where_it_must_be(void **state) {
    (void)state;
    static const struct {
        const char *text, *field;
    } cases[] = {{"plain", "plain"},     {"", "\"\""},         {"a,b", "\"a,b\""},
                 {"a\"b", "\"a\"\"b\""}, {"a\nb", "\"a\nb\""}, {"a\rb", "\"a\rb\""},
                 {" a", "\" a\""},       {"a ", "\"a \""},     {"a b", "a b"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_child child = run((job){.options = {.format = RM_FORMAT_CSV},
                                     .rows = 1,
                                     .name = cases[i].text,
                                     .name_length = strlen(cases[i].text)});
        const char *line = strchr(child.out, '\n') + 1;
        assert_memory_equal(line, cases[i].field, strlen(cases[i].field));
        assert_int_equal(line[strlen(cases[i].field)], ',');
    }
}

static void json_is_read_back_by_a_parser(void **state) {
    (void)state;
    static const char name[] = "a\"\n\0\xff\xc3\xa9";
    test_child child = run((job){
        .options = {.format = RM_FORMAT_JSON}, .rows = 3, .name = name, .name_length = sizeof name - 1});
    json_error_t error;
    json_t *rows = json_loads(child.out, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, &error);
    assert_non_null(rows);
    assert_int_equal(json_array_size(rows), 3);
    json_t *row = json_array_get(rows, 1);
    json_t *text = json_object_get(row, "name");
    static const char expected[] = "a\"\n\0\xef\xbf\xbd\xc3\xa9";
    assert_int_equal(json_string_length(text), sizeof expected - 1);
    assert_memory_equal(json_string_value(text), expected, sizeof expected - 1);
    assert_true(json_real_value(json_object_get(row, "exact")) == 0.1);
    assert_true(fabs(json_real_value(json_object_get(row, "share")) - 4.0 / 3) < 1e-8);
    assert_true(json_is_null(json_object_get(row, "unused")));
    assert_non_null(strstr(child.out, "\"count\": 18446744073709551614"));
    json_decref(rows);
}

static void json_without_rows_is_an_empty_array(void **state) {
    (void)state;
    test_child child = run((job){.options = {.format = RM_FORMAT_JSON}});
    assert_string_equal(child.out, "[]\n");
}

static void a_table_is_aligned_and_leaves_empty_columns_out(void **state) {
    (void)state;
    test_child child = run((job){.options = {.format = RM_FORMAT_TABLE}, .rows = 2});
    assert_string_equal(child.out,
                        "name                   count     share  exact\n"
                        "node-0  18446744073709551615  0.333333    0.1\n"
                        "node-1  18446744073709551614   1.33333    0.1\n");
    child = run((job){.options = {.format = RM_FORMAT_TABLE}});
    assert_string_equal(child.err, "");
    assert_string_equal(child.out, "name  count  share  exact  unused\n");
}

static void markdown_is_a_table_without_markup_in_its_cells(void **state) {
    (void)state;
    static const char name[] = "a|b_c_ *\n`d`<e>\\";
    test_child child = run((job){
        .options = {.format = RM_FORMAT_MARKDOWN}, .rows = 1, .name = name, .name_length = sizeof name - 1});
    assert_string_equal(
        child.out,
        "| name                      |                count |    share | exact |\n"
        "| :--- | ---: | ---: | ---: |\n"
        "| a\\|b_c\\_ \\*\\\\n\\`d\\`\\<e>\\\\ | 18446744073709551615 | 0.333333 |   0.1 |\n");
}

static void a_table_shows_no_control_characters(void **state) {
    (void)state;
    static const char name[] = "\x1b[31mred";
    test_child child = run((job){
        .options = {.format = RM_FORMAT_TABLE}, .rows = 1, .name = name, .name_length = sizeof name - 1});
    assert_null(strchr(child.out, '\x1b'));
    assert_non_null(strstr(child.out, "\\x1B[31mred"));
}

static void not_a_number_is_an_empty_field(void **state) {
    (void)state;
    rm_row row = {0};
    rm_row_text(&row, 0, "text is replaced");
    rm_row_real(&row, 0, NAN);
    rm_row_exact(&row, 1, INFINITY);
    rm_row_real(&row, 2, -0.0);
    rm_row_hex(&row, 3, 0xab, 32);
    rm_row_hex(&row, 4, 0x7fff, 15);
    rm_row_text(&row, 5, NULL);
    assert_int_equal(row.values[0].kind, RM_EMPTY);
    assert_int_equal(row.values[1].kind, RM_EMPTY);
    assert_false(signbit(row.values[2].u.real));
    assert_string_equal(row.values[3].u.t.text, "000000ab");
    assert_string_equal(row.values[4].u.t.text, "7fff");
    assert_int_equal(row.values[5].kind, RM_EMPTY);
    rm_row_clear(&row);
    assert_int_equal(row.values[3].kind, RM_EMPTY);
}

static size_t files_in(const char *folder) {
    char command[320], line[64] = "";
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
    FILE *list = popen(command, "r");
    assert_non_null(list);
    assert_non_null(fgets(line, sizeof line, list));
    pclose(list);
    return strtoul(line, NULL, 10);
}

static char *in(const char *folder, const char *name) {
    char *path;
    assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
    return path;
}

static void a_file_gets_its_name_and_its_metadata_at_the_end(void **state) {
    (void)state;
    const char *folder = test_folder();
    char *csv = in(folder, "rows.csv"), *json = in(folder, "rows.json");
    umask(022);
    test_child child = run((job){.options = {.format = RM_FORMAT_CSV,
                                             .output = csv,
                                             .seed = 42,
                                             .isa = RMK_ISA_SCALAR,
                                             .command_line = (char[]){"ringmark test"}},
                                 .rows = 3});
    assert_int_equal(child.code, 0);
    assert_string_equal(child.out, "");
    assert_int_equal(files_in(folder), 2);
    struct stat there;
    assert_int_equal(stat(csv, &there), 0);
    assert_int_equal(there.st_mode & 0777, 0644);
    size_t length;
    char *text = test_read(csv, &length);
    assert_non_null(strstr(text, "node-2,"));
    assert_int_equal(text[length - 1], '\n');
    json_error_t error;
    json_t *facts = json_load_file(json, 0, &error);
    assert_non_null(facts);
    assert_string_equal(json_string_value(json_object_get(facts, "command_line")), "ringmark test");
    assert_string_equal(json_string_value(json_object_get(facts, "colour")), "green");
    assert_int_equal(json_integer_value(json_object_get(facts, "seed")), 42);
    assert_int_equal(json_integer_value(json_object_get(facts, "rows")), 3);
    assert_string_equal(json_string_value(json_object_get(facts, "isa")), "scalar");
    static const char *const wanted[] = {"started",  "commit",         "dirty",
                                         "compiler", "compiler_flags", "libraries"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_non_null(json_object_get(facts, wanted[i]));
    json_t *machine = json_object_get(facts, "machine");
    static const char *const known[] = {"cpu", "kernel", "l1_bytes", "huge_pages", "load", "cores"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_non_null(json_object_get(machine, known[i]));
    json_decref(facts);
    free(text);
    free(csv);
    free(json);
    test_remove_folder(folder);
}

static void a_run_that_fails_leaves_what_was_there(void **state) {
    (void)state;
    const char *folder = test_folder();
    char *csv = test_file(folder, "rows.csv", "old\n", 4);
    job j = {.options = {.format = RM_FORMAT_CSV, .output = csv}, .rows = 100};
    char *blocked = in(folder, "rows.json");
    assert_int_equal(mkdir(blocked, 0755), 0); /* the metadata cannot get their name */
    test_child child = run(j);
    assert_int_equal(child.code, 2);
    assert_non_null(strstr(child.err, "rows.json"));
    assert_int_equal(files_in(folder), 4); /* the rows that it made and their record, too */
    char *text = test_read(csv, NULL);
    assert_string_equal(text, "old\n");
    free(text);
    free(blocked);
    free(csv);
    test_remove_folder(folder);
}

static void an_interrupt_leaves_a_partial_file(void **state) {
    (void)state;
    const char *folder = test_folder();
    char *csv = in(folder, "rows.csv"), *partial = in(folder, "rows.csv.partial");
    test_child child =
        run((job){.options = {.format = RM_FORMAT_CSV, .output = csv}, .rows = 2, .interrupt = true});
    assert_int_equal(child.code, 0);
    assert_non_null(strstr(child.err, "rows.csv.partial"));
    assert_int_equal(files_in(folder), 2);
    char *text = test_read(partial, NULL);
    assert_non_null(text);
    assert_non_null(strstr(text, "node-1,"));
    free(text);
    char *metadata = in(folder, "rows.csv.partial.json");
    text = test_read(metadata, NULL);
    assert_non_null(text);
    assert_non_null(strstr(text, "\"rows\": 2"));
    free(text);
    free(metadata);
    free(csv);
    free(partial);
    test_remove_folder(folder);
}

static void a_link_is_written_through(void **state) {
    (void)state;
    const char *folder = test_folder();
    char *real = test_file(folder, "real.csv", "old\n", 4), *link = in(folder, "link.csv");
    assert_int_equal(symlink("real.csv", link), 0);
    test_child child = run((job){.options = {.format = RM_FORMAT_CSV, .output = link}, .rows = 1});
    assert_int_equal(child.code, 0);
    struct stat there;
    assert_int_equal(lstat(link, &there), 0);
    assert_true(S_ISLNK(there.st_mode));
    char *text = test_read(real, NULL);
    assert_non_null(strstr(text, "node-0"));
    free(text);
    free(real);
    free(link);
    test_remove_folder(folder);
}

static void one_line(const test_child *child, const char *part) {
    assert_int_equal(child->code, 2);
    assert_non_null(strstr(child->err, part));
    assert_ptr_equal(strchr(child->err, '\n'), child->err + strlen(child->err) - 1);
}

static void bad_targets_are_one_line(void **state) {
    (void)state;
    test_child child = run((job){.options = {.format = RM_FORMAT_CSV, .output = "/dev/full"}, .rows = 1});
    one_line(&child, "No space left");
    child = run((job){.options = {.format = RM_FORMAT_TABLE, .output = "/dev/full"}, .rows = 1});
    one_line(&child, "No space left");
    child = run((job){.options = {.format = RM_FORMAT_CSV, .output = "/nowhere/x.csv"}, .rows = 1});
    one_line(&child, "folder");
    child = run((job){.options = {.format = RM_FORMAT_CSV, .output = "/tmp"}, .rows = 1});
    one_line(&child, "folder");
    child = run((job){.options = {.format = RM_FORMAT_CSV, .output = ""}, .rows = 1});
    one_line(&child, "empty");
}

static void write_to_closed_pipe(void *context) {
    int ends[2];
    if (pipe(ends) != 0)
        abort();
    close(ends[0]);
    dup2(ends[1], STDOUT_FILENO);
    write_rows(context);
    _exit(7); /* not reached */
}

static void a_reader_that_went_away_ends_the_run_quietly(void **state) {
    (void)state;
    job j = {.options = {.format = RM_FORMAT_CSV}, .rows = 100};
    test_child child = test_run(write_to_closed_pipe, &j);
    assert_int_equal(child.code, 0);
    assert_string_equal(child.err, "");
}

static void write_to_full_stdout(void *context) {
    if (!freopen("/dev/full", "w", stdout))
        abort();
    write_rows(context);
}

static void a_full_disk_behind_stdout_is_noticed(void **state) {
    (void)state;
    job j = {.options = {.format = RM_FORMAT_TABLE}, .rows = 1};
    test_child child = test_run(write_to_full_stdout, &j);
    one_line(&child, "standard output");
}

/* The row that is written comes out before the next one is there. */
static void write_slowly(void *context) {
    job *j = context;
    rm_output *output = rm_output_open(&j->options, columns, 5);
    rm_row row = {0};
    set_row(&row, j, 0);
    rm_output_row(output, &row);
    _exit(0);
}

static void rows_that_come_slowly_are_not_held_back(void **state) {
    (void)state;
    job j = {.options = {.format = RM_FORMAT_CSV}};
    test_child child = test_run(write_slowly, &j);
    assert_non_null(strstr(child.out, "node-0"));
}

static void a_long_table_is_printed_in_parts_with_every_row(void **state) {
    (void)state;
    const char *folder = test_folder();
    char *path = in(folder, "table");
    test_child child = run((job){.options = {.format = RM_FORMAT_TABLE, .output = path}, .rows = 10000});
    assert_int_equal(child.code, 0);
    char *text = test_read(path, NULL);
    size_t lines = 0;
    for (char *c = text; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 10001);
    assert_non_null(strstr(text, "node-9999 "));
    free(text);
    char *metadata = in(folder, "table.json");
    assert_int_equal(access(metadata, R_OK), 0);
    free(metadata);
    free(path);
    test_remove_folder(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_has_a_header_and_nine_or_seventeen_digits),
        cmocka_unit_test(csv_text_is_quoted_where_it_must_be),
        cmocka_unit_test(json_is_read_back_by_a_parser),
        cmocka_unit_test(json_without_rows_is_an_empty_array),
        cmocka_unit_test(a_table_is_aligned_and_leaves_empty_columns_out),
        cmocka_unit_test(markdown_is_a_table_without_markup_in_its_cells),
        cmocka_unit_test(a_table_shows_no_control_characters),
        cmocka_unit_test(not_a_number_is_an_empty_field),
        cmocka_unit_test(a_file_gets_its_name_and_its_metadata_at_the_end),
        cmocka_unit_test(a_run_that_fails_leaves_what_was_there),
        cmocka_unit_test(an_interrupt_leaves_a_partial_file),
        cmocka_unit_test(a_link_is_written_through),
        cmocka_unit_test(bad_targets_are_one_line),
        cmocka_unit_test(a_reader_that_went_away_ends_the_run_quietly),
        cmocka_unit_test(a_full_disk_behind_stdout_is_noticed),
        cmocka_unit_test(rows_that_come_slowly_are_not_held_back),
        cmocka_unit_test(a_long_table_is_printed_in_parts_with_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
