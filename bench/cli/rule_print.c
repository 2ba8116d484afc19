#include <jansson.h>
#include <string.h>

#include "bench/support/fail.h"
#include "rule_file.h"
#include "rule_words.h"

static json_t *hash_json(const rmk_hash *hash) {
    const char *name = rm_rule_hash_name(hash);
    const rmk_hash_variation *how = rmk_hash_variation_of(hash);
    if (name || !how)
        return name ? json_string(name) : NULL;
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(rm_rule_hash_name(how->base)));
    if (how->seeded) {
        char seed[40];
        snprintf(seed, sizeof seed, how->seed.high ? "0x%llx%016llx" : "0x%.0llx%llx",
                 (unsigned long long)how->seed.high, (unsigned long long)how->seed.low);
        json_object_set_new(object, "seed", json_string(seed));
    }
    if (how->byte_count) {
        json_object_set_new(object, "bytes", json_pack("[i, i]", (int)how->first_byte, (int)how->byte_count));
        json_object_set_new(object, "order", json_string(how->big_endian ? "big" : "little"));
    }
    return object;
}

/* The value of a key; NULL: it is the default, which is not printed. */
static json_t *value_of(const rmk_rule *rule, const rm_rule_key *key) {
    const void *at = (const char *)rule + key->offset;
    unsigned word;
    switch (key->kind) {
    case RM_RULE_TEXT:
        return *(const char *const *)at ? json_string(*(const char *const *)at) : NULL;
    case RM_RULE_COUNT:
        return *(const uint64_t *)at ? json_integer((json_int_t) * (const uint64_t *)at) : NULL;
    case RM_RULE_SMALL:
        return *(const unsigned *)at ? json_integer(*(const unsigned *)at) : NULL;
    case RM_RULE_SWITCH:
        return *(const bool *)at ? json_true() : NULL;
    case RM_RULE_SIDE:
        return *(const bool *)at ? json_string(key->words[1]) : NULL;
    case RM_RULE_HASH:
        return *(const rmk_hash *const *)at ? hash_json(*(const rmk_hash *const *)at) : NULL;
    case RM_RULE_WORD:
        memcpy(&word, at, sizeof word);
        return word || !strcmp(key->name, "lookup") || !strcmp(key->name, "count")
                   ? json_string(key->words[word])
                   : NULL;
    default:
        return NULL;
    }
}

static json_t *rule_json(const rmk_rule *rule, bool inner) {
    size_t count;
    const rm_rule_key *keys = rm_rule_keys(&count);
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++) {
        bool outer_only = !strcmp(keys[i].name, "name") || !strcmp(keys[i].name, "key_hash");
        json_t *value = inner && outer_only                               ? NULL
                        : keys[i].kind == RM_RULE_INNER && rule->weighted ? rule_json(rule->weighted, true)
                                                                          : value_of(rule, &keys[i]);
        if (value)
            json_object_set_new(object, keys[i].name, value);
    }
    return object;
}

bool rm_rule_print(const rmk_preset *preset, FILE *out) {
    rmk_rule rules[2];
    if (rmk_rule_of_preset(preset, rules) != RMK_OK)
        return false;
    json_t *json = rule_json(&rules[0], false);
    if (json_dumpf(json, out, JSON_INDENT(2)) || putc('\n', out) == EOF)
        rm_fail("list rule: cannot write");
    json_decref(json);
    return true;
}
