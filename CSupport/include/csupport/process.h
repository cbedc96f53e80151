#ifndef CSUPPORT_PROCESS_H
#define CSUPPORT_PROCESS_H

#include "base.h"

CS_NONNULL_BEGIN

/* What the process was started with, and what the kernel gives it. */

/* The variable's value, which is the process's own and good until somebody changes the environment; null when
 * it is not set. */
const char *CS_NULLABLE cs_environment_value(const char *name);

/* Fills the buffer with bytes nobody can guess. Waits only before the machine has gathered its first. OK or
 * SYSTEM. */
cs_status cs_random_fill(uint8_t *CS_COUNT(len) out CS_BORROWED, size_t len, int *error);

CS_NONNULL_END

#endif
