#include "race.h"

#include <math.h>
#include <stdlib.h>

#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/random.h"

static size_t lines_of(const rm_subject *subject) {
    return (subject->hot_bytes + RM_LINE_BYTES - 1) / RM_LINE_BYTES;
}

/* The arm of a subject's limit in one mode. */
static rm_arm *limit_of(const rm_lookup_race *race, size_t subject, rm_mode mode) {
    return &race->timed[race->contest_count + subject * RM_MODE_COUNT + mode];
}

static bool has_limit(const rm_contest *contest) {
    return contest->arm.subject && contest->arm.subject->hot_bytes;
}

/* The first subject with this one's footprint: its limits are timed, and are those of all such subjects. */
static size_t first_alike(const rm_lookup_race *race, size_t subject) {
    for (size_t i = 0; i < subject; i++)
        if (lines_of(&race->subjects[i]) == lines_of(&race->subjects[subject]))
            return i;
    return subject;
}

static void add_contest(rm_lookup_race *race, size_t subject, rm_stage stage, rm_mode mode) {
    if (!(race->stages >> stage & 1) || !(race->modes >> mode & 1))
        return;
    if (race->subjects[subject].own_hash && stage != RM_STAGE_TOTAL)
        return;
    rm_contest *contest = &race->contests[race->contest_count++];
    *contest = (rm_contest){.arm = {.subject = stage == RM_STAGE_HASH ? NULL : &race->subjects[subject],
                                    .lanes = race->lanes,
                                    .stage = stage,
                                    .mode = mode},
                            .subject = subject,
                            .limit_ns = NAN,
                            .limit_ratio = NAN};
}

static void make_limits(rm_lookup_race *race) {
    for (size_t s = 0; s < race->subject_count; s++)
        for (rm_mode mode = 0; mode < RM_MODE_COUNT; mode++) {
            rm_limit_arm *arm = &race->limits[s * RM_MODE_COUNT + mode];
            *arm = (rm_limit_arm){race->limit, race->lanes, lines_of(&race->subjects[s]), race->shift, mode};
            *limit_of(race, s, mode) = rm_limit_arm_timed(arm);
        }
}

void rm_lookup_race_make(rm_lookup_race *race) {
    size_t most = race->subject_count * RM_MODE_COUNT * RM_STAGE_COUNT;
    size_t limits = race->subject_count * RM_MODE_COUNT;
    race->contests = rm_calloc(most, sizeof *race->contests);
    race->contest_count = 0;
    for (size_t s = 0; s < race->subject_count; s++)
        for (rm_mode mode = 0; mode < RM_MODE_COUNT; mode++)
            for (rm_stage stage = 0; stage < RM_STAGE_COUNT; stage++)
                if (stage != RM_STAGE_HASH || !s) /* all subjects hash alike */
                    add_contest(race, s, stage, mode);
    race->timed_count = race->contest_count + limits;
    race->timed = rm_calloc(race->timed_count, sizeof *race->timed);
    race->limits = rm_calloc(limits, sizeof *race->limits);
    for (size_t i = 0; i < race->contest_count; i++)
        race->timed[i] = rm_lookup_arm_timed(&race->contests[i].arm);
    make_limits(race);
}

void rm_lookup_race_free(rm_lookup_race *race) {
    for (size_t i = 0; i < race->timed_count; i++)
        rm_arm_free(&race->timed[i]);
    free(race->timed);
    free(race->limits);
    free(race->contests);
}

void rm_lookup_race_check(rm_lookup_race *race, bool all) {
    for (size_t i = 0; i < race->contest_count && !rm_interrupted(); i++) {
        rm_contest *contest = &race->contests[i];
        for (unsigned t = 0; t < race->threads; t++) {
            uint64_t checksum = rm_lookup_check(&contest->arm, &race->lanes[t], all ? SIZE_MAX : RM_CHECKED);
            contest->checksum = t ? rm_mix(contest->checksum, checksum) : checksum;
        }
    }
}

/* Lets those contests take part that are not valid yet, and the limits that they are judged by. False: there
 * are none. */
static bool choose_arms(rm_lookup_race *race, bool first) {
    bool any = false;
    for (size_t i = race->contest_count; i < race->timed_count; i++)
        race->timed[i].resting = true;
    for (size_t i = 0; i < race->contest_count; i++) {
        rm_contest *contest = &race->contests[i];
        bool racing = first || contest->invalid;
        race->timed[i].resting = !racing;
        any |= racing;
        if (!racing || !has_limit(contest))
            continue;
        size_t owner = first_alike(race, contest->subject);
        if (contest->arm.mode == RM_MODE_CHAIN) {
            limit_of(race, owner, RM_MODE_CHAIN)->resting = false;
        } else {
            limit_of(race, owner, RM_MODE_LOOP)->resting = false;
            limit_of(race, owner, RM_MODE_BATCH)->resting = false;
        }
    }
    return any;
}

static double limit_ns(const rm_lookup_race *race, const rm_contest *contest) {
    size_t owner = first_alike(race, contest->subject);
    if (contest->arm.mode == RM_MODE_CHAIN)
        return rm_arm_best_round(limit_of(race, owner, RM_MODE_CHAIN), race->rounds);
    return fmin(rm_arm_best_round(limit_of(race, owner, RM_MODE_LOOP), race->rounds),
                rm_arm_best_round(limit_of(race, owner, RM_MODE_BATCH), race->rounds));
}

static void judge(const rm_lookup_race *race, rm_contest *contest, const rm_arm *timed) {
    rm_lookup_check_blocks(&contest->arm, timed, race->threads);
    double *samples = rm_arm_samples(timed);
    contest->ns = rm_summarise(samples, timed->block_count);
    free(samples);
    contest->invalid = false;
    if (!has_limit(contest))
        return;
    contest->limit_ns = limit_ns(race, contest);
    contest->limit_ratio = contest->limit_ns / contest->ns.median;
    contest->invalid = contest->limit_ratio > RM_LIMIT_SLACK;
}

void rm_lookup_race_time(rm_lookup_race *race) {
    for (int attempt = 0; attempt <= RM_LIMIT_RETRIES && !rm_interrupted() && choose_arms(race, !attempt);
         attempt++) {
        rm_race(race->timed, race->timed_count, race->threads, race->rounds);
        if (rm_interrupted())
            return;
        for (size_t i = 0; i < race->contest_count; i++)
            if (!race->timed[i].resting)
                judge(race, &race->contests[i], &race->timed[i]);
    }
}
