#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench/input/csv_line.h"
#include "bench/input/lines.h"
#include "bench/support/fail.h"
#include "bench/support/nearest.h"
#include "nodes.h"
#include "nodes_texts.h"

#define LONGEST_LINE  ((size_t)1 << 20)
#define LARGEST_VALUE UINT32_MAX

enum { COLUMN_NAME, COLUMN_WEIGHT, COLUMN_ZONE, COLUMN_ALIAS, COLUMN_ID, COLUMN_STATE, COLUMNS };
static const char *const column_names[COLUMNS] = {"name", "weight", "zone", "alias", "id", "state"};

/* Without a header a line is name[,weight[,zone]]. */
enum { COLUMNS_WITHOUT_HEADER = 3 };

typedef struct reader {
    const char *path;
    rm_lines lines;
    rm_csv_line csv;
    bool begun; /* the first record was seen */
    bool has_header;
    size_t columns;
    int column_of[COLUMNS]; /* what field i holds */
    rm_node_list list;
    uint64_t *line_of; /* line of each node, from 1 */
} reader;

#define fail_at(r, line, format, ...)                                                                        \
    rm_fail("%s:%llu: " format, (r)->path, (unsigned long long)(line), ##__VA_ARGS__)
#define fail_here(r, format, ...) fail_at(r, (r)->lines.number, format, ##__VA_ARGS__)

/* Cuts a text for "%.*s": a message needs no more of a field than that. */
static int shown(rmk_bytes text) {
    return text.length < 100 ? (int)text.length : 100;
}

static bool is(rmk_bytes field, const char *text) {
    return field.length == strlen(text) && (field.length == 0 || memcmp(field.data, text, field.length) == 0);
}

/* Compares with a column's name, whatever the case of its letters. */
static bool is_column_name(rmk_bytes field, int column) {
    const char *name = column_names[column];
    return field.length == strlen(name) && strncasecmp((const char *)field.data, name, field.length) == 0;
}

static int column_named(reader *r, rmk_bytes field) {
    for (int i = 0; i < COLUMNS; i++)
        if (is_column_name(field, i))
            return i;
    char *text = rm_text("%.*s", shown(field), (const char *)field.data);
    const char *near = rm_nearest(text, column_names, COLUMNS);
    if (near)
        fail_here(r, "unknown column '%s'; did you mean '%s'?", text, near);
    fail_here(r, "unknown column '%s'; the columns are name, weight, zone, alias, id, state", text);
}

static void read_header(reader *r) {
    bool seen[COLUMNS] = {false};
    r->has_header = true;
    for (size_t i = 0; i < r->csv.count; i++) {
        int column = column_named(r, rm_csv_field(&r->csv, i));
        if (seen[column])
            fail_here(r, "the column '%s' is there twice", column_names[column]);
        seen[column] = true;
        r->column_of[i] = column;
    }
    r->columns = r->csv.count;
}

static bool is_column(rmk_bytes field) {
    for (int i = 0; i < COLUMNS; i++)
        if (is_column_name(field, i))
            return true;
    return false;
}

/* Recognises a header: a line that begins with `name`, or that has several fields, all of them column
 * names in any spelling of their letters. A lone "Name" may well be a node. */
static bool is_header(const reader *r) {
    if (is(rm_csv_field(&r->csv, 0), "name"))
        return true;
    for (size_t i = 0; i < r->csv.count && i < RM_CSV_FIELDS; i++)
        if (!is_column(rm_csv_field(&r->csv, i)))
            return false;
    return r->csv.count > 1 && is_column_name(rm_csv_field(&r->csv, 0), COLUMN_NAME);
}

/* Refuses a line of nothing but column names of which `name` is not the first: it is a header in another
 * order. */
static void refuse_other_header(reader *r) {
    size_t named = 0;
    if (r->csv.count > COLUMNS)
        return;
    for (size_t i = 0; i < r->csv.count; i++) {
        if (!is_column(rm_csv_field(&r->csv, i)))
            return;
        if (is_column_name(rm_csv_field(&r->csv, i), COLUMN_NAME))
            named = i;
    }
    if (named)
        fail_here(r, "in a header 'name' comes first, the other columns in any order behind it");
}

static uint64_t number_of(reader *r, const char *what, rmk_bytes field, uint64_t low) {
    uint64_t number = 0;
    bool good = field.length > 0 && field.length <= 20;
    for (size_t i = 0; good && i < field.length; i++) {
        unsigned digit = field.data[i] - (unsigned)'0';
        good = digit <= 9 && number <= LARGEST_VALUE;
        number = number * 10 + digit;
    }
    if (!good || number < low || number > LARGEST_VALUE)
        fail_here(r, "%s '%.*s' is not a whole number from %llu to %llu%s", what, shown(field),
                  (const char *)field.data, (unsigned long long)low, (unsigned long long)LARGEST_VALUE,
                  r->has_header || r->list.nodes.count
                      ? ""
                      : "; if this line is a header, its first field is name");
    return number;
}

static bool is_down(reader *r, rmk_bytes field) {
    if (!is(field, "up") && !is(field, "down"))
        fail_here(r, "state '%.*s' is neither 'up' nor 'down'", shown(field), (const char *)field.data);
    return is(field, "down");
}

/* An empty field means the default, but for the name. */
static void set_field(reader *r, rmk_node *node, int column, rmk_bytes field) {
    if (column == COLUMN_NAME)
        node->name = rm_texts_copy(&r->list.arena, field);
    else if (field.length == 0)
        return;
    else if (column == COLUMN_WEIGHT)
        node->weight = number_of(r, "weight", field, 0);
    else if (column == COLUMN_ZONE)
        node->zone = rm_texts_copy(&r->list.arena, field);
    else if (column == COLUMN_ALIAS)
        node->alias = rm_texts_copy(&r->list.arena, field);
    else if (column == COLUMN_ID)
        node->server_id = number_of(r, "id", field, 1);
    else
        node->down = is_down(r, field);
}

static rmk_node *room_for_one(reader *r) {
    size_t count = r->list.nodes.count;
    if (count == r->list.capacity) {
        size_t capacity = count ? 2 * count : 64;
        r->list.list = rm_realloc(r->list.list, capacity * sizeof *r->list.list);
        r->line_of = rm_realloc(r->line_of, capacity * sizeof *r->line_of);
        r->list.capacity = capacity;
    }
    if (count >= RMK_MAX_NODES)
        fail_here(r, "more than %llu nodes", (unsigned long long)RMK_MAX_NODES);
    return &r->list.list[count];
}

static void read_node(reader *r) {
    if (r->csv.count > r->columns)
        fail_here(r, "%zu fields; %s", r->csv.count,
                  r->has_header ? "the header has fewer columns"
                                : "a line is name[,weight[,zone]] (a header line 'name,...' allows more)");
    rmk_node *node = room_for_one(r);
    size_t count = r->list.nodes.count;
    *node = (rmk_node){.id = (uint32_t)count, .weight = 1};
    for (size_t i = 0; i < r->csv.count; i++)
        set_field(r, node, r->column_of[i], rm_csv_field(&r->csv, i));
    if (node->name.length == 0)
        fail_here(r, "the name is empty");
    r->line_of[count] = r->lines.number;
    r->list.nodes.count = count + 1;
}

static bool is_skipped(rmk_bytes line) {
    size_t i = 0;
    while (i < line.length && (line.data[i] == ' ' || line.data[i] == '\t'))
        i++;
    return i == line.length || line.data[i] == '#';
}

static void read_line(reader *r, rmk_bytes line) {
    line = rm_csv_unframed(line, r->lines.number);
    if (line.length && memchr(line.data, 0, line.length))
        fail_here(r, "a NUL byte; this is not a text file");
    if (is_skipped(line)) {
        if (line.length && memchr(line.data, '\r', line.length))
            fail_here(r, RM_STRAY_CR);
        return;
    }
    if (!rm_csv_parse(&r->csv, line))
        fail_here(r, "%s", rm_csv_fault(&r->csv));
    if (!memchr(line.data, '"', line.length) && memchr(line.data, ';', line.length))
        fail_here(r, "'%.*s' has a semicolon; fields are separated by commas, and a name with one is quoted",
                  shown(line), (const char *)line.data);
    bool first = !r->begun;
    r->begun = true;
    if (first)
        refuse_other_header(r);
    if (first && is_header(r))
        read_header(r);
    else
        read_node(r);
}

static int by_server_id(const void *a, const void *b, void *nodes) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const rmk_node *list = nodes;
    if (list[x].server_id != list[y].server_id)
        return list[x].server_id < list[y].server_id ? -1 : 1;
    return x < y ? -1 : x > y;
}

