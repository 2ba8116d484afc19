/* words.h - numbers and words out of texts that people typed. A mistake is one line that names `what`, and exit 2. */
#ifndef RM_WORDS_H
#define RM_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A decimal number within [low, high]. */
uint64_t rm_number(const char *what, const char *text, uint64_t low, uint64_t high);
/* "30%" or "0.5%": above 0 and below 100. False for anything else. */
bool rm_percent(const char *text, double *percent);
/* The place of `text` in `words`; the message names the nearest one and `remedy`. `what`: "--pages". */
size_t rm_word(const char *what, const char *text, const char *const *words, size_t count,
               const char *remedy);

#endif
