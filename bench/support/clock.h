/* clock.h - the time of measurements. */
#ifndef RM_CLOCK_H
#define RM_CLOCK_H

#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC_RAW: never adjusted, not even in speed. */
uint64_t rm_clock_ns(void);

#endif
