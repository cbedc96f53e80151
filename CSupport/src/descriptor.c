#define _GNU_SOURCE /* POLLRDHUP */

#include <csupport/clock.h>
#include <csupport/descriptor.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "readiness.h"

void cs_descriptor_close(int descriptor)
{
    close(descriptor); /* an interrupted close has closed, on Linux: to repeat it could close another's */
}

static int duplicated(int descriptor)
{
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0)
        return -1;
    if ((flags & O_ACCMODE) == O_WRONLY) {
        errno = EBADF; /* as reading would say, but who waits for something to read waits for ever */
        return -1;
    }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

cs_status cs_descriptor_duplicate(int descriptor, int *duplicate, int *error)
{
    int fd = duplicated(descriptor);
    if (fd < 0) {
        *error = errno;
        return CS_STATUS_SYSTEM;
    }
    *duplicate = fd;
    return CS_STATUS_OK;
}

static uint32_t found(short events)
{
    uint32_t readiness = 0;
    if (events & POLLIN)
        readiness |= CS_READINESS_READ;
    if (events & POLLOUT)
        readiness |= CS_READINESS_WRITE;
    if (events & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL))
        readiness |= CS_READINESS_HANGUP | CS_READINESS_READ;
    return readiness;
}

static short asked(uint32_t interest)
{
    int events = 0;
    if (interest & CS_READINESS_READ)
        events |= POLLIN | POLLRDHUP;
    if (interest & CS_READINESS_WRITE)
        events |= POLLOUT;
    return (short)events;
}

cs_status cs_descriptor_wait(cs_wait_item *items, size_t count, uint64_t deadline, size_t *ready, int *error)
{
    struct pollfd few[8];
    struct pollfd *polled = few;
    if (count > sizeof few / sizeof *few) {
        polled = calloc(count, sizeof *polled);
        if (!polled)
            return CS_STATUS_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        polled[i] = (struct pollfd){.fd = items[i].descriptor, .events = asked(items[i].interest)};
    int found_ready;
    do
        found_ready = poll(polled, count, cs_milliseconds_until(deadline));
    while ((found_ready < 0 && errno == EINTR) || (found_ready == 0 && cs_clock_now() < deadline));
    if (found_ready < 0)
        *error = errno;
    for (size_t i = 0; i < count; i++)
        items[i].readiness = found_ready > 0 ? found(polled[i].revents) : 0;
    if (polled != few)
        free(polled);
    *ready = found_ready > 0 ? (size_t)found_ready : 0;
    return found_ready > 0 ? CS_STATUS_OK : found_ready == 0 ? CS_STATUS_TIMED_OUT : CS_STATUS_SYSTEM;
}

int cs_milliseconds_until(uint64_t deadline)
{
    if (deadline == CS_CLOCK_NEVER)
        return -1;
    uint64_t now = cs_clock_now();
    if (deadline <= now)
        return 0;
    uint64_t milliseconds = (deadline - now - 1) / 1000000 + 1; /* rather late than early */
    return milliseconds < INT_MAX ? (int)milliseconds : INT_MAX;
}

cs_status cs_signal_open(int *descriptor, int *error)
{
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (fd < 0) {
        *error = errno;
        return CS_STATUS_SYSTEM;
    }
    *descriptor = fd;
    return CS_STATUS_OK;
}

void cs_signal_raise(int descriptor)
{
    uint64_t one = 1;
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {
        /* A full counter is as raised as can be. */
    }
}

void cs_signal_reset(int descriptor)
{
    uint64_t count;
    while (read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {
        /* One that was not raised is as reset as can be. */
    }
}
