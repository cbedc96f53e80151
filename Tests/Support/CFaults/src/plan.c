#define _GNU_SOURCE /* dl_iterate_phdr, RTLD_NEXT */

#include "plan.h"

#include <cfaults/cfaults.h>

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

static const cf_fault faults[] = {
#if !CF_IS_SANITIZED
    {"malloc: no memory", CALL_MALLOC, REFUSE, ENOMEM, true, CALLER_PROGRAM},
    {"calloc: no memory", CALL_CALLOC, REFUSE, ENOMEM, true, CALLER_PROGRAM},
    {"realloc: no memory", CALL_REALLOC, REFUSE, ENOMEM, true, CALLER_PROGRAM},
    {"zlib's malloc: no memory", CALL_MALLOC, REFUSE, ENOMEM, true, CALLER_ZLIB},
    {"OpenSSL's malloc: no memory", CALL_MALLOC, REFUSE, ENOMEM, false, CALLER_OPENSSL},
    {"OpenSSL's realloc: no memory", CALL_REALLOC, REFUSE, ENOMEM, false, CALLER_OPENSSL},
    {"pthread_create: not now", CALL_PTHREAD_CREATE, REFUSE, EAGAIN, true, CALLER_PROGRAM},
#endif
    {"socket: too many descriptors", CALL_SOCKET, REFUSE, EMFILE, true, CALLER_PROGRAM},
    {"socket: no memory", CALL_SOCKET, REFUSE, ENOMEM, true, CALLER_PROGRAM},
    {"connect: refused", CALL_CONNECT, REFUSE, ECONNREFUSED, true, CALLER_PROGRAM},
    {"connect: no port left", CALL_CONNECT, REFUSE, EADDRNOTAVAIL, true, CALLER_PROGRAM},
    {"connect: interrupted", CALL_CONNECT, DENY, EINTR, true, CALLER_PROGRAM},
    {"recv: reset", CALL_RECV, REFUSE, ECONNRESET, true, CALLER_PROGRAM},
    {"recv: no memory", CALL_RECV, REFUSE, ENOMEM, true, CALLER_PROGRAM},
    {"recv: interrupted", CALL_RECV, REFUSE, EINTR, false, CALLER_PROGRAM},
    {"recv: nothing yet", CALL_RECV, REFUSE, EAGAIN, false, CALLER_PROGRAM},
    {"recv: one byte", CALL_RECV, PARTIAL, 0, true, CALLER_PROGRAM},
    {"send: broken pipe", CALL_SEND, REFUSE, EPIPE, true, CALLER_PROGRAM},
    {"send: no buffers", CALL_SEND, REFUSE, ENOBUFS, true, CALLER_PROGRAM},
    {"send: interrupted", CALL_SEND, REFUSE, EINTR, false, CALLER_PROGRAM},
    {"send: not now", CALL_SEND, REFUSE, EAGAIN, false, CALLER_PROGRAM},
    {"send: one byte", CALL_SEND, PARTIAL, 0, false, CALLER_PROGRAM},
    {"sendmsg: broken pipe", CALL_SENDMSG, REFUSE, EPIPE, true, CALLER_PROGRAM},
    {"sendmsg: not now", CALL_SENDMSG, REFUSE, EAGAIN, false, CALLER_PROGRAM},
    {"setsockopt: no buffers", CALL_SETSOCKOPT, REFUSE, ENOBUFS, true, CALLER_PROGRAM},
    {"getsockopt: no buffers", CALL_GETSOCKOPT, REFUSE, ENOBUFS, true, CALLER_PROGRAM},
    {"getpeername: not connected", CALL_GETPEERNAME, REFUSE, ENOTCONN, true, CALLER_PROGRAM},
    {"epoll_create1: too many descriptors", CALL_EPOLL_CREATE, REFUSE, EMFILE, true, CALLER_PROGRAM},
    {"epoll_ctl: no memory", CALL_EPOLL_CTL, REFUSE, ENOMEM, true, CALLER_PROGRAM},
    {"epoll_ctl: too many watched", CALL_EPOLL_CTL, REFUSE, ENOSPC, true, CALLER_PROGRAM},
    {"epoll_wait: interrupted", CALL_EPOLL_WAIT, REFUSE, EINTR, false, CALLER_PROGRAM},
    {"eventfd: too many descriptors", CALL_EVENTFD, REFUSE, EMFILE, true, CALLER_PROGRAM},
    {"poll: no memory", CALL_POLL, REFUSE, ENOMEM, true, CALLER_PROGRAM},
    {"poll: interrupted", CALL_POLL, REFUSE, EINTR, false, CALLER_PROGRAM},
    {"open: too many descriptors", CALL_OPEN, REFUSE, EMFILE, true, CALLER_PROGRAM},
    {"open: no space", CALL_OPEN, REFUSE, ENOSPC, true, CALLER_PROGRAM},
    {"read: input or output error", CALL_READ, REFUSE, EIO, true, CALLER_PROGRAM},
    {"read: interrupted", CALL_READ, REFUSE, EINTR, false, CALLER_PROGRAM},
    {"read: one byte", CALL_READ, PARTIAL, 0, true, CALLER_PROGRAM},
    {"write: no space", CALL_WRITE, REFUSE, ENOSPC, true, CALLER_PROGRAM},
    {"write: interrupted", CALL_WRITE, REFUSE, EINTR, false, CALLER_PROGRAM},
    {"write: one byte", CALL_WRITE, PARTIAL, 0, false, CALLER_PROGRAM},
    {"close: input or output error", CALL_CLOSE, DENY, EIO, true, CALLER_PROGRAM},
    {"close: interrupted", CALL_CLOSE, DENY, EINTR, true, CALLER_PROGRAM},
    {"fcntl: too many descriptors", CALL_FCNTL, REFUSE, EMFILE, true, CALLER_PROGRAM},
    {"stat: input or output error", CALL_STAT, REFUSE, EIO, true, CALLER_PROGRAM},
    {"fstat: input or output error", CALL_FSTAT, REFUSE, EIO, true, CALLER_PROGRAM},
    {"rename: no space", CALL_RENAME, REFUSE, ENOSPC, true, CALLER_PROGRAM},
    {"getrandom: interrupted", CALL_GETRANDOM, REFUSE, EINTR, false, CALLER_PROGRAM},
    {"getaddrinfo: no memory", CALL_GETADDRINFO, REFUSE, EAI_MEMORY, true, CALLER_PROGRAM},
    {"getaddrinfo: not now", CALL_GETADDRINFO, REFUSE, EAI_AGAIN, true, CALLER_PROGRAM},
    {"getaddrinfo: system", CALL_GETADDRINFO, REFUSE, EAI_SYSTEM, true, CALLER_PROGRAM},
};

