#ifndef CSUPPORT_READINESS_H
#define CSUPPORT_READINESS_H

#include <stdint.h>

/* A deadline of clock.h as poll and epoll_wait want it: -1 for never, else rounded up. */
int cs_milliseconds_until(uint64_t deadline);

#endif
