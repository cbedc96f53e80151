#ifndef CSUPPORT_PROGRAM_H
#define CSUPPORT_PROGRAM_H

#include "base.h"

CS_NONNULL_BEGIN

/* What a program may do to its process, and a library may not: with its standard descriptors, and with the
 * signals that ask it to end: SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ.
 */

/* Puts something in the place of each of the descriptors 0, 1 and 2 that is closed, so that nothing opened
 * later gets its number. To read or to write there still fails with EBADF. Before anything is opened, and
 * before there is a second thread. OK, or SYSTEM with errno in `*error`. */
cs_status cs_program_fill_descriptors(int *error);

/* Holds those signals back, on this thread and on those it starts, except for those that are ignored or held
 * back already. Answers which: bit n stands for signal n. */
uint64_t cs_program_hold_endings(void);

/* Lets them through again, on this thread. */
void cs_program_release_endings(uint64_t held);

/* Waits on any thread that holds them back. The number of the one that has come, or 0 when the deadline (of
 * clock.h) has passed. */
int cs_program_await_ending(uint64_t held, uint64_t deadline);

/* Ends the process as the signal does that nobody handles. */
_Noreturn void cs_program_end_by(int number);

CS_NONNULL_END

#endif
