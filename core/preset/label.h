/* label.h - private: the label of a rule (rule.h), parsed and written. */
#ifndef RMK_PRESET_LABEL_H
#define RMK_PRESET_LABEL_H

#include "../nodes.h"

enum { RMK_LABEL_PARTS = 16 };

typedef struct rmk_label_part {
    int field;       /* of label.c; 0: literal text */
    int form;        /* of a number */
    unsigned digits; /* a decimal number has at least so many */
    uint64_t add;    /* to a number */
    rmk_bytes text;  /* literal, or what stands for a port that a name lacks; borrowed from the label */
} rmk_label_part;

typedef struct rmk_label {
    rmk_label_part parts[RMK_LABEL_PARTS];
    unsigned count;
} rmk_label;

/* NULL, or a constant text that says what cannot be understood. */
const char *rmk_label_parse(const char *text, rmk_label *label);

/* Whether it prints an alias, or an id. */
bool rmk_label_has_alias(const rmk_label *label);
bool rmk_label_has_id(const rmk_label *label);

/* Writes the first `room` bytes of the label of the node at `place`; returns the whole length. */
size_t rmk_label_write(const rmk_label *label, const rmk_node *node, uint32_t place, uint64_t vnode,
                       unsigned char *out, size_t room);

/* What the first of its names prints: the name, the alias or a part; the node's name when it has none. */
rmk_bytes rmk_label_name(const rmk_label *label, const rmk_node *node);

/* A name of the form host:11211 without its port, another as it is: what memcached clients print. */
rmk_bytes rmk_name_without_11211(const rmk_node *node);
/* The alias, or the name of rmk_name_without_11211 where there is none. */
rmk_bytes rmk_alias_without_11211(const rmk_node *node);

#endif
