#include "diff_side.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "bench/support/random.h"

rm_side rm_side_of(const rm_options *options) {
    rm_cells cells = rm_cells_of(options, false);
    rm_side side = {.cell = *cells.list};
    side.list = rm_cell_nodes(&side.cell, 0);
    rm_cells_free(&cells);
    return side;
}

/* Lists the nodes under the names that they are matched by, sorted by them; order[i] is the place of the
 * i-th in the list. Both are freed by the caller. */
static rmk_node *in_name_order(const rm_side *side, bool as_known, uint32_t **order_found) {
    const rmk_nodes *nodes = &side->list.nodes;
    rmk_node *named = rm_calloc(nodes->count, sizeof *named),
             *sorted = rm_calloc(nodes->count, sizeof *sorted);
    uint32_t *order = rm_calloc(nodes->count, sizeof *order);
    for (size_t i = 0; i < nodes->count; i++) {
        named[i] = nodes->list[i];
        if (as_known)
            named[i].name = side->cell.options->preset->known_by(nodes->list + i);
    }
    rmk_nodes all = {named, nodes->count, nodes->id_limit};
    rm_check(rmk_nodes_name_order(&all, NULL, order), "nodes");
    for (size_t i = 0; i < nodes->count; i++)
        sorted[i] = named[order[i]];
    *order_found = order;
    free(named);
    return sorted;
}

static bool has_known_names(const rm_side *side) {
    return side->cell.options->preset && side->cell.options->preset->known_by;
}

void rm_side_share_ids(rm_side *a, rm_side *b) {
    bool as_known = has_known_names(a) && has_known_names(b);
    uint32_t *order_a, *order_b;
    rmk_node *from = in_name_order(a, as_known, &order_a), *to = in_name_order(b, as_known, &order_b);
    uint32_t *renamed = rm_calloc(b->list.nodes.id_limit,
                                  sizeof *renamed); /* new ids by the old ids of the nodes in list b */
    size_t count_a = a->list.nodes.count, count_b = b->list.nodes.count;
    uint32_t limit = a->list.nodes.id_limit;
    for (size_t i = 0, j = 0; j < count_b; j++) {
        while (i < count_a && rmk_bytes_compare(from[i].name, to[j].name) < 0)
            i++;
        bool known = i < count_a && rmk_bytes_compare(from[i].name, to[j].name) == 0;
        renamed[to[j].id] = b->list.list[order_b[j]].id = known ? from[i].id : limit++;
    }
    rm_past *past = &b->list.past;
    for (size_t i = 0; past->keeps && i < past->count; i++)
        past->steps[i].id = renamed[past->steps[i].id];
    a->list.nodes.id_limit = b->list.nodes.id_limit = limit;
    free(renamed);
    free(order_a);
    free(order_b);
    free(from);
    free(to);
}

/* ---- do both hash alike? ---- */

enum { LONGEST = 400 };

/* Tries texts of all lengths below LONGEST, of letters and of any bytes in turn. */
static bool agree_on_texts(const rmk_hasher *a, const rmk_hasher *b) {
    rm_random random = rm_random_seeded(UINT64_C(0x68617368));
    unsigned char text[LONGEST];
    for (size_t i = 0; i < RM_TEXTS_TRIED; i++) {
        size_t length = i % LONGEST;
        for (size_t k = 0; k < length; k++) {
            unsigned char byte = (unsigned char)rm_random_next(&random);
            text[k] = i & 1 ? byte : (unsigned char)('a' + byte % 26);
        }
        if (rmk_hash_one(a, text, length) != rmk_hash_one(b, text, length))
            return false;
    }
    return true;
}

/* Two rows are one function when they run the same code and open it the same way: what `open` makes is the
 * state that `one` reads, and a library's context says which of its functions it is. */
static bool one_function(const rmk_hash *x, const rmk_hash *y) {
    return x == y || (x->one == y->one && x->open == y->open);
}

rm_alike rm_side_hashes_alike(const rm_side *a, const rm_side *b) {
    const rmk_hash *x = a->cell.hash, *y = b->cell.hash;
    if (x->bits != y->bits || x->value_bits != y->value_bits || x->accepts != y->accepts)
        return RM_HASHES_DIFFER;
    if (one_function(x, y))
        return RM_HASHES_SAME;
    return !x->accepts && agree_on_texts(&a->hasher, &b->hasher) ? RM_HASHES_AGREE : RM_HASHES_DIFFER;
}

bool rm_side_tags_alike(const rm_side *a, const rm_side *b) {
    return memcmp(a->cell.options->hash_tag, b->cell.options->hash_tag, sizeof a->cell.options->hash_tag) ==
           0;
}
