/*
 * rule_words.h - private to rule_*.c: the keys of a rule file, a row each, in the order in which they are printed.
 */
#ifndef RM_RULE_WORDS_H
#define RM_RULE_WORDS_H

#include "core/ringmark.h"

typedef enum rm_rule_kind {
    RM_RULE_TEXT,   /* const char * */
    RM_RULE_COUNT,  /* uint64_t */
    RM_RULE_SMALL,  /* unsigned */
    RM_RULE_SWITCH, /* bool */
    RM_RULE_WORD,   /* an enumeration: the place of the word */
    RM_RULE_SIDE,   /* bool by one of two words */
    RM_RULE_HASH,   /* const rmk_hash * */
    RM_RULE_INNER,  /* const rmk_rule * */
} rm_rule_kind;

typedef struct rm_rule_key {
    const char *name;
    rm_rule_kind kind;
    size_t offset; /* in rmk_rule */
    uint64_t largest;
    const char *const *words; /* NULL behind the last one */
} rm_rule_key;

const rm_rule_key *rm_rule_keys(size_t *count);

/* The hash by the name that a rule file may give; NULL: none. Rivals' hashes are not among them. */
const rmk_hash *rm_rule_hash_find(const char *name);
/* The name, which finds the same hash again; NULL: it has none. */
const char *rm_rule_hash_name(const rmk_hash *hash);

#endif
