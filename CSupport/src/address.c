#define _DEFAULT_SOURCE /* struct sockaddr_in6's scope, sa_family_t */

#include <csupport/address.h>

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Large and aligned enough for any of them. */
typedef union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_un local;
    uint8_t bytes[CS_ADDRESS_MAX];
} address;

static cs_status store(const address *from, size_t used, uint8_t *out, size_t out_len, size_t *out_used)
{
    if (out_len < used)
        return CS_STATUS_INVALID;
    memcpy(out, from->bytes, used);
    *out_used = used;
    return CS_STATUS_OK;
}

/* Brings the bytes back into a sockaddr; what is too short for its family is OTHER. */
static cs_address_family load(address *to, const uint8_t *bytes, size_t len)
{
    memset(to, 0, sizeof *to);
    if (len > sizeof *to || len < sizeof(sa_family_t))
        return CS_ADDRESS_OTHER;
    memcpy(to->bytes, bytes, len);
    switch (to->any.sa_family) {
    case AF_INET:
        return len >= sizeof to->v4 ? CS_ADDRESS_IPV4 : CS_ADDRESS_OTHER;
    case AF_INET6:
        return len >= sizeof to->v6 ? CS_ADDRESS_IPV6 : CS_ADDRESS_OTHER;
    case AF_UNIX:
        return CS_ADDRESS_LOCAL;
    default:
        return CS_ADDRESS_OTHER;
    }
}

/* "eth0" or "2" as the number of an interface; 0 when there is none of that name. */
static uint32_t scope_of(const char *zone)
{
    uint32_t index = 0;
    size_t digits = 0;
    for (; zone[digits] >= '0' && zone[digits] <= '9' && digits < 9; digits++)
        index = index * 10 + (uint32_t)(zone[digits] - '0');
    return digits > 0 && zone[digits] == '\0' ? index : if_nametoindex(zone);
}

cs_status cs_address_parse(const uint8_t *text, size_t len, uint16_t port, uint8_t *out, size_t out_len,
                           size_t *out_used)
{
    char host[INET6_ADDRSTRLEN + IF_NAMESIZE + 1];
    if (len == 0 || len >= sizeof host || memchr(text, '\0', len))
        return CS_STATUS_INVALID;
    memcpy(host, text, len);
    host[len] = '\0';
    address a = {.bytes = {0}};
    if (inet_pton(AF_INET, host, &a.v4.sin_addr) == 1) {
        a.v4.sin_family = AF_INET;
        a.v4.sin_port = htons(port);
        return store(&a, sizeof a.v4, out, out_len, out_used);
    }
    char *zone = strchr(host, '%');
    if (zone) {
        *zone++ = '\0';
        a.v6.sin6_scope_id = scope_of(zone);
        if (a.v6.sin6_scope_id == 0)
            return CS_STATUS_INVALID;
    }
    if (inet_pton(AF_INET6, host, &a.v6.sin6_addr) != 1)
        return CS_STATUS_INVALID;
    a.v6.sin6_family = AF_INET6;
    a.v6.sin6_port = htons(port);
    return store(&a, sizeof a.v6, out, out_len, out_used);
}

cs_status cs_address_from_path(const uint8_t *path, size_t len, uint8_t *out, size_t out_len,
                               size_t *out_used)
{
    address a = {.bytes = {0}};
    if (len == 0 || len >= sizeof a.local.sun_path || memchr(path, '\0', len))
        return CS_STATUS_INVALID;
    a.local.sun_family = AF_UNIX;
    memcpy(a.local.sun_path, path, len);
    return store(&a, offsetof(struct sockaddr_un, sun_path) + len + 1, out, out_len, out_used);
}

cs_address_family cs_address_family_of(const uint8_t *bytes, size_t len)
{
    address a;
    return load(&a, bytes, len);
}

uint16_t cs_address_port(const uint8_t *bytes, size_t len)
{
    address a;
    switch (load(&a, bytes, len)) {
    case CS_ADDRESS_IPV4:
        return ntohs(a.v4.sin_port);
    case CS_ADDRESS_IPV6:
        return ntohs(a.v6.sin6_port);
    case CS_ADDRESS_LOCAL:
    case CS_ADDRESS_OTHER:
        break;
    }
    return 0;
}

void cs_address_set_port(uint8_t *bytes, size_t len, uint16_t port)
{
    address a;
    cs_address_family family = load(&a, bytes, len);
    if (family == CS_ADDRESS_IPV4)
        a.v4.sin_port = htons(port);
    else if (family == CS_ADDRESS_IPV6)
        a.v6.sin6_port = htons(port);
    if (len <= sizeof a)
        memcpy(bytes, a.bytes, len);
}

bool cs_address_is_loopback(const uint8_t *bytes, size_t len)
{
    address a;
    switch (load(&a, bytes, len)) {
    case CS_ADDRESS_IPV4:
        return (ntohl(a.v4.sin_addr.s_addr) >> 24) == IN_LOOPBACKNET;
    case CS_ADDRESS_IPV6:
        return IN6_IS_ADDR_LOOPBACK(&a.v6.sin6_addr) ||
               (IN6_IS_ADDR_V4MAPPED(&a.v6.sin6_addr) && a.v6.sin6_addr.s6_addr[12] == IN_LOOPBACKNET);
    case CS_ADDRESS_LOCAL:
        return true;
    case CS_ADDRESS_OTHER:
        break;
    }
    return false;
}

cs_status cs_address_host(const uint8_t *bytes, size_t len, uint8_t *out, size_t out_len, size_t *out_used)
{
    address a;
    char text[CS_ADDRESS_TEXT_MAX] = "";
    switch (load(&a, bytes, len)) {
    case CS_ADDRESS_IPV4:
        inet_ntop(AF_INET, &a.v4.sin_addr, text, sizeof text);
        break;
    case CS_ADDRESS_IPV6:
        inet_ntop(AF_INET6, &a.v6.sin6_addr, text, sizeof text);
        if (a.v6.sin6_scope_id != 0) {
            size_t end = strlen(text);
            snprintf(text + end, sizeof text - end, "%%%u", (unsigned)a.v6.sin6_scope_id);
        }
        break;
    case CS_ADDRESS_LOCAL:
        memcpy(text, a.local.sun_path, sizeof a.local.sun_path); /* shorter than text, whose rest is zero */
        break;
    case CS_ADDRESS_OTHER:
        return CS_STATUS_INVALID;
    }
    size_t used = strlen(text);
    if (used > out_len)
        return CS_STATUS_INVALID;
    memcpy(out, text, used);
    *out_used = used;
    return CS_STATUS_OK;
}
