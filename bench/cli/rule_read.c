#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "bench/support/reads.h"
#include "rule_file.h"
#include "rule_words.h"
#include "words.h"

/* Where a mistake would be: the option with its file, and the key. */
typedef struct place {
    const char *path, *key;
    rm_options *options; /* owns what is read */
} place;

static char *what_of(const place *p) {
    return rm_own(p->options, rm_text("--rule %s: %s", p->path, p->key));
}

/* "little, big": for messages. */
static char *joined(const place *p, const char *const *words) {
    char *text = rm_text("%s", words[0]);
    for (size_t i = 1; words[i]; i++) {
        char *longer = rm_text("%s, %s", text, words[i]);
        free(text);
        text = longer;
    }
    return rm_own(p->options, text);
}

static const char *text_of(const place *p, const json_t *value) {
    if (!json_is_string(value))
        rm_fail("--rule %s: %s: a text is needed, as in \"%s\": \"...\"", p->path, p->key, p->key);
    if (strlen(json_string_value(value)) != json_string_length(value))
        rm_fail("--rule %s: %s: the text has a NUL byte", p->path, p->key);
    return rm_own(p->options, rm_text("%s", json_string_value(value)));
}

static uint64_t count_of(const place *p, const json_t *value, uint64_t least, uint64_t largest) {
    if (!json_is_integer(value) || json_integer_value(value) < (json_int_t)least ||
        (uint64_t)json_integer_value(value) > largest)
        rm_fail("--rule %s: %s: a whole number from %llu to %llu is needed", p->path, p->key,
                (unsigned long long)least, (unsigned long long)largest);
    return (uint64_t)json_integer_value(value);
}

static unsigned word_of(const place *p, const json_t *value, const char *const *words) {
    size_t count = 0;
    while (words[count])
        count++;
    return (unsigned)rm_word(what_of(p), text_of(p, value), words, count, joined(p, words));
}

/* ---- hashes ---- */

static const rmk_hash *named_hash(const place *p, const char *name) {
    const rmk_hash *hash = rm_rule_hash_find(name);
    if (hash)
        return hash;
    size_t general, own;
    const rmk_hash *const *table = rmk_hash_table(&general);
    const rmk_rule_hash *rules = rmk_rule_hash_table(&own);
    const char **words = rm_own(p->options, rm_calloc(general + own, sizeof *words));
    for (size_t i = 0; i < general + own; i++)
        words[i] = i < general ? table[i]->name : rules[i - general].name;
    rm_word(what_of(p), name, words, general + own,
            "ringmark list hashes shows those that are general, ringmark list rule NAME those of a system");
    abort(); /* the tables and their find disagree */
}

/* A number, or a text of hexadecimal digits, which has room for 128 bits. */
static rmk_hash_seed seed_of(const place *p, const json_t *value) {
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        return (rmk_hash_seed){(uint64_t)json_integer_value(value), 0};
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    const char *digits = strncmp(text, "0x", 2) == 0 ? text + 2 : "";
    size_t length = strlen(digits);
    if (!length || length > 32 || strspn(digits, "0123456789abcdefABCDEF") != length)
        rm_fail("--rule %s: %s: seed is a whole number, or a text \"0x...\" of up to 32 digits", p->path,
                p->key);
    rmk_u128 seed = 0;
    for (; *digits; digits++)
        seed = seed << 4 | (unsigned)(*digits <= '9' ? *digits - '0' : (*digits | 32) - 'a' + 10);
    return (rmk_hash_seed){(uint64_t)seed, (uint64_t)(seed >> 64)};
}

static void take_bytes(const place *p, const json_t *value, rmk_hash_variation *how) {
    if (json_array_size(value) != 2)
        rm_fail("--rule %s: %s: bytes is [first, count], as in [0, 4]", p->path, p->key);
    how->first_byte = (unsigned)count_of(p, json_array_get(value, 0), 0, RMK_MAX_DIGEST);
    how->byte_count = (unsigned)count_of(p, json_array_get(value, 1), 1, 8);
}

static const rmk_hash *made_hash(const place *p, const json_t *object) {
    static const char *const names[] = {"name", "seed", "bytes", "order", NULL};
    static const char *const orders[] = {"little", "big", NULL};
    const char *key;
    json_t *value;
    rmk_hash_variation how = {0};
    json_object_foreach((json_t *)object, key, value) {
        switch (rm_word(what_of(p), key, names, 4, "name, seed, bytes, order")) {
        case 0:
            how.base = named_hash(p, text_of(p, value));
            break;
        case 1:
            how.seeded = true;
            how.seed = seed_of(p, value);
            break;
        case 2:
            take_bytes(p, value, &how);
            break;
        default:
            how.big_endian = word_of(p, value, orders);
        }
    }
    if (!how.base)
        rm_fail("--rule %s: %s: a hash has a name", p->path, p->key);
    rmk_hash_variant *variant = rm_own(p->options, rm_calloc(1, sizeof *variant));
    rmk_status status = rmk_hash_variant_make(variant, &how);
    if (status == RMK_UNSUPPORTED)
        rm_fail("--rule %s: %s: %s takes no seed", p->path, p->key, how.base->name);
    if (status != RMK_OK)
        rm_fail("--rule %s: %s: %s has %u bytes to be cut, and takes a seed of %u bits", p->path, p->key,
                how.base->name, rmk_hash_byte_count(how.base, how.seeded), how.base->seed_bits);
    return &variant->hash;
}

