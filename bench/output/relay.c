#include "relay.h"

#include <errno.h>
#include <unistd.h>

#include "bench/support/buffer.h"
#include "bench/support/clock.h"
#include "raw_samples.h"

/* Rows that come fast go in blocks, rows that come slowly one by one. */
enum { BLOCK_BYTES = 64 * 1024, FLUSH_NS = 100000000 };
enum { OUTPUTS = 2 }; /* that of --output, then that of --samples */

typedef enum message_kind { MESSAGE_OPEN, MESSAGE_ROW, MESSAGE_FACT, MESSAGE_FACT_COUNT } message_kind;

/* Before the bytes of every message; both ends are one program. */
typedef struct message {
    uint32_t kind, output;
    uint32_t count;  /* of columns or values */
    uint32_t length; /* of the bytes that follow */
} message;

/* ---- in the child ---- */

static struct {
    int fd;
    unsigned outputs;
    rm_buffer waiting;
    uint64_t flushed_ns;
} relay;

static void relay_flush(void) {
    for (size_t at = 0; at < relay.waiting.length;) {
        ssize_t n = write(relay.fd, relay.waiting.bytes + at, relay.waiting.length - at);
        if (n < 0 && errno != EINTR)
            _exit(1); /* the parent is gone */
        at += n > 0 ? (size_t)n : 0;
    }
    relay.waiting.length = 0;
    relay.flushed_ns = rm_clock_ns();
}

/* Returns where the message begins, for `end`. */
static size_t begin(message_kind kind, unsigned output, unsigned count) {
    size_t at = relay.waiting.length;
    message head = {.kind = kind, .output = output, .count = count};
    rm_buffer_add(&relay.waiting, &head, sizeof head);
    return at;
}

static void end(size_t at) {
    message head;
    memcpy(&head, relay.waiting.bytes + at, sizeof head);
    head.length = (uint32_t)(relay.waiting.length - at - sizeof head);
    memcpy(relay.waiting.bytes + at, &head, sizeof head);
    if (relay.waiting.length >= BLOCK_BYTES || rm_clock_ns() - relay.flushed_ns >= FLUSH_NS)
        relay_flush();
}

static void put_text(const char *text) {
    rm_buffer_add(&relay.waiting, text, strlen(text) + 1);
}

static unsigned relay_open(const char *const *columns, unsigned count) {
    size_t at = begin(MESSAGE_OPEN, relay.outputs, count);
    for (unsigned i = 0; i < count; i++)
        put_text(columns[i]);
    end(at);
    return relay.outputs++;
}

static void relay_fact(unsigned output, const char *name, const char *text) {
    size_t at = begin(MESSAGE_FACT, output, 0);
    put_text(name);
    put_text(text);
    end(at);
}

static void relay_fact_count(unsigned output, const char *name, uint64_t count) {
    size_t at = begin(MESSAGE_FACT_COUNT, output, 0);
    put_text(name);
    rm_buffer_add(&relay.waiting, &count, sizeof count);
    end(at);
}

static void relay_row(unsigned output, const rm_row *row, unsigned count) {
    size_t at = begin(MESSAGE_ROW, output, count);
    rm_buffer_add(&relay.waiting, row->values, count * sizeof *row->values);
    for (unsigned i = 0; i < count; i++)
        if (row->values[i].kind == RM_TEXT)
            rm_buffer_add(&relay.waiting, row->values[i].u.t.text, row->values[i].u.t.length);
    end(at);
}

const rm_sink *rm_relay_to(int fd) {
    static const rm_sink sink = {relay_open, relay_row, relay_fact, relay_fact_count, relay_flush};
    relay.fd = fd;
    return &sink;
}

/* ---- in the parent ---- */

struct rm_relayed {
    const rm_options *options;
    rm_output *outputs[OUTPUTS];
    char *names[OUTPUTS]; /* of their columns, one behind another */
    const char **columns[OUTPUTS];
    rm_buffer waiting;
};

rm_relayed *rm_relayed_make(const rm_options *options) {
    rm_relayed *relayed = rm_calloc(1, sizeof *relayed);
    relayed->options = options;
    return relayed;
}

static void open_output(rm_relayed *r, const message *head, const char *bytes) {
    unsigned number = head->output;
    if (r->outputs[number])
        return;
    char *names = rm_alloc(head->length + 1);
    memcpy(names, bytes, head->length);
    const char **columns = rm_calloc(head->count, sizeof *columns);
    r->names[number] = names;
    r->columns[number] = columns;
    for (unsigned i = 0; i < head->count; i++) {
        columns[i] = names;
        names += strlen(names) + 1;
    }
    r->outputs[number] = number ? rm_samples_open(r->options, columns, head->count)
                                : rm_output_open(r->options, columns, head->count);
}

static void take_row(rm_output *output, const message *head, const char *bytes) {
    rm_row row = {0};
    rm_value values[RM_MAX_COLUMNS];
    const char *texts = bytes + head->count * sizeof *values;
    memcpy(values, bytes, head->count * sizeof *values);
    for (unsigned i = 0; i < head->count; i++) {
        if (values[i].kind == RM_TEXT) {
            size_t length = values[i].u.t.length;
            rm_row_bytes(&row, i, (rmk_bytes){(const unsigned char *)texts, length});
            texts += length;
        } else {
            row.values[i] = values[i];
        }
    }
    rm_output_row(output, &row);
}

static void take_message(rm_relayed *r, const message *head, const char *bytes) {
    if (head->output >= OUTPUTS || head->count > RM_MAX_COLUMNS)
        rm_fail_with(1, "the rows of a child process cannot be read: something wrote into its memory");
    if (head->kind == MESSAGE_OPEN) {
        open_output(r, head, bytes);
        return;
    }
    rm_output *output = r->outputs[head->output];
    const char *behind_name = bytes + strlen(bytes) + 1;
    uint64_t count;
    if (!output)
        return;
    if (head->kind == MESSAGE_ROW) {
        take_row(output, head, bytes);
    } else if (head->kind == MESSAGE_FACT) {
        rm_output_fact(output, bytes, behind_name);
    } else {
        memcpy(&count, behind_name, sizeof count);
        rm_output_fact_count(output, bytes, count);
    }
}

void rm_relayed_take(rm_relayed *relayed, const char *bytes, size_t count) {
    rm_buffer *waiting = &relayed->waiting;
    rm_buffer_add(waiting, bytes, count);
    size_t at = 0;
    message head;
    while (waiting->length - at >= sizeof head) {
        memcpy(&head, waiting->bytes + at, sizeof head);
        if (waiting->length - at - sizeof head < head.length)
            break;
        take_message(relayed, &head, waiting->bytes + at + sizeof head);
        at += sizeof head + head.length;
    }
    memmove(waiting->bytes, waiting->bytes + at, waiting->length - at);
    waiting->length -= at;
}

void rm_relayed_end_child(rm_relayed *relayed) {
    relayed->waiting.length = 0;
}

void rm_relayed_close(rm_relayed *relayed) {
    for (unsigned i = 0; i < OUTPUTS; i++) {
        if (relayed->outputs[i])
            rm_output_close(relayed->outputs[i]);
        free(relayed->columns[i]);
        free(relayed->names[i]);
    }
    rm_buffer_free(&relayed->waiting);
    free(relayed);
}
