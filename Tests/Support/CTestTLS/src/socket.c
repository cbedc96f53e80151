#define _GNU_SOURCE
#include "ctesttls/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

typedef union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_un local;
} address;

static socklen_t loopback(address *out, bool ipv6, uint16_t port)
{
    memset(out, 0, sizeof *out);
    if (ipv6) {
        out->v6.sin6_family = AF_INET6;
        out->v6.sin6_port = htons(port);
        out->v6.sin6_addr = in6addr_loopback;
        return sizeof out->v6;
    }
    out->v4.sin_family = AF_INET;
    out->v4.sin_port = htons(port);
    out->v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return sizeof out->v4;
}

static uint16_t local_port(int descriptor)
{
    address bound = {0};
    socklen_t length = sizeof bound;
    if (getsockname(descriptor, &bound.any, &length) != 0)
        return 0;
    return ntohs(bound.any.sa_family == AF_INET6 ? bound.v6.sin6_port : bound.v4.sin_port);
}

int ct_listen_loopback(bool ipv6, uint16_t *port, int backlog, int receive_buffer)
{
    address where;
    socklen_t length = loopback(&where, ipv6, *port);
    int one = 1;
    int listener = socket(where.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0)
        return -1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (receive_buffer > 0)
        setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    if (bind(listener, &where.any, length) != 0 || listen(listener, backlog) != 0) {
        int why = errno;
        close(listener);
        errno = why;
        return -1;
    }
    *port = local_port(listener);
    return listener;
}

int ct_listen_unix(const char *path, int backlog)
{
    address where = {.local = {.sun_family = AF_UNIX}};
    if (strlen(path) >= sizeof where.local.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(where.local.sun_path, path, strlen(path));
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0)
        return -1;
    if (bind(listener, &where.any, sizeof where.local) != 0 || listen(listener, backlog) != 0) {
        int why = errno;
        close(listener);
        errno = why;
        return -1;
    }
    return listener;
}

int ct_accept(int listener, int stop)
{
    for (;;) {
        struct pollfd waits[2] = {{.fd = listener, .events = POLLIN}, {.fd = stop, .events = POLLIN}};
        if (poll(waits, 2, -1) < 0 && errno != EINTR)
            return -1;
        if (waits[1].revents != 0)
            return -1;
        int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (descriptor >= 0)
            return descriptor;
        if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)
            return -1;
    }
}

int ct_connect_loopback(bool ipv6, uint16_t port)
{
    address where;
    socklen_t length = loopback(&where, ipv6, port);
    int descriptor = socket(where.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0 && connect(descriptor, &where.any, length) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

int ct_connect_start(bool ipv6, uint16_t port, int patience_ms, bool *pending)
{
    address where;
    socklen_t length = loopback(&where, ipv6, port);
    *pending = false;
    int descriptor = socket(where.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0 || connect(descriptor, &where.any, length) == 0)
        return descriptor;
    if (errno != EINPROGRESS) {
        close(descriptor);
        return -1;
    }
    struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
    *pending = poll(&wait, 1, patience_ms) == 0;
    return descriptor;
}

int ct_flag_new(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void ct_flag_set(int flag)
{
    uint64_t one = 1;
    /* Best effort: the counter can only be full when the flag is set already. */
    while (write(flag, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

bool ct_flag_wait(int flag, int stop)
{
    for (;;) {
        struct pollfd waits[2] = {{.fd = flag, .events = POLLIN}, {.fd = stop, .events = POLLIN}};
        if (poll(waits, 2, -1) < 0 && errno != EINTR)
            return false;
        if (waits[1].revents != 0)
            return false;
        if (waits[0].revents != 0)
            return true;
    }
}

bool ct_pause(int stop, int milliseconds)
{
    struct pollfd wait = {.fd = stop, .events = POLLIN};
    return poll(&wait, 1, milliseconds) == 0;
}

void ct_close(int descriptor)
{
    close(descriptor);
}
