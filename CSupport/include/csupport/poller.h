#ifndef CSUPPORT_POLLER_H
#define CSUPPORT_POLLER_H

#include "base.h"

CS_NONNULL_BEGIN

/* Many descriptors waited for at once (epoll), level-triggered. Waiting is for one thread; the other calls
 * are for any. A descriptor goes with a token that is the caller's, all values but UINT64_MAX. */
typedef struct cs_poller cs_poller;

typedef struct cs_poller_event {
    uint64_t token;
    uint32_t readiness; /* CS_READINESS_… of descriptor.h */
} cs_poller_event;

/* Null: `*error` is errno. */
cs_poller *CS_NULLABLE cs_poller_new(int *error);
void cs_poller_free(cs_poller *CS_NULLABLE self);

/* The descriptor stays the caller's, who removes it before closing it. `interest` is READ, WRITE or both; an
 * end of the peer's side is told only while READ is asked for. OK; SYSTEM: `*error` is errno, and the poller
 * is as before. */
cs_status cs_poller_add(cs_poller *self, int descriptor, uint64_t token, uint32_t interest, int *error);
cs_status cs_poller_change(cs_poller *self, int descriptor, uint64_t token, uint32_t interest, int *error);
cs_status cs_poller_remove(cs_poller *self, int descriptor, int *error);

/* Waits for events, the deadline (of clock.h) or a wake. OK: `*count` events, which may be none. SYSTEM. */
cs_status cs_poller_wait(cs_poller *self, cs_poller_event *CS_COUNT(events_len) events CS_BORROWED,
                         size_t events_len, uint64_t deadline, size_t *count, int *error);

/* Ends the wait that is going on, or else the next. */
void cs_poller_wake(cs_poller *self);

CS_NONNULL_END

#endif
