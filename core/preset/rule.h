/*
 * rule.h - the rule that most rings share, as data: hash a label some times for every node, put the points on a
 * circle, settle equal ones, look keys up. Presets of such systems are rules; a rule of your own becomes a preset
 * by rmk_rule_preset_make (rule_preset.h).
 *
 * A zeroed field is the default, which is named first. Only `label` and `key_hash` are needed.
 */
#ifndef RMK_RULE_H
#define RMK_RULE_H

#include "../hash/hash.h"
#include "../nodes.h"

/* Which point a hash belongs to. */
typedef enum rmk_lookup_rule {
    RMK_LOOKUP_AT_OR_AFTER,  /* the first point >= hash */
    RMK_LOOKUP_AFTER,        /* the first point > hash */
    RMK_LOOKUP_AT_OR_BEFORE, /* the last point <= hash */
    RMK_LOOKUP_BEFORE,       /* the last point < hash */
    RMK_LOOKUP_NEAREST,      /* the nearer of the neighbours, the one before when equally far */
} rmk_lookup_rule;

/*
 * Who owns the hashes below the first point, or past the last one. A hash on the first point is below it where
 * the lookup is `before`, and one on the last point is past it where it is `after`.
 */
typedef enum rmk_edge_rule {
    RMK_EDGE_WRAPS, /* as the lookup goes on around the circle */
    RMK_EDGE_FIRST, /* the first point */
    RMK_EDGE_LAST,  /* the last point */
    RMK_EDGE_NOBODY,
} rmk_edge_rule;

/* Which of several points at one position owns. */
typedef enum rmk_tie_rule {
    RMK_TIE_FIRST, /* the one that was made first */
    RMK_TIE_LAST,  /* the one that was made last */
    RMK_TIE_NAME,  /* that of the node whose name sorts first (bytes) */
} rmk_tie_rule;

/* What becomes of a point whose position another one has. The latter two are for RMK_TIE_FIRST. */
typedef enum rmk_collision_rule {
    RMK_COLLISION_STAYS,         /* it stays behind the owner, for replicas and when the owner is down */
    RMK_COLLISION_SKIPPED,       /* it is dropped for good */
    RMK_COLLISION_NEXT_POSITION, /* it takes the next free position of the circle */
    RMK_COLLISION_NEXT_INDEX, /* the label is hashed again with the next index that gives a free position */
} rmk_collision_rule;

/* What happens to the keys of a node that is down. */
typedef enum rmk_down_rule {
    RMK_DOWN_REBUILDS, /* as if the node were not configured */
    RMK_DOWN_SKIPS,    /* its points stay, lookups go on to the next point of a node that is up */
    RMK_DOWN_UNSERVED, /* nobody answers for its keys */
} rmk_down_rule;

/* In which order nodes make their points, which decides ties. Names are as the label prints them. */
typedef enum rmk_order_rule {
    RMK_ORDER_LISTED,
    RMK_ORDER_NAME,            /* by their bytes */
    RMK_ORDER_LENGTH_THEN_NAME /* the shorter first (twemproxy) */
} rmk_order_rule;

/*
 * How many labels a node gets. n: the nodes, w: a node's weight, W: the sum of all, v: `vnodes` over `words`,
 * cut to a whole number. Integers are exact; the last three are sums and products of floating point, as programs have
 * them, whose rounding loses a label now and then.
 */
typedef enum rmk_count_rule {
    RMK_COUNT_VNODES,       /* v for every node; weights other than 1 are refused */
    RMK_COUNT_WEIGHT_FLOOR, /* v * w, cut (it is whole unless weight_unit is above 1) */
    RMK_COUNT_WEIGHT_ROUND, /* v * w, a half is rounded up */
    RMK_COUNT_WEIGHT_CEIL,
    RMK_COUNT_SHARE_FLOOR, /* v * n * w / W, or the total's part, cut */
    RMK_COUNT_SHARE_ROUND,
    RMK_COUNT_SHARE_CEIL,
    RMK_COUNT_SHARE_DOUBLE, /* floor of w / W * n * v in doubles, in that order */
    RMK_COUNT_LIBKETAMA,    /* floor(float(float(w/W) * v * n)) */
    RMK_COUNT_LIBMEMCACHED, /* floor(float(float(w/W) * v * n + 1e-10)) */
} rmk_count_rule;

