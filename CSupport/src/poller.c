#include <csupport/clock.h>
#include <csupport/descriptor.h>
#include <csupport/poller.h>

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>

#include "readiness.h"

enum { BATCH = 256 };

static const uint64_t WAKE_TOKEN = UINT64_MAX;

struct cs_poller {
    int epoll;
    int wake;
};

static cs_status control(cs_poller *self, int operation, int descriptor, uint64_t token, uint32_t events,
                         int *error)
{
    struct epoll_event event = {.events = events, .data.u64 = token};
    if (epoll_ctl(self->epoll, operation, descriptor, &event) == 0)
        return CS_STATUS_OK;
    *error = errno;
    return CS_STATUS_SYSTEM;
}

cs_poller *cs_poller_new(int *error)
{
    cs_poller *self = malloc(sizeof *self);
    if (!self) {
        *error = ENOMEM;
        return NULL;
    }
    self->wake = -1;
    self->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (self->epoll < 0)
        *error = errno;
    /* Edge-triggered: each raise is told once, so that nobody ever has to read the counter down. */
    if (self->epoll < 0 || cs_signal_open(&self->wake, error) != CS_STATUS_OK ||
        control(self, EPOLL_CTL_ADD, self->wake, WAKE_TOKEN, EPOLLIN | EPOLLET, error) != CS_STATUS_OK) {
        cs_poller_free(self);
        return NULL;
    }
    return self;
}

void cs_poller_free(cs_poller *self)
{
    if (!self)
        return;
    if (self->wake >= 0)
        cs_descriptor_close(self->wake);
    if (self->epoll >= 0)
        cs_descriptor_close(self->epoll);
    free(self);
}

static uint32_t asked(uint32_t interest)
{
    uint32_t events = 0;
    if (interest & CS_READINESS_READ)
        events |= EPOLLIN | EPOLLRDHUP;
    if (interest & CS_READINESS_WRITE)
        events |= EPOLLOUT;
    return events;
}

static uint32_t found(uint32_t events)
{
    uint32_t readiness = 0;
    if (events & EPOLLIN)
        readiness |= CS_READINESS_READ;
    if (events & EPOLLOUT)
        readiness |= CS_READINESS_WRITE;
    if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
        readiness |= CS_READINESS_HANGUP | CS_READINESS_READ;
    return readiness;
}

cs_status cs_poller_add(cs_poller *self, int descriptor, uint64_t token, uint32_t interest, int *error)
{
    return control(self, EPOLL_CTL_ADD, descriptor, token, asked(interest), error);
}

cs_status cs_poller_change(cs_poller *self, int descriptor, uint64_t token, uint32_t interest, int *error)
{
    return control(self, EPOLL_CTL_MOD, descriptor, token, asked(interest), error);
}

cs_status cs_poller_remove(cs_poller *self, int descriptor, int *error)
{
    return control(self, EPOLL_CTL_DEL, descriptor, 0, 0, error);
}

cs_status cs_poller_wait(cs_poller *self, cs_poller_event *events, size_t events_len, uint64_t deadline,
                         size_t *count, int *error)
{
    struct epoll_event batch[BATCH];
    int room = events_len < BATCH ? (int)events_len : BATCH;
    int ready = epoll_wait(self->epoll, batch, room, cs_milliseconds_until(deadline));
    *count = 0;
    if (ready < 0 && errno != EINTR) {
        *error = errno;
        return CS_STATUS_SYSTEM;
    }
    for (int i = 0; i < ready; i++) {
        if (batch[i].data.u64 == WAKE_TOKEN)
            continue;
        events[(*count)++] = (cs_poller_event){batch[i].data.u64, found(batch[i].events)};
    }
    return CS_STATUS_OK;
}

void cs_poller_wake(cs_poller *self)
{
    cs_signal_raise(self->wake);
}
