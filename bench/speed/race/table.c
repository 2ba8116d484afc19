/* table.c - all races of `rivals`, in the order of the rows. */
#include "table.h"
#include "makers.h"

static const rm_rival_race_kind table[] = {
    {"ketama md5", 10, true, rm_rival_race_ketama_md5},
    {"ketama md5", 100, false, rm_rival_race_ketama_md5},
    {"ketama fnv1a_64", 10, true, rm_rival_race_ketama_fnv},
    {"ketama fnv1a_64", 100, false, rm_rival_race_ketama_fnv},
    {"search", 1000, true, rm_rival_race_search},
    {"search", 10000, false, rm_rival_race_search},
    {"search", 100000, true, rm_rival_race_search},
    {"search", 1000000, false, rm_rival_race_search},
    {"ring or jump", 10, true, rm_rival_race_jump},
    {"ring or jump", 100, false, rm_rival_race_jump},
    {"ring or jump", 1000, true, rm_rival_race_jump},
    {"ring or jump", 10000, false, rm_rival_race_jump},
    {"md5", 16, true, rm_rival_race_md5},
    {"md5", 55, false, rm_rival_race_md5},
    {"fnv1a_64", 16, true, rm_rival_race_fnv},
    {"sort", 100000, true, rm_rival_race_sort},
    {"sort", 1000000, false, rm_rival_race_sort},
};

const rm_rival_race_kind *rm_rival_race_table(size_t *count) {
    *count = sizeof table / sizeof *table;
    return table;
}