/* What a node of weight 0 is. */
typedef enum rmk_zero_rule {
    RMK_ZERO_OUT,     /* not there */
    RMK_ZERO_IS_ONE,  /* as if its weight were 1 */
    RMK_ZERO_COUNTED, /* without points, but one of the n nodes */
} rmk_zero_rule;

typedef struct rmk_rule rmk_rule;
struct rmk_rule {
    const char *name; /* for messages; NULL in the rules of presets, which have names */

    /* ---- hashes: borrowed descriptors, which may be variants (variant.h) ---- */

    const rmk_hash *key_hash;   /* NULL only in the rules of presets, which have several */
    const rmk_hash *point_hash; /* of labels; NULL: as keys, and MD5 with `words` */
    /*
     * 0: the hash of a label is one point. 1 up: the first so many 32-bit words of its digest are points; the hash
     * has a digest (MD5 4 words, SHA-1 5, SHA-256 8). word_big_endian: the first byte of a word is the highest.
     */
    unsigned words;
    bool word_big_endian;
    /*
     * How wide the circle is: 0 and 0, as the key hash; then points are as wide or refused. circle_bits 1..64: both
     * hashes modulo 2^circle_bits. circle_slots 2..RMK_RULE_MOST_SLOTS: both modulo this number; then
     * nothing is nearest, since the circle has a seam. One of the two at most.
     */
    unsigned circle_bits;
    uint64_t circle_slots;
    const uint64_t *key_values; /* NULL, or the only values of key hashes, ascending; borrowed */
    size_t key_value_count;

    /* ---- labels ---- */

    /*
     * What is hashed to a point: text with {name}; {name-11211}, without a ":11211" at its end; {alias}, the name
     * where there is none; {alias-11211}; {host} and {port} around the last colon, {bare-host} without the brackets of an IPv6
     * address, {port:80} for a name without
     * one; {zone}; and numbers: {vnode}, {id}, {weight}, {place} (in the list, from 0). A number takes +N and a
     * form: {vnode+1}, {vnode:03} (at least 3 digits), {vnode:byte} (the lowest byte, raw), {vnode:4bytes} (4 raw
     * bytes, the lowest first). "{{" is a brace. A node's labels count {vnode} from first_vnode.
     */
    const char *label;
    uint64_t first_vnode;
    rmk_order_rule order;

    /* ---- how many ---- */

    rmk_count_rule count;
    uint64_t vnodes;      /* points of a node of weight 1; 0 in the rules of presets: the preset's */
    uint64_t total;       /* points of the whole ring instead, for RMK_COUNT_SHARE_*; 0: vnodes a node */
    uint64_t weight_unit; /* a weight of N is N / weight_unit, so that 1500 is 1.5; 0: 1 */
    uint64_t least, most; /* labels that a node of weight has at least, and at most; 0: no limit */
    rmk_zero_rule zero;

    /* ---- keys to nodes ---- */

    rmk_lookup_rule lookup;
    rmk_edge_rule below_first, past_last;
    rmk_tie_rule ties;
    rmk_collision_rule collision;
    rmk_down_rule down;   /* in the rules of presets the preset's own counts */
    bool sole_is_keyless; /* a single node gets its keys without a hash */

    const rmk_rule *weighted; /* NULL, or the rule that holds as soon as a weight is not 1 */
};

#define RMK_RULE_MOST_SLOTS (UINT64_C(1) << 24) /* a map has an entry a slot */

/* What is wrong with a rule: the name of the field, and why. Constant texts. */
typedef struct rmk_rule_fault {
    const char *field, *reason;
} rmk_rule_fault;

/* RMK_OK, or RMK_BAD_INPUT and *fault, which may be NULL. Any thread. */
RMK_API rmk_status rmk_rule_check(const rmk_rule *rule, rmk_rule_fault *fault);

/* A hash that only some systems have, by a name of its own, for rules. */
typedef struct rmk_rule_hash {
    const char *name;
    const rmk_hash *hash;
    const uint64_t *values; /* NULL, or its only values: key_values of a rule that has it for keys */
    size_t value_count;
} rmk_rule_hash;

/* They stand beside those of rmk_hash_table, and have other names. */
RMK_API const rmk_rule_hash *rmk_rule_hash_table(size_t *count);

#endif
