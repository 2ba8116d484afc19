/* nodes_texts.h - private to nodes*.c: the texts of a node list, in blocks that never move. */
#ifndef RM_NODES_TEXTS_H
#define RM_NODES_TEXTS_H

#include "core/base.h"

/* Makes room for `bytes` more in the arena (*arena is NULL at first), which rm_texts_used() then takes. */
unsigned char *rm_texts_room(void **arena, size_t bytes);
void rm_texts_used(void *arena, size_t bytes);
/* Copies a text for as long as the arena lives; an empty text stays empty. */
rmk_bytes rm_texts_copy(void **arena, rmk_bytes text);
void rm_texts_free(void *arena);

#endif
