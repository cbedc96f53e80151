#ifndef CSUPPORT_SYSTEM_ERROR_H
#define CSUPPORT_SYSTEM_ERROR_H

#include <csupport/base.h>

#include <errno.h>

/* What a call answers whose system call has failed just now; `*error` is errno. */
static inline cs_status cs_system_failure(int *error)
{
    *error = errno;
    return CS_STATUS_SYSTEM;
}

#endif
