/*
 * hash.c - `ringmark hash`: what does a hash cost, by key length.
 */
#include <stdlib.h>

#include "bench/cli/command.h"
#include "bench/output/machine.h"
#include "bench/output/output.h"
#include "bench/output/raw_samples.h"
#include "bench/speed/lookup/race.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "bench/support/random.h"

static const char *const columns[] = {"hash",      "isa",        "key_bytes",        "mode",
                                      "samples",   "ns_median",  "ns_min",           "ns_p95",
                                      "ns_ci_low", "ns_ci_high", "bytes_per_second", "checksum"};
enum {
    COLUMN_HASH,
    COLUMN_ISA,
    COLUMN_KEY_BYTES,
    COLUMN_MODE,
    COLUMN_SAMPLES,
    COLUMN_MEDIAN,
    COLUMN_MIN,
    COLUMN_P95,
    COLUMN_CI_LOW,
    COLUMN_CI_HIGH,
    COLUMN_BYTES_PER_SECOND,
    COLUMN_CHECKSUM,
    COLUMN_COUNT
};

static const char *const sample_columns[] = {"hash", "key_bytes", "mode", "block", "keys", "ns"};
enum { SAMPLE_HASH, SAMPLE_KEY_BYTES, SAMPLE_MODE, SAMPLE_BLOCK, SAMPLE_KEYS, SAMPLE_NS, SAMPLE_COUNT };

enum { MOST_KEYS = 1 << 14, LEAST_KEYS = 64, ASSUMED_CACHE = 256 << 10 };
#define NOISY 0.2

typedef struct hash_run {
    const rm_options *options;
    rm_output *output, *samples;
    unsigned modes;
} hash_run;

/* Keys fill half of the second-level cache at most: the hash is measured, not the memory. All keys have one
 * length, so that fewer long ones teach a branch predictor nothing. */
static size_t keys_of(uint64_t key_bytes) {
    size_t cache = rm_caches_of_machine().l2, count = MOST_KEYS;
    cache = cache ? cache : ASSUMED_CACHE;
    while (count > LEAST_KEYS && count * (key_bytes + sizeof(rmk_bytes) + sizeof(uint64_t)) > cache / 2)
        count /= 2;
    return count;
}

static void contest_row(hash_run *run, const rmk_hash *hash, uint64_t key_bytes, const rm_contest *contest) {
    const rm_summary *ns = &contest->ns;
    rm_row row = {0};
    rm_row_text(&row, COLUMN_HASH, hash->name);
    rm_row_text(&row, COLUMN_ISA, rmk_isa_name(rmk_isa_kernel(hash->isas, run->options->isa)));
    rm_row_count(&row, COLUMN_KEY_BYTES, key_bytes);
    rm_row_text(&row, COLUMN_MODE, rm_mode_name(contest->arm.mode));
    rm_row_hex(&row, COLUMN_CHECKSUM, contest->checksum, 64);
    if (!run->options->verify) {
        rm_row_count(&row, COLUMN_SAMPLES, ns->count);
        rm_row_real(&row, COLUMN_MEDIAN, ns->median);
        rm_row_real(&row, COLUMN_MIN, ns->min);
        rm_row_real(&row, COLUMN_P95, ns->p95);
        rm_row_real(&row, COLUMN_CI_LOW, ns->ci_low);
        rm_row_real(&row, COLUMN_CI_HIGH, ns->ci_high);
        rm_row_real(&row, COLUMN_BYTES_PER_SECOND, (double)key_bytes * 1e9 / ns->median);
        if (ns->ci_high - ns->ci_low > NOISY * ns->median)
            rm_warn(
                "%s, %llu bytes, %s: the median is uncertain by more than %.0f %%; raise --repeat or stop "
                "other programs",
                hash->name, (unsigned long long)key_bytes, rm_mode_name(contest->arm.mode), 100 * NOISY);
    }
    rm_output_row(run->output, &row);
}

