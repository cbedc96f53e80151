#ifndef CSUPPORT_ROUTE_WATCH_H
#define CSUPPORT_ROUTE_WATCH_H

#include "base.h"

CS_NONNULL_BEGIN

/* A socket that hears when links, addresses or routes of this machine change (rtnetlink(7)): readable means
 * news. Non-blocking, closed on exec; the caller owns the descriptor and gives it back to
 * cs_descriptor_close. OK; SYSTEM: `*error` is errno. */
cs_status cs_route_watch_open(int *descriptor, int *error);

/* Takes everything that was heard. OK: it was something.  WANT_INPUT: nothing.  SYSTEM: the socket is of no
 * more use, `*error` is errno. Of any thread. */
cs_status cs_route_watch_drain(int descriptor, int *error);

CS_NONNULL_END

#endif
