/* remedy.c - other labels and hashes for the same names: each is tried, none is guessed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "label.h"
#include "names.h"
#include "remedy.h"
#include "work.h"

/* Hashes that are tried, besides the hash at hand with a finaliser. */
static const char *const others[] = {"xxh3", "md5", "murmur3-128"};
enum { OTHERS = sizeof others / sizeof *others };

/* Finds the hash of the same family that ends in murmur's finaliser; NULL when there is none. */
static const rmk_hash *finalised(const rmk_hash *hash) {
    char name[64];
    snprintf(name, sizeof name, "%s-mix", hash->name);
    const rmk_hash *found = rmk_hash_find(name);
    if (found || strncmp(hash->name, "fnv1-", 5) != 0)
        return found;
    snprintf(name, sizeof name, "fnv1a-%u-mix", hash->bits);
    return rmk_hash_find(name);
}

static rm_remedy *add(rm_remedies *all, const rm_plan_row *row, const char *what) {
    rm_remedy *remedy = &all->list[all->count++];
    *remedy = (rm_remedy){.row = *row, .what = what};
    remedy->row.label = NULL;
    remedy->row.recommended = false;
    return remedy;
}

static void add_hash(rm_remedies *all, const rm_plan_row *row, const rmk_hash *hash, const char *what) {
    if (!hash || hash == row->cell.node_hash || hash->bits != row->cell.hash->bits)
        return; /* keys and points stand on one circle */
    rm_remedy *remedy = add(all, row, what);
    remedy->row.cell.node_hash = remedy->row.options.node_hash = hash;
}

static void list_remedies(rm_remedies *all, const rm_plan_row *row) {
    char *turned = rm_label_turned(row->options.label);
    if (turned) {
        rm_remedy *remedy = add(all, row, "label order");
        remedy->row.options.label = remedy->row.label = turned;
    }
    add_hash(all, row, finalised(row->cell.node_hash), "finaliser");
    for (size_t i = 0; i < OTHERS; i++)
        add_hash(all, row, rmk_hash_find(others[i]), "other hash");
}

typedef struct trials {
    const rm_question *q;
    rm_remedies *all;
    uint64_t vnodes, bound;
} trials;

static void try_remedy(size_t i, void *context) {
    const trials *t = context;
    rm_remedy *remedy = &t->all->list[i];
    remedy->survey = rm_survey_of(t->q, &remedy->row, t->bound);
    rm_survey_row(t->q, &remedy->survey, t->vnodes, &remedy->row);
    remedy->row.reason = remedy->what;
}

rm_remedies rm_remedies_of(const rm_question *q, const rm_plan_row *row, uint64_t vnodes, uint64_t bound) {
    rm_remedies all = {.list = rm_calloc(OTHERS + 2, sizeof *all.list), .chosen = SIZE_MAX};
    list_remedies(&all, row);
    trials t = {q, &all, vnodes, bound};
    size_t jobs = q->options->sets > 1 ? 1 : rm_survey_jobs(q, bound); /* many sets have their own workers */
    rm_plan_work(jobs, all.count, try_remedy, &t);
    return all;
}

void rm_remedies_choose(rm_remedies *r, uint64_t promised) {
    r->chosen = SIZE_MAX;
    for (size_t i = 0; i < r->count; i++) {
        uint64_t smallest = r->list[i].survey.smallest;
        if (!smallest)
            continue;
        if (r->chosen == SIZE_MAX || smallest < r->list[r->chosen].survey.smallest)
            r->chosen = i;
        if (smallest <= promised) {
            r->chosen = i;
            return;
        }
    }
}

void rm_remedies_free(rm_remedies *remedies) {
    for (size_t i = 0; i < remedies->count; i++)
        rm_survey_free(&remedies->list[i].survey);
    free(remedies->list); /* labels belong to the rows by now */
    *remedies = (rm_remedies){0};
}
