#include "group.h"

#include <math.h>
#include <stdlib.h>

#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/random.h"

static size_t lines_of(const rm_subject *subject) {
    return (subject->hot_bytes + RM_LINE_BYTES - 1) / RM_LINE_BYTES;
}

/* The arm of a subject's limit in one mode. */
static rm_arm *limit_of(const rm_group *group, size_t subject, rm_mode mode) {
    return &group->timed[group->contest_count + subject * RM_MODE_COUNT + mode];
}

static bool has_limit(const rm_contest *contest) {
    return contest->arm.subject && contest->arm.subject->hot_bytes;
}

/* The first subject with this one's footprint: its limits are timed, and are those of all such subjects. */
static size_t first_alike(const rm_group *group, size_t subject) {
    for (size_t i = 0; i < subject; i++)
        if (lines_of(&group->subjects[i]) == lines_of(&group->subjects[subject]))
            return i;
    return subject;
}

static void add_contest(rm_group *group, size_t subject, rm_stage stage, rm_mode mode) {
    if (!(group->stages >> stage & 1) || !(group->modes >> mode & 1))
        return;
    if (group->subjects[subject].own_hash && stage != RM_STAGE_TOTAL)
        return;
    rm_contest *contest = &group->contests[group->contest_count++];
    *contest = (rm_contest){.arm = {.subject = stage == RM_STAGE_HASH ? NULL : &group->subjects[subject],
                                    .lanes = group->lanes,
                                    .stage = stage,
                                    .mode = mode},
                            .subject = subject,
                            .limit_ns = NAN,
                            .limit_ratio = NAN};
}

static void make_limits(rm_group *group) {
    for (size_t s = 0; s < group->subject_count; s++)
        for (rm_mode mode = 0; mode < RM_MODE_COUNT; mode++) {
            rm_limit_arm *arm = &group->limits[s * RM_MODE_COUNT + mode];
            *arm =
                (rm_limit_arm){group->limit, group->lanes, lines_of(&group->subjects[s]), group->shift, mode};
            *limit_of(group, s, mode) = rm_limit_arm_timed(arm);
        }
}

void rm_group_make(rm_group *group) {
    size_t most = group->subject_count * RM_MODE_COUNT * RM_STAGE_COUNT;
    size_t limits = group->subject_count * RM_MODE_COUNT;
    group->contests = rm_calloc(most, sizeof *group->contests);
    group->contest_count = 0;
    for (size_t s = 0; s < group->subject_count; s++)
        for (rm_mode mode = 0; mode < RM_MODE_COUNT; mode++)
            for (rm_stage stage = 0; stage < RM_STAGE_COUNT; stage++)
                if (stage != RM_STAGE_HASH || !s) /* all subjects hash alike */
                    add_contest(group, s, stage, mode);
    group->timed_count = group->contest_count + limits;
    group->timed = rm_calloc(group->timed_count, sizeof *group->timed);
    group->limits = rm_calloc(limits, sizeof *group->limits);
    for (size_t i = 0; i < group->contest_count; i++)
        group->timed[i] = rm_lookup_arm_timed(&group->contests[i].arm);
    make_limits(group);
}

void rm_group_free(rm_group *group) {
    for (size_t i = 0; i < group->timed_count; i++)
        rm_arm_free(&group->timed[i]);
    free(group->timed);
    free(group->limits);
    free(group->contests);
}

void rm_group_check(rm_group *group, bool all) {
    for (size_t i = 0; i < group->contest_count && !rm_interrupted(); i++) {
        rm_contest *contest = &group->contests[i];
        for (unsigned t = 0; t < group->threads; t++) {
            uint64_t checksum = rm_lookup_check(&contest->arm, &group->lanes[t], all ? SIZE_MAX : RM_CHECKED);
            contest->checksum = t ? rm_mix(contest->checksum, checksum) : checksum;
        }
    }
}

/* Lets those contests take part that are not valid yet, and the limits that they are judged by. False: there
 * are none. */
static bool choose_arms(rm_group *group, bool first) {
    bool any = false;
    for (size_t i = group->contest_count; i < group->timed_count; i++)
        group->timed[i].resting = true;
    for (size_t i = 0; i < group->contest_count; i++) {
        rm_contest *contest = &group->contests[i];
        bool racing = first || contest->invalid;
        group->timed[i].resting = !racing;
        any |= racing;
        if (!racing || !has_limit(contest))
            continue;
        size_t owner = first_alike(group, contest->subject);
        if (contest->arm.mode == RM_MODE_CHAIN) {
            limit_of(group, owner, RM_MODE_CHAIN)->resting = false;
        } else {
            limit_of(group, owner, RM_MODE_LOOP)->resting = false;
            limit_of(group, owner, RM_MODE_BATCH)->resting = false;
        }
    }
    return any;
}

static double limit_ns(const rm_group *group, const rm_contest *contest) {
    size_t owner = first_alike(group, contest->subject);
    if (contest->arm.mode == RM_MODE_CHAIN)
        return rm_arm_best_round(limit_of(group, owner, RM_MODE_CHAIN), group->rounds);
    return fmin(rm_arm_best_round(limit_of(group, owner, RM_MODE_LOOP), group->rounds),
                rm_arm_best_round(limit_of(group, owner, RM_MODE_BATCH), group->rounds));
}

static void judge(const rm_group *group, rm_contest *contest, const rm_arm *timed) {
    rm_lookup_check_blocks(&contest->arm, timed, group->threads);
    double *samples = rm_arm_samples(timed);
    contest->ns = rm_summarise(samples, timed->block_count);
    free(samples);
    contest->invalid = false;
    if (!has_limit(contest))
        return;
    contest->limit_ns = limit_ns(group, contest);
    contest->limit_ratio = contest->limit_ns / contest->ns.median;
    contest->invalid = contest->limit_ratio > RM_LIMIT_SLACK;
}

void rm_group_time(rm_group *group) {
    for (int attempt = 0; attempt <= RM_LIMIT_RETRIES && !rm_interrupted() && choose_arms(group, !attempt);
         attempt++) {
        rm_race(group->timed, group->timed_count, group->threads, group->rounds);
        if (rm_interrupted())
            return;
        for (size_t i = 0; i < group->contest_count; i++)
            if (!group->timed[i].resting)
                judge(group, &group->contests[i], &group->timed[i]);
    }
}
