#define _GNU_SOURCE /* EAI_NODATA, EAI_ADDRFAMILY */

#include <csupport/resolve.h>

#include <errno.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct cs_resolved {
    struct addrinfo *list;
    const struct addrinfo *next;
};

static int system_family(cs_resolve_family family)
{
    switch (family) {
    case CS_RESOLVE_IPV4:
        return AF_INET;
    case CS_RESOLVE_IPV6:
        return AF_INET6;
    case CS_RESOLVE_ANY:
        break;
    }
    return AF_UNSPEC;
}

cs_status cs_resolve(const char *name, cs_resolve_family family, cs_resolved **out, int *error)
{
    struct addrinfo hints = {.ai_family = system_family(family), .ai_socktype = SOCK_STREAM};
    cs_resolved *self = calloc(1, sizeof *self);
    if (!self) {
        *error = ENOMEM;
        return CS_STATUS_SYSTEM;
    }
    int rc = getaddrinfo(name, NULL, &hints, &self->list);
    if (rc != 0) {
        *error = rc == EAI_SYSTEM ? errno : rc == EAI_MEMORY ? ENOMEM : rc;
        free(self);
        return rc == EAI_SYSTEM || rc == EAI_MEMORY ? CS_STATUS_SYSTEM : CS_STATUS_LIBRARY;
    }
    self->next = self->list;
    *out = self;
    return CS_STATUS_OK;
}

void cs_resolved_free(cs_resolved *self)
{
    if (!self)
        return;
    freeaddrinfo(self->list);
    free(self);
}

cs_status cs_resolved_next(cs_resolved *self, uint8_t *out, size_t out_len, size_t *out_used)
{
    const struct addrinfo *entry = self->next;
    while (entry && entry->ai_family != AF_INET && entry->ai_family != AF_INET6)
        entry = entry->ai_next;
    self->next = entry ? entry->ai_next : NULL;
    if (!entry)
        return CS_STATUS_CLOSED;
    if (entry->ai_addrlen > out_len)
        return CS_STATUS_INVALID;
    memcpy(out, entry->ai_addr, entry->ai_addrlen);
    *out_used = entry->ai_addrlen;
    return CS_STATUS_OK;
}

bool cs_resolve_not_found(int error)
{
    return error == EAI_NONAME || error == EAI_NODATA || error == EAI_ADDRFAMILY;
}

const char *cs_resolve_text(int error)
{
    return gai_strerror(error);
}
