#include "diff_against.h"

#include <stdlib.h>
#include <string.h>

#include "bench/cli/command.h"
#include "bench/cli/parse.h"
#include "bench/support/fail.h"

/* ---- words ---- */

/* Writes one word from *text on to *out; returns false when the text is at its end. */
static bool next_word(const char *what, const char **text, char **out) {
    const char *c = *text + strspn(*text, " \t\n");
    char quote = 0, *to = *out;
    if (!*c)
        return false;
    for (; *c && (quote || !strchr(" \t\n", *c)); c++) {
        if (quote ? *c == quote : *c == '\'' || *c == '"')
            quote = quote ? 0 : *c;
        else if (*c == '\\' && quote != '\'' && c[1] && (!quote || strchr("\"\\$`", c[1])))
            *to++ = *++c;
        else
            *to++ = *c;
    }
    if (quote)
        rm_fail("%s: the quote %c is not closed in: %s", what, quote, *text);
    *to++ = '\0';
    *text = c;
    *out = to;
    return true;
}

char **rm_shell_words(const char *what, const char *text, size_t *count) {
    /* a word needs a byte and a blank; its text is never longer than it was */
    size_t most = strlen(text) / 2 + 2;
    char **words = rm_alloc(most * sizeof *words + strlen(text) + 2), *out = (char *)(words + most);
    *count = 0;
    for (char *word = out; next_word(what, &text, &out); word = out)
        words[(*count)++] = word;
    words[*count] = NULL;
    return words;
}

/* ---- what each side gives ---- */

static const rm_option_id of_nodes[] = {RM_NODE_OPTIONS, RM_OPTION_END};
static const rm_option_id of_placement[] = {RM_OPT_PRESET,    RM_OPT_RULE,     RM_OPT_ALGORITHM,
                                            RM_POINT_OPTIONS, RM_SIZE_OPTIONS, RM_OPT_HASH_TAG,
                                            RM_OPTION_END};
static const rm_option_id of_past[] = {RM_PAST_OPTIONS, RM_OPTION_END};
static const rm_option_id of_sizes[] = {RM_SIZE_OPTIONS, RM_OPTION_END};
static const rm_option_id of_both[] = {RM_OPT_PRESET,   RM_OPT_RULE,     RM_OPT_ALGORITHM,
                                       RM_NODE_OPTIONS, RM_PAST_OPTIONS, RM_POINT_OPTIONS,
                                       RM_SIZE_OPTIONS, RM_OPT_HASH_TAG, RM_OPTION_END};

/* Parses the other side only: its messages point to the help of diff. */
static const rm_command other_side = {.name = "diff", .options = of_both};

static bool is_in(const rm_option_id *ids, rm_option_id id) {
    for (; *ids != RM_OPTION_END; ids++)
        if (*ids == id)
            return true;
    return false;
}

/* Finds the option that a word names, or NULL. *next tells whether its value is the next word. */
static const rm_option *option_of(const char *word, bool *next) {
    size_t length = strcspn(word, "=");
    const rm_option *option = rm_option_named(word, length);
    *next = option && option->value && !word[length];
    return option;
}

static void note_given(char **words, size_t count, bool given[RM_OPTION_COUNT]) {
    bool next;
    for (size_t i = 0; i < count; i += 1 + next) {
        const rm_option *option = option_of(words[i], &next);
        if (!option)
            continue;
        if (!is_in(of_both, option->id))
            rm_fail("--against: %s holds for both sides or for neither; give it outside of --against",
                    option->name);
        given[option->id] = true;
    }
}

static bool gives_any(const bool given[RM_OPTION_COUNT], const rm_option_id *ids) {
    for (; *ids != RM_OPTION_END; ids++)
        if (given[*ids])
            return true;
    return false;
}

/* Tells whether the other side, which gives `given`, takes this option over from the line of the first. */
static bool takes_over(const rm_options *first, const bool given[RM_OPTION_COUNT], rm_option_id id) {
    if (given[id])
        return false;
    if (is_in(of_nodes, id)) {
        if (given[RM_OPT_NODES_FILE])
            return false;
        return id != RM_OPT_NODES_FILE || !gives_any(given, of_nodes);
    }
    if (is_in(of_past, id))
        return !gives_any(given, of_nodes) && !gives_any(given, of_past);
    if (is_in(of_sizes, id) && given[RM_OPT_ALGORITHM])
        return false;
    if (!is_in(of_placement, id) || given[RM_OPT_PRESET] || given[RM_OPT_RULE] ||
        (given[RM_OPT_ALGORITHM] && first->preset))
        return false;
    if (id == RM_OPT_VNODES)
        return !given[RM_OPT_TOTAL_POINTS];
    return id != RM_OPT_TOTAL_POINTS || !given[RM_OPT_VNODES];
}

rm_against rm_against_parse(const rm_options *options) {
    bool given[RM_OPTION_COUNT] = {false}, next;
    size_t own, typed, count = 0;
    rm_against against = {.own = rm_shell_words("--against", options->against, &own),
                          .typed = rm_shell_words("diff", options->command_line, &typed)};
    note_given(against.own, own, given);
    against.argv = rm_calloc(own + typed + 1, sizeof *against.argv);
    for (size_t i = 0; i < own; i++)
        against.argv[count++] = against.own[i];
    for (size_t i = 2; i < typed; i += 1 + next) { /* the words behind "ringmark diff" */
        const rm_option *option = option_of(against.typed[i], &next);
        if (!option || !takes_over(options, given, option->id))
            continue;
        against.argv[count++] = against.typed[i];
        if (next && i + 1 < typed)
            against.argv[count++] = against.typed[i + 1];
    }
    against.options = rm_options_parse(&other_side, (int)count, against.argv);
    return against;
}

void rm_against_free(rm_against *against) {
    rm_options_free(against->options);
    free(against->argv);
    free(against->own);
    free(against->typed);
}
