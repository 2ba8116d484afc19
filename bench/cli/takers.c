/*
 * takers.c - the takers that several options share. They need no code for each option, since the row of an
 * option says which field its value fills, and within which limits.
 */
#include "takers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "lists.h"
#include "words.h"

static void *field_of(rm_options *options, const rm_option *option) {
    return (char *)options + option->place;
}

void rm_take_switch(rm_options *o, const rm_option *option, const char *value) {
    (void)value;
    *(bool *)field_of(o, option) = true;
}

void rm_take_text(rm_options *o, const rm_option *option, const char *value) {
    *(const char **)field_of(o, option) = value;
}

void rm_take_count(rm_options *o, const rm_option *option, const char *value) {
    *(uint64_t *)field_of(o, option) = rm_number(option->name, value, option->least, option->most);
}

void rm_take_counts(rm_options *o, const rm_option *option, const char *value) {
    *(rm_numbers *)field_of(o, option) = rm_list_of_numbers(o, option, value, option->least, option->most);
}

void rm_take_texts(rm_options *o, const rm_option *option, const char *value) {
    *(rm_texts *)field_of(o, option) = rm_list_of_texts(o, option, value);
}

double rm_real_of(const rm_option *option, const char *value) {
    char *end = NULL;
    double number = strtod(value, &end);
    bool plain = value[strspn(value, "0123456789.-")] == '\0' && end != value && *end == '\0';
    if (!plain || !isfinite(number))
        rm_fail("%s: '%s' is not a decimal number, as in %s %s", option->name, value, option->name,
                option->example ? option->example : "0.05");
    return number;
}

void rm_take_real(rm_options *o, const rm_option *option, const char *value) {
    *(double *)field_of(o, option) = rm_real_of(option, value);
}
