#define _GNU_SOURCE /* SOCK_CLOEXEC, SOCK_NONBLOCK */

#include <csupport/address.h>
#include <csupport/descriptor.h>
#include <csupport/socket.h>

#include "system_error.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

static bool would_block(int number)
{
    return number == EAGAIN || number == EWOULDBLOCK;
}

cs_status cs_socket_connect(const uint8_t *address, size_t len, int *descriptor, int *error)
{
    struct sockaddr_storage storage = {0};
    if (len == 0 || len > sizeof storage) {
        *error = EINVAL;
        return CS_STATUS_SYSTEM;
    }
    memcpy(&storage, address, len);
    int fd = socket(storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return cs_system_failure(error);
    if (storage.ss_family != AF_UNIX) {
        /* Best effort: without these it works too, only not as well. */
        int on = 1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    }
    /* An interrupted connect goes on by itself, as one in progress does. */
    if (connect(fd, (const struct sockaddr *)&storage, (socklen_t)len) != 0 && errno != EINPROGRESS &&
        errno != EINTR) {
        cs_system_failure(error);
        cs_descriptor_close(fd);
        return CS_STATUS_SYSTEM;
    }
    *descriptor = fd;
    return CS_STATUS_OK;
}

cs_status cs_socket_pair(int *first, int *second, int *error)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
        return cs_system_failure(error);
    *first = pair[0];
    *second = pair[1];
    return CS_STATUS_OK;
}

int cs_socket_take_error(int descriptor)
{
    int pending = 0;
    socklen_t len = sizeof pending;
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &pending, &len) == 0 ? pending : errno;
}

cs_status cs_socket_read(int descriptor, uint8_t *out, size_t len, size_t *count, int *error)
{
    ssize_t got;
    do
        got = recv(descriptor, out, len, 0);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return would_block(errno) ? CS_STATUS_WANT_INPUT : cs_system_failure(error);
    *count = (size_t)got;
    return got > 0 ? CS_STATUS_OK : CS_STATUS_CLOSED;
}

static cs_status sent(ssize_t put, size_t *count, int *error)
{
    if (put < 0)
        return would_block(errno) ? CS_STATUS_WANT_OUTPUT : cs_system_failure(error);
    *count = (size_t)put;
    return CS_STATUS_OK;
}

cs_status cs_socket_write(int descriptor, const uint8_t *bytes, size_t len, size_t *count, int *error)
{
    ssize_t put;
    do
        put = send(descriptor, bytes, len, MSG_NOSIGNAL);
    while (put < 0 && errno == EINTR);
    return sent(put, count, error);
}

cs_status cs_socket_write_two(int descriptor, const uint8_t *first, size_t first_len, const uint8_t *second,
                              size_t second_len, size_t *count, int *error)
{
    struct iovec parts[2] = {
        {.iov_base = (void *)(uintptr_t)first, .iov_len = first_len},
        {.iov_base = (void *)(uintptr_t)second, .iov_len = second_len},
    };
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t put;
    do
        put = sendmsg(descriptor, &message, MSG_NOSIGNAL);
    while (put < 0 && errno == EINTR);
    return sent(put, count, error);
}

bool cs_socket_is_quiet(int descriptor)
{
    uint8_t byte;
    ssize_t got;
    do
        got = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    return got < 0 && would_block(errno);
}

void cs_socket_end_writing(int descriptor)
{
    shutdown(descriptor, SHUT_WR); /* best effort: a socket that is broken already says so when it is read */
}

typedef int name_call(int, struct sockaddr *restrict, socklen_t *restrict);

static cs_status name_of(int descriptor, name_call *call, uint8_t *out, size_t out_len, size_t *out_used,
                         int *error)
{
    struct sockaddr_storage storage = {0};
    socklen_t len = sizeof storage;
    if (call(descriptor, (struct sockaddr *)&storage, &len) != 0)
        return cs_system_failure(error);
    if (len > out_len || len > sizeof storage) {
        *error = EINVAL;
        return CS_STATUS_SYSTEM;
    }
    memcpy(out, &storage, len);
    *out_used = len;
    return CS_STATUS_OK;
}

cs_status cs_socket_local_address(int descriptor, uint8_t *out, size_t out_len, size_t *out_used, int *error)
{
    return name_of(descriptor, getsockname, out, out_len, out_used, error);
}

cs_status cs_socket_remote_address(int descriptor, uint8_t *out, size_t out_len, size_t *out_used, int *error)
{
    return name_of(descriptor, getpeername, out, out_len, out_used, error);
}