enum { FAULTS = sizeof faults / sizeof *faults, RANGES = 16 };

typedef struct range {
    uintptr_t start;
    uintptr_t end;
    cf_caller caller;
} range;

/* Written once, before main. */
static range ranges[RANGES];
static size_t ranges_len;

static atomic_size_t armed; /* one more than the fault's number; 0: none */
static atomic_ullong target;
static atomic_ullong seen;
static atomic_bool stays_armed;
static atomic_bool was_reached;

static bool caller_of(const struct dl_phdr_info *info, cf_caller *caller)
{
    if (info->dlpi_name[0] == '\0')
        *caller = CALLER_PROGRAM;
    else if (strstr(info->dlpi_name, "libssl.") || strstr(info->dlpi_name, "libcrypto."))
        *caller = CALLER_OPENSSL;
    else if (strstr(info->dlpi_name, "libz."))
        *caller = CALLER_ZLIB;
    else
        return false;
    return true;
}

static int note(struct dl_phdr_info *info, size_t size, void *context)
{
    bool *is_first = context;
    cf_caller caller;
    /* The program comes first; what has no name later is the kernel's. */
    if (caller_of(info, &caller) && (*is_first || caller != CALLER_PROGRAM)) {
        for (size_t i = 0; i < info->dlpi_phnum && ranges_len < RANGES; i++) {
            const ElfW(Phdr) *part = &info->dlpi_phdr[i];
            if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
                continue;
            uintptr_t start = info->dlpi_addr + part->p_vaddr;
            ranges[ranges_len++] = (range){start, start + part->p_memsz, caller};
        }
    }
    *is_first = false;
    (void)size;
    return 0;
}

__attribute__((constructor)) static void find_ranges(void)
{
    bool is_first = true;
    dl_iterate_phdr(note, &is_first);
}

static bool is_from(const void *address, cf_caller caller)
{
    uintptr_t place = (uintptr_t)address;
    for (size_t i = 0; i < ranges_len; i++) {
        if (ranges[i].caller == caller && place >= ranges[i].start && place < ranges[i].end)
            return true;
    }
    return false;
}

bool cf_is_own(const void *address)
{
    return is_from(address, CALLER_PROGRAM);
}

bool cf_is_interruption(void)
{
    size_t number = atomic_load(&armed);
    return number > 0 && faults[number - 1].error == EINTR;
}

const cf_fault *cf_strike(cf_call call, const void *address)
{
    size_t number = atomic_load(&armed);
    if (number == 0)
        return NULL;
    const cf_fault *fault = &faults[number - 1];
    if (fault->call != call || !is_from(address, fault->caller))
        return NULL;
    uint64_t count = atomic_fetch_add(&seen, 1) + 1;
    if (count < atomic_load(&target) || (count > atomic_load(&target) && !atomic_load(&stays_armed)))
        return NULL;
    atomic_store(&was_reached, true);
    return fault;
}

int cf_refuse(const cf_fault *fault)
{
    errno = fault->error;
    return -1;
}

void *cf_real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

size_t cf_fault_count(void)
{
    return FAULTS;
}

const char *cf_fault_name(size_t fault)
{
    return faults[fault].name;
}

bool cf_fault_can_stay(size_t fault)
{
    return faults[fault].can_stay;
}

bool cf_fault_is_frequent(size_t fault)
{
    return faults[fault].caller == CALLER_OPENSSL;
}

bool cf_fault_is_harmless(size_t fault)
{
    const cf_fault *it = &faults[fault];
    if (it->call == CALL_PTHREAD_CREATE)
        return false;
    return it->effect == PARTIAL || it->error == EINTR || it->error == EAGAIN || it->call == CALL_SETSOCKOPT;
}

bool cf_was_reached(void)
{
    return atomic_load(&was_reached);
}

void cf_arm(size_t fault, uint64_t number, bool stays)
{
    atomic_store(&seen, 0);
    atomic_store(&target, number);
    atomic_store(&stays_armed, stays);
    atomic_store(&was_reached, false);
    atomic_store(&armed, fault + 1);
}

bool cf_disarm(void)
{
    atomic_store(&armed, 0);
    return atomic_load(&was_reached);
}