static void check_server_ids(reader *r) {
    size_t count = r->list.nodes.count, given = 0;
    uint32_t *order = rm_alloc(count * sizeof *order);
    for (size_t i = 0; i < count; i++)
        if (r->list.list[i].server_id)
            order[given++] = (uint32_t)i;
    qsort_r(order, given, sizeof *order, by_server_id, r->list.list);
    for (size_t i = 1; i < given; i++) {
        uint64_t id = r->list.list[order[i]].server_id;
        if (id == r->list.list[order[i - 1]].server_id)
            fail_at(r, r->line_of[order[i]], "the id %llu is on line %llu already", (unsigned long long)id,
                    (unsigned long long)r->line_of[order[i - 1]]);
    }
    free(order);
}

static void check_names(reader *r) {
    rmk_nodes_fault fault = {0};
    rmk_status status = rmk_nodes_check(&r->list.nodes, NULL, &fault);
    if (status == RMK_DUPLICATE) {
        rmk_bytes name = r->list.list[fault.index].name;
        fail_at(r, r->line_of[fault.index], "the name '%.*s' is on line %llu already", shown(name),
                (const char *)name.data, (unsigned long long)r->line_of[fault.other]);
    }
    if (status == RMK_BAD_INPUT)
        fail_at(r, r->line_of[fault.index], "%s", fault.reason);
    rm_check(status, "--nodes-file %s", r->path);
}

