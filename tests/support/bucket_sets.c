#include "bucket_sets.h"

#include <glob.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/placement/buckets/buckets.h"

enum { MOST_STEPS = 64, MOST_KEYS = 1 << 16 };

/* Which engine a set is of; a variant's name may end in _s and a digit, which only repeats the seed. */
static const struct {
    const char *algo, *variant;
    const rmk_buckets_type *type;
} engines[] = {
    {"anchorhash", "crc32c", &rmk_buckets_anchor_crc32c},
    {"anchorhash", "mix64", &rmk_buckets_anchor_mix64},
    {"dxhash", "jrandom", &rmk_buckets_dx},
    {"dxhash", "crc32c_u32", &rmk_buckets_dx_crc32c},
    {"mementohash", "xxh64le8", &rmk_buckets_memento_xxh64},
    {"mementohash", "mix64", &rmk_buckets_memento_mix64},
    {"mementohash", "crc32c", &rmk_buckets_memento_crc32c},
    {"jumpbackhash", "splitmix64", &rmk_buckets_jumpback},
    {"jumpbackhash", "xorshiftL7R9", &rmk_buckets_jumpback_xorshift},
    {"jumpbackhash", "jba_splitmix64", &rmk_buckets_jumpback_anchor},
    {"binomialhash", "ref", &rmk_buckets_binomial},
    {"powerhash", "u64_pcg32int", &rmk_buckets_power_pcg32},
    {"powerhash", "crc32c_pcg32", &rmk_buckets_power_crc32c},
    {"powerhash", "supsi_mix64", &rmk_buckets_power_mix64},
    {"fliphash", "moremur", &rmk_buckets_flip},
};

/* From here on the reference of power-crc32c can convert a double past 2^32, which C++ does not define. */
#define POWER_CRC32C_DEFINED 10000000u

typedef struct set {
    const char *folder, *path;
    FILE *out;
    char *text, **lines;
    size_t line_count;
    const char *facts; /* the line `# algo=...` */
    const char *steps[MOST_STEPS];
    size_t step_count;
    char **columns; /* of the header row, the key's too */
    size_t column_count;
    uint64_t *keys;
    char ***rows; /* of a key: its cells */
    size_t row_count;
    const rmk_buckets_type *type;
    uint64_t seed;
    bool failed, undefined;
} set;