static void sample_rows(hash_run *run, const rmk_hash *hash, uint64_t key_bytes, const rm_contest *contest,
                        const rm_arm *timed) {
    for (size_t i = 0; run->samples && i < timed->block_count; i++) {
        rm_row row = {0};
        rm_row_text(&row, SAMPLE_HASH, hash->name);
        rm_row_count(&row, SAMPLE_KEY_BYTES, key_bytes);
        rm_row_text(&row, SAMPLE_MODE, rm_mode_name(contest->arm.mode));
        rm_row_count(&row, SAMPLE_BLOCK, i);
        rm_row_count(&row, SAMPLE_KEYS, timed->blocks[i].count);
        rm_row_real(&row, SAMPLE_NS, timed->blocks[i].ns);
        rm_output_row(run->samples, &row);
    }
}

static void run_race(hash_run *run, const rm_lane *lane, uint64_t key_bytes) {
    static const rm_subject nothing; /* no placement: nothing is searched, and there is no limit */
    static const rm_limit no_limit;
    rm_lookup_race race = {.subjects = &nothing,
                           .subject_count = 1,
                           .lanes = lane,
                           .threads = 1,
                           .rounds = (unsigned)run->options->repeat,
                           .stages = 1u << RM_STAGE_HASH,
                           .modes = run->modes,
                           .limit = &no_limit};
    rm_lookup_race_make(&race);
    rm_lookup_race_check(&race, run->options->verify);
    if (!run->options->verify)
        rm_lookup_race_time(&race);
    for (size_t i = 0; i < race.contest_count && !rm_interrupted(); i++) {
        contest_row(run, lane->hasher.hash, key_bytes, &race.contests[i]);
        sample_rows(run, lane->hasher.hash, key_bytes, &race.contests[i], &race.timed[i]);
    }
    rm_lookup_race_free(&race);
}

static void measure(hash_run *run, const rmk_hash *hash, uint64_t key_bytes) {
    rm_lane lane = {0};
    uint64_t seed = rm_mix(run->options->seed, key_bytes);
    rm_check(rmk_hasher_open(&lane.hasher, hash, run->options->isa, NULL), "%s", hash->name);
    if (rm_key_pool_make(&lane.pool, run->options, &lane.hasher, key_bytes, keys_of(key_bytes), seed))
        run_race(run, &lane, key_bytes);
    else
        rm_note("%s takes no keys of %llu bytes; skipped", hash->name, (unsigned long long)key_bytes);
    rm_key_pool_free(&lane.pool);
    rmk_hasher_close(&lane.hasher);
}

static void measure_all(hash_run *run) {
    const rm_options *options = run->options;
    size_t lengths = options->key_bytes.count, cells = options->hash_count * lengths;
    size_t from = rm_output_cells(run->output, cells);
    rm_progress *progress = rm_progress_start(options->no_progress, "hash", (double)(cells - from));
    for (size_t i = from; i < cells && !rm_interrupted(); i++) {
        const rmk_hash *hash = options->hashes[i / lengths];
        rm_progress_add(progress, 0, hash->name);
        measure(run, hash, options->key_bytes.items[i % lengths]);
        if (!rm_interrupted())
            rm_output_reached(run->output, i + 1);
        rm_progress_add(progress, 1, NULL);
    }
    rm_progress_end(progress);
}

static int run_hash(const rm_options *options) {
    hash_run run = {.options = options, .modes = rm_modes_of(options)};
    rm_interrupts_watch();
    run.output = rm_output_open(options, columns, COLUMN_COUNT);
    run.samples = rm_samples_open(options, sample_columns, SAMPLE_COUNT);
    measure_all(&run);
    rm_output_close(run.output);
    if (run.samples)
        rm_output_close(run.samples);
    return RM_GOOD;
}

static const rm_option_id options_taken[] = {RM_OPT_HASH,  RM_OPT_KEY_BYTES,  RM_OPT_KEY_DIST,
                                             RM_OPT_MODE,  RM_TIMING_OPTIONS, RM_OPT_RESUME,
                                             RM_OPTION_END};

const rm_command rm_command_hash = {
    .name = "hash",
    .question = "What does a hash cost, by key length?",
    .example = "ringmark hash --hash xxh3,md5,fnv1a-64 --key-bytes 8,16,64",
    .options = options_taken,
    .lists = true,
    .run = run_hash,
};
