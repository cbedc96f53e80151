#ifndef CSUPPORT_CLOCK_H
#define CSUPPORT_CLOCK_H

#include "base.h"

CS_NONNULL_BEGIN

/* Nanoseconds of the one clock that every deadline is told in: it runs evenly and is never set. */
uint64_t cs_clock_now(void);

/* A deadline that never passes. */
#define CS_CLOCK_NEVER UINT64_MAX

/* The time of day, since 1970 in UTC. */
void cs_clock_wall(int64_t *seconds, int32_t *nanoseconds);

CS_NONNULL_END

#endif