static bool fail(set *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* One line a set: the first thing that is wrong. */
static bool fail(set *s, const char *format, ...) {
    va_list arguments;
    if (!s->failed) {
        fprintf(s->out, "failed: %s: ", s->path);
        va_start(arguments, format);
        vfprintf(s->out, format, arguments);
        va_end(arguments);
        fputc('\n', s->out);
    }
    s->failed = true;
    return false;
}

static void *zeroed(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

/* ---- reading ---- */

static char *read_all(const char *path) {
    FILE *file = fopen(path, "re");
    char *text = NULL;
    size_t room = 0;
    if (!file)
        return NULL;
    if (getdelim(&text, &room, '\0', file) < 0) {
        free(text);
        text = zeroed(1, 1);
    }
    fclose(file);
    return text;
}

/* The parts of a text between separators, which are overwritten; an end that is empty is none. */
static char **split(char *text, char separator, size_t *count) {
    size_t most = 1;
    for (const char *at = text; *at; at++)
        most += *at == separator;
    char **parts = zeroed(most, sizeof *parts);
    *count = 0;
    while (text && *text) {
        parts[(*count)++] = text;
        text = strchr(text, separator);
        if (text)
            *text++ = '\0';
    }
    return parts;
}

/* What follows ` name=` in a line, and its length; NULL: it does not say. */
static const char *fact(const char *line, const char *name, size_t *length) {
    size_t wanted = strlen(name);
    for (const char *at = strchr(line, ' '); at; at = strchr(at + 1, ' '))
        if (!strncmp(at + 1, name, wanted) && at[1 + wanted] == '=') {
            *length = strcspn(at + wanted + 2, " ");
            return at + wanted + 2;
        }
    return NULL;
}

static uint64_t number_of(const char *line, const char *name, uint64_t otherwise) {
    size_t length;
    const char *text = fact(line, name, &length);
    return text && *text >= '0' && *text <= '9' ? strtoull(text, NULL, 10) : otherwise;
}

static bool read_lines(set *s) {
    s->text = read_all(s->path);
    if (!s->text)
        return fail(s, "cannot be read");
    s->lines = split(s->text, '\n', &s->line_count);
    s->rows = zeroed(s->line_count, sizeof *s->rows);
    s->keys = zeroed(s->line_count, sizeof *s->keys);
    for (size_t i = 0; i < s->line_count; i++) {
        char *line = s->lines[i];
        if (!strncmp(line, "# step ", 7)) {
            if (s->step_count == MOST_STEPS)
                return fail(s, "more than %d steps", MOST_STEPS);
            s->steps[s->step_count++] = line;
        } else if (*line == '#') {
            s->facts = s->facts || strncmp(line, "# algo=", 7) ? s->facts : line;
        } else if (!s->columns) {
            s->columns = split(line, '\t', &s->column_count);
        } else {
            size_t cells;
            s->rows[s->row_count] = split(line, '\t', &cells);
            if (cells != s->column_count)
                return fail(s, "line %zu has %zu cells and not %zu", i + 1, cells, s->column_count);
            s->keys[s->row_count] = strtoull(s->rows[s->row_count][0], NULL, 10);
            s->row_count++;
        }
    }
    return s->facts && s->row_count ? true : fail(s, "no `# algo=` line or no keys");
}

static void set_free(set *s) {
    for (size_t i = 0; s->rows && i < s->line_count; i++)
        free(s->rows[i]);
    free(s->rows);
    free(s->keys);
    free(s->columns);
    free(s->lines);
    free(s->text);
}

static bool same_word(const char *text, size_t length, const char *word) {
    return length == strlen(word) && !strncmp(text, word, length);
}

static bool find_engine(set *s) {
    size_t algo_length, length;
    const char *algo = fact(s->facts, "algo", &algo_length), *variant = fact(s->facts, "variant", &length);
    if (!algo || !variant)
        return fail(s, "no algo= or no variant=");
    if (length > 3 && variant[length - 3] == '_' && variant[length - 2] == 's')
        length -= 3;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        if (same_word(algo, algo_length, engines[i].algo) && same_word(variant, length, engines[i].variant)) {
            s->type = engines[i].type;
            return true;
        }
    return fail(s, "no engine of %.*s %.*s", (int)algo_length, algo, (int)length, variant);
}

/* ---- comparing ---- */

static bool compare_cell(set *s, size_t column, size_t row, const char *how, bool none, uint64_t bucket) {
    const char *cell = s->rows[row][column];
    if (strcmp(cell, "-1") ? !none && strtoull(cell, NULL, 10) == bucket : none)
        return true;
    return fail(s, "%s, key %" PRIu64 ": %s is recorded, and not %lld (%s, %s)", s->columns[column],
                s->keys[row], cell, none ? -1LL : (long long)bucket, s->type->name, how);
}

/* Both forms of lookup, and that an answer works. */
static bool compare_column(set *s, const rmk_buckets *engine, size_t column) {
    uint32_t *found = zeroed(s->row_count, sizeof *found);
    rmk_buckets_locate_batch(engine, s->keys, s->row_count, found);
    bool same = true;
    for (size_t i = 0; same && i < s->row_count; i++) {
        uint32_t one = rmk_buckets_locate(engine, s->keys[i]);
        same = compare_cell(s, column, i, "one key", one == RMK_NOBODY, one) &&
               compare_cell(s, column, i, "batch", found[i] == RMK_NOBODY, found[i]);
        if (same && one != RMK_NOBODY && !rmk_buckets_works(engine, one))
            same = fail(s, "bucket %" PRIu32 " does not work", one);
    }
    free(found);
    return same;
}

static rmk_buckets *engine_of(set *s, uint64_t working, uint64_t capacity, rmk_isa isa) {
    const rmk_buckets_options options = {.capacity = (uint32_t)capacity, .seed = s->seed, .isa = isa};
    rmk_buckets *engine;
    rmk_status status = working > UINT32_MAX || capacity > UINT32_MAX
                            ? RMK_LIMIT
                            : rmk_buckets_create(s->type, (uint32_t)working, &options, &engine);
    if (!status)
        return engine;
    fail(s, "%s of %" PRIu64 " buckets: %s", s->type->name, working, rmk_status_text(status));
    return NULL;
}

/* More buckets than an engine numbers. */
static bool compare_flip(set *s, uint64_t buckets, size_t column) {
    bool same = true;
    for (size_t i = 0; same && i < s->row_count; i++)
        same = compare_cell(s, column, i, "rmk_flip", false, rmk_flip(s->keys[i] ^ s->seed, buckets));
    return same;
}

static bool compare_size(set *s, size_t column, rmk_isa isa) {
    char *end;
    uint64_t buckets = strtoull(s->columns[column] + 1, &end, 10);
    if (s->columns[column][0] != 'n' || *end || !buckets)
        return fail(s, "column %s is no number of buckets", s->columns[column]);
    if (s->type == &rmk_buckets_power_crc32c && buckets >= POWER_CRC32C_DEFINED) {
        s->undefined = true;
        return true;
    }
    if (s->type == &rmk_buckets_flip && buckets > s->type->most)
        return compare_flip(s, buckets, column);
    rmk_buckets *engine = engine_of(s, buckets, 0, isa);
    bool same = engine && compare_column(s, engine, column);
    rmk_buckets_destroy(engine);
    return same;
}

/* ---- steps ---- */

typedef struct machine {
    set *s;
    const char *step;
    rmk_buckets *engine;
    rmk_isa isa;
    const char *added; /* what the step has still to say of it; NULL: nothing */
} machine;

static bool take_out(machine *m, const char *bucket) {
    rmk_status status = rmk_buckets_remove(m->engine, (uint32_t)strtoull(bucket, NULL, 10));
    return status ? fail(m->s, "%.60s: removing %s: %s", m->step, bucket, rmk_status_text(status)) : true;
}

static bool take_out_all(machine *m, const char *name) {
    char *path;
    if (asprintf(&path, "%s/ops/%s", m->s->folder, name) < 0)
        abort();
    char *text = read_all(path);
    if (!text)
        fail(m->s, "%s cannot be read", path);
    free(path);
    size_t count = 0;
    char **buckets = text ? split(text, '\n', &count) : NULL;
    bool done = text;
    for (size_t i = 0; done && i < count; i++)
        done = take_out(m, buckets[i]);
    free(buckets);
    free(text);
    return done;
}

static bool put_in(machine *m) {
    uint32_t bucket;
    rmk_status status = rmk_buckets_add(m->engine, &bucket);
    if (status)
        return fail(m->s, "%.60s: adding: %s", m->step, rmk_status_text(status));
    if (!m->added || *m->added < '0' || *m->added > '9')
        return true;
    char *end;
    uint64_t recorded = strtoull(m->added, &end, 10);
    m->added = *end == ',' ? end + 1 : NULL;
    return recorded == bucket ? true
                              : fail(m->s, "%.60s: %" PRIu64 " is recorded as added, and not %" PRIu32,
                                     m->step, recorded, bucket);
}

static bool start_afresh(machine *m) {
    rmk_buckets_destroy(m->engine);
    m->engine =
        engine_of(m->s, number_of(m->s->facts, "nodes", 0), number_of(m->s->facts, "capacity", 0), m->isa);
    return m->engine;
}

static bool apply(machine *m, const char *op) {
    if (!strcmp(op, "-"))
        return true;
    if (!strcmp(op, "x"))
        return start_afresh(m);
    if (*op == 'r')
        return take_out(m, op + 1);
    if (!strncmp(op, "R@", 2))
        return take_out_all(m, op + 2);
    if (strncmp(op, "a*", 2))
        return fail(m->s, "%.60s: unknown operation %s", m->step, op);
    uint64_t times = strtoull(op + 2, NULL, 10);
    bool done = true;
    for (uint64_t i = 0; done && i < times; i++)
        done = put_in(m);
    return done;
}

static bool take_step(machine *m) {
    size_t length, added_length, count;
    const char *text = fact(m->step, "ops", &length);
    if (!text)
        return fail(m->s, "%.60s: no ops=", m->step);
    m->added = fact(m->step, "added", &added_length);
    char *list = strndup(text, length);
    char **ops = split(list, ',', &count);
    bool done = true;
    for (size_t i = 0; done && i < count; i++)
        done = apply(m, ops[i]);
    free(ops);
    free(list);
    uint64_t working = number_of(m->step, "working", 0);
    if (done && working != m->engine->working)
        done = fail(m->s, "%.60s: %" PRIu32 " work", m->step, m->engine->working);
    return done;
}

static bool compare_steps(set *s, rmk_isa isa) {
    if (s->step_count + 1 != s->column_count)
        return fail(s, "%zu steps for %zu columns", s->step_count, s->column_count - 1);
    machine m = {.s = s, .isa = isa};
    bool same = start_afresh(&m);
    for (size_t i = 0; same && i < s->step_count; i++) {
        m.step = s->steps[i];
        size_t length = strcspn(m.step + 7, " ");
        if (!same_word(m.step + 7, length, s->columns[i + 1]))
            same = fail(s, "%.60s: its column is %s", m.step, s->columns[i + 1]);
        same = same && take_step(&m) && compare_column(s, m.engine, i + 1);
    }
    rmk_buckets_destroy(m.engine);
    return same;
}

static void say_skipped(const set *s) {
    if (s->undefined)
        fprintf(s->out,
                "skipped: %s, columns from n%u on: the reference converts quotients past 2^32, which "
                "C++ leaves undefined; in ours they are past the end\n",
                s->path, POWER_CRC32C_DEFINED);
}

static bool compare_set(set *s) {
    if (!read_lines(s) || !find_engine(s))
        return false;
    s->seed = number_of(s->facts, "seed", 0);
    size_t length;
    bool by_size = fact(s->facts, "columns", &length);
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
        if (isa > RMK_ISA_SCALAR && !(s->type->isas & 1u << isa))
            continue;
        for (size_t column = 1; by_size && column < s->column_count; column++)
            if (!compare_size(s, column, isa))
                return false;
        if (!by_size && !compare_steps(s, isa))
            return false;
    }
    return true;
}

test_bucket_sets test_check_bucket_sets(const char *folder, FILE *out) {
    test_bucket_sets sums = {0};
    char *pattern;
    if (asprintf(&pattern, "%s/*/*.tsv", folder) < 0)
        abort();
    glob_t found;
    if (!glob(pattern, 0, NULL, &found)) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            set s = {.folder = folder, .path = found.gl_pathv[i], .out = out};
            bool same = compare_set(&s);
            say_skipped(&s);
            sums.passed += same;
            sums.failed += !same;
            set_free(&s);
        }
        globfree(&found);
    }
    free(pattern);
    return sums;
}