static void check_owners(const char *path, const rm_node_list *list) {
    bool weighty = false;
    for (size_t i = 0; i < list->nodes.count; i++) {
        const rmk_node *node = &list->list[i];
        weighty = weighty || node->weight;
        if (rmk_node_serves(node))
            return;
    }
    rm_fail("--nodes-file %s: no node can own keys: %s", path,
            weighty ? "all are down or of weight 0" : "every weight is 0");
}

/* Whether a node can own keys is not checked: that depends on what the preset makes of weights. */
static rm_node_list read_file(const char *path) {
    reader r = {.path = path, .columns = COLUMNS_WITHOUT_HEADER};
    for (int i = 0; i < COLUMNS; i++)
        r.column_of[i] = i;
    rm_lines_open(&r.lines, "--nodes-file", path, '\n', LONGEST_LINE);
    rm_csv_open(&r.csv, true);
    rmk_bytes line;
    while (rm_lines_next(&r.lines, &line, 1))
        read_line(&r, line);
    rm_lines_close(&r.lines);
    rm_csv_close(&r.csv);
    size_t count = r.list.nodes.count;
    if (count == 0)
        rm_fail("--nodes-file %s: no nodes in it; give a line each, name[,weight[,zone]]", path);
    r.list.nodes = (rmk_nodes){r.list.list, count, (uint32_t)count};
    check_names(&r);
    check_server_ids(&r);
    free(r.line_of);
    return r.list;
}

rm_node_list rm_nodes_read(const char *path) {
    rm_node_list list = read_file(path);
    check_owners(path, &list);
    return list;
}

/* The file of this run, read once: a pipe cannot be read twice. Kept until the program ends. */
static struct {
    pthread_mutex_t mutex;
    char *path;
    rm_node_list list;
} cached = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static const rm_node_list *read_once(const char *path) {
    pthread_mutex_lock(&cached.mutex);
    if (!cached.path || strcmp(cached.path, path) != 0) {
        rm_nodes_free(&cached.list);
        free(cached.path);
        cached.list = read_file(path);
        cached.path = rm_text("%s", path);
    }
    pthread_mutex_unlock(&cached.mutex);
    return &cached.list;
}

rm_node_list rm_nodes_configured(const rm_options *options, uint64_t count, uint64_t set) {
    if (!options->nodes_file)
        return rm_nodes_generate(options, count, set);
    rm_node_list list = rm_nodes_copy(read_once(options->nodes_file), 0);
    for (size_t i = 0; i < list.nodes.count; i++)
        list.list[i].weight = rm_node_weight(options->preset, list.list[i].weight);
    check_owners(options->nodes_file, &list);
    return list;
}
