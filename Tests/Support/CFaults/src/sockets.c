#define _GNU_SOURCE

#include "plan.h"

#include <netdb.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

static size_t clamped(const cf_fault *fault, size_t len)
{
    return fault && len > 1 ? 1 : len;
}

int socket(int domain, int type, int protocol)
{
    const cf_fault *fault = cf_strike(CALL_SOCKET, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(socket)(domain, type, protocol);
}

int connect(int descriptor, const struct sockaddr *address, socklen_t len)
{
    const cf_fault *fault = cf_strike(CALL_CONNECT, CF_CALLER);
    if (fault && fault->effect == REFUSE)
        return cf_refuse(fault);
    int rc = CF_REAL(connect)(descriptor, address, len);
    return fault ? cf_refuse(fault) : rc;
}

ssize_t recv(int descriptor, void *out, size_t len, int flags)
{
    const cf_fault *fault = cf_strike(CALL_RECV, CF_CALLER);
    if (fault && fault->effect == REFUSE)
        return cf_refuse(fault);
    return CF_REAL(recv)(descriptor, out, clamped(fault, len), flags);
}

ssize_t send(int descriptor, const void *bytes, size_t len, int flags)
{
    const cf_fault *fault = cf_strike(CALL_SEND, CF_CALLER);
    if (fault && fault->effect == REFUSE)
        return cf_refuse(fault);
    return CF_REAL(send)(descriptor, bytes, clamped(fault, len), flags);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags)
{
    const cf_fault *fault = cf_strike(CALL_SENDMSG, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(sendmsg)(descriptor, message, flags);
}

int setsockopt(int descriptor, int level, int name, const void *value, socklen_t len)
{
    const cf_fault *fault = cf_strike(CALL_SETSOCKOPT, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(setsockopt)(descriptor, level, name, value, len);
}

int getsockopt(int descriptor, int level, int name, void *value, socklen_t *len)
{
    const cf_fault *fault = cf_strike(CALL_GETSOCKOPT, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(getsockopt)(descriptor, level, name, value, len);
}

int getpeername(int descriptor, struct sockaddr *address, socklen_t *len)
{
    const cf_fault *fault = cf_strike(CALL_GETPEERNAME, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(getpeername)(descriptor, address, len);
}

int epoll_create1(int flags)
{
    const cf_fault *fault = cf_strike(CALL_EPOLL_CREATE, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(epoll_create1)(flags);
}

int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event)
{
    /* To take out what is in cannot fail. */
    const cf_fault *fault = operation == EPOLL_CTL_DEL ? NULL : cf_strike(CALL_EPOLL_CTL, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(epoll_ctl)(epoll, operation, descriptor, event);
}

int epoll_wait(int epoll, struct epoll_event *events, int len, int timeout)
{
    const cf_fault *fault = cf_strike(CALL_EPOLL_WAIT, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(epoll_wait)(epoll, events, len, timeout);
}

int eventfd(unsigned count, int flags)
{
    const cf_fault *fault = cf_strike(CALL_EVENTFD, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(eventfd)(count, flags);
}

int poll(struct pollfd *items, nfds_t count, int timeout)
{
    const cf_fault *fault = cf_strike(CALL_POLL, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(poll)(items, count, timeout);
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **list)
{
    const cf_fault *fault = cf_strike(CALL_GETADDRINFO, CF_CALLER);
    return fault ? fault->error : CF_REAL(getaddrinfo)(name, service, hints, list);
}
