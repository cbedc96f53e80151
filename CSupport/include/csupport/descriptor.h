#ifndef CSUPPORT_DESCRIPTOR_H
#define CSUPPORT_DESCRIPTOR_H

#include "base.h"

CS_NONNULL_BEGIN

/* Descriptors of any kind: closing one, waiting for some on the caller's own thread, and one that other
 * threads raise to end such a wait. */

/* Gives the descriptor back to the system; once only, since the number may be given out again. */
void cs_descriptor_close(int descriptor);

/* Another descriptor for the same thing, to be closed by the caller, and read. OK or SYSTEM: `*error` is
 * errno, EBADF also where it is open for writing only. */
cs_status cs_descriptor_duplicate(int descriptor, int *duplicate, int *error);

enum {
    CS_READINESS_READ = 1,  /* asked for, or found: a read will not wait */
    CS_READINESS_WRITE = 2, /* a write will not wait */
    CS_READINESS_HANGUP =
        4 /* found only: the peer has ended its side, or there is an error; comes with READ */
};

typedef struct cs_wait_item {
    int descriptor;
    uint32_t interest;  /* CS_READINESS_READ, _WRITE or both */
    uint32_t readiness; /* set by the wait */
} cs_wait_item;

/* Waits until one of the items is ready or the deadline (of clock.h) has passed. OK: `*ready` of them are.
 * TIMED_OUT. NO_MEMORY. SYSTEM: `*error` is errno. Interrupted waits go on with the time that is left. */
cs_status cs_descriptor_wait(cs_wait_item *CS_COUNT(count) items CS_BORROWED, size_t count, uint64_t deadline,
                             size_t *ready, int *error);

/* A descriptor that is readable from signal to reset. Any thread may raise it. OK or SYSTEM. */
cs_status cs_signal_open(int *descriptor, int *error);
void cs_signal_raise(int descriptor);
void cs_signal_reset(int descriptor);

CS_NONNULL_END

#endif