/* ---- the rule ---- */

static const rmk_rule *read_rule(const place *p, const json_t *object, const rmk_rule *outer);

static void take(const place *p, const rm_rule_key *key, const json_t *value, rmk_rule *rule, bool inner) {
    void *at = (char *)rule + key->offset;
    unsigned word;
    switch (key->kind) {
    case RM_RULE_TEXT:
        *(const char **)at = text_of(p, value);
        break;
    case RM_RULE_COUNT:
        *(uint64_t *)at = count_of(p, value, 0, key->largest);
        break;
    case RM_RULE_SMALL:
        *(unsigned *)at = (unsigned)count_of(p, value, 0, key->largest);
        break;
    case RM_RULE_SWITCH:
        if (!json_is_boolean(value))
            rm_fail("--rule %s: %s: it is true or false", p->path, p->key);
        *(bool *)at = json_is_true(value);
        break;
    case RM_RULE_SIDE:
        *(bool *)at = word_of(p, value, key->words);
        break;
    case RM_RULE_WORD:
        word = word_of(p, value, key->words);
        memcpy(at, &word, sizeof word);
        break;
    case RM_RULE_HASH:
        *(const rmk_hash **)at = json_is_object(value) ? made_hash(p, value)
                                                       : named_hash(p, text_of(p, value));
        break;
    case RM_RULE_INNER:
        if (inner || !json_is_object(value))
            rm_fail("--rule %s: weighted: an object of the keys that differ as soon as a weight is not 1",
                    p->path);
        rule->weighted = read_rule(p, value, rule);
    }
}

static void find_values(rmk_rule *rule) {
    size_t count;
    const rmk_rule_hash *table = rmk_rule_hash_table(&count);
    for (size_t i = 0; i < count; i++)
        if (table[i].hash == rule->key_hash) {
            rule->key_values = table[i].values;
            rule->key_value_count = table[i].value_count;
        }
}

/* `outer`: NULL, or the rule that this one replaces for weights; it gives the hash of keys and the circle. */
static const rmk_rule *read_rule(const place *p, const json_t *object, const rmk_rule *outer) {
    size_t count;
    const rm_rule_key *keys = rm_rule_keys(&count);
    rmk_rule *rule = rm_own(p->options, rm_calloc(1, sizeof *rule));
    const char **names = rm_own(p->options, rm_calloc(count + 1, sizeof *names));
    for (size_t i = 0; i < count; i++)
        names[i] = keys[i].name;
    if (outer)
        *rule = (rmk_rule){.key_hash = outer->key_hash,
                           .circle_bits = outer->circle_bits,
                           .circle_slots = outer->circle_slots,
                           .down = outer->down,
                           .zero = outer->zero};
    const char *what = rm_own(p->options, rm_text("--rule %s", p->path)), *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value) {
        size_t key = rm_word(what, name, names, count, joined(p, names));
        const place here = {p->path, keys[key].name, p->options};
        if (keys[key].kind != RM_RULE_INNER)
            take(&here, &keys[key], value, rule, outer != NULL);
    }
    find_values(rule);
    value =
        json_object_get(object, "weighted"); /* what it leaves out is as in the rest, wherever that stands */
    if (value)
        take(p, &keys[count - 1], value, rule, outer != NULL);
    return rule;
}

const rmk_preset *rm_rule_read(rm_options *options, const char *path) {
    json_error_t error;
    char *role = rm_own(options, rm_text("--rule %s", path));
    rm_reads_add_path(role, path);
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root && error.line < 0)
        rm_fail("--rule %s: %s", path, error.text);
    if (!root)
        rm_fail("--rule %s:%d: JSON that cannot be read: %s", path, error.line, error.text);
    if (!json_is_object(root))
        rm_fail("--rule %s: a rule is an object, as ringmark list rule NAME prints one", path);
    const place top = {path, "weighted", options};
    const rmk_rule *rule = read_rule(&top, root, NULL);
    json_decref(root);
    rmk_rule_preset *made = rm_own(options, rm_calloc(1, sizeof *made));
    rmk_rule_fault fault;
    if (rmk_rule_preset_make(made, rule, &fault) != RMK_OK)
        rm_fail("--rule %s: %s: %s", path, strcmp(fault.field, "zero") == 0 ? "weight_0" : fault.field,
                fault.reason);
    return &made->preset;
}
