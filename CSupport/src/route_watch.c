#define _GNU_SOURCE /* SOCK_CLOEXEC, SOCK_NONBLOCK */

#include <csupport/descriptor.h>
#include <csupport/route_watch.h>

#include "system_error.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

cs_status cs_route_watch_open(int *descriptor, int *error)
{
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0)
        return cs_system_failure(error);
    struct sockaddr_nl address = {
        .nl_family = AF_NETLINK,
        .nl_groups =
            RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE,
    };
    if (bind(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        cs_system_failure(error);
        cs_descriptor_close(fd);
        return CS_STATUS_SYSTEM;
    }
    *descriptor = fd;
    return CS_STATUS_OK;
}

cs_status cs_route_watch_drain(int descriptor, int *error)
{
    /* What a message says does not matter, so that a part of it is enough. */
    char message[64];
    bool heard = false;
    for (;;) {
        ssize_t got = recv(descriptor, message, sizeof message, 0);
        if (got >= 0 || errno == ENOBUFS) {
            heard = true; /* ENOBUFS: there was more than the socket could keep, which is news as well */
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno == EAGAIN || errno == EWOULDBLOCK)
            return heard ? CS_STATUS_OK : CS_STATUS_WANT_INPUT;
        return cs_system_failure(error);
    }
}
