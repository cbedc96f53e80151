#define _GNU_SOURCE

#include "plan.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t clamped(const cf_fault *fault, size_t len)
{
    return fault && len > 1 ? 1 : len;
}

/* A signal between threads is eight bytes in the kernel's memory: it cannot fail, but it can be interrupted.
 */
static const cf_fault *strike(cf_call call, size_t len, const void *address)
{
    return len == sizeof(uint64_t) && !cf_is_interruption() ? NULL : cf_strike(call, address);
}

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    const cf_fault *fault = cf_strike(CALL_OPEN, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(open)(path, flags, mode);
}

ssize_t read(int descriptor, void *out, size_t len)
{
    const cf_fault *fault = strike(CALL_READ, len, CF_CALLER);
    if (fault && fault->effect == REFUSE)
        return cf_refuse(fault);
    return CF_REAL(read)(descriptor, out, clamped(fault, len));
}

ssize_t write(int descriptor, const void *bytes, size_t len)
{
    const cf_fault *fault = strike(CALL_WRITE, len, CF_CALLER);
    if (fault && fault->effect == REFUSE)
        return cf_refuse(fault);
    return CF_REAL(write)(descriptor, bytes, clamped(fault, len));
}

int close(int descriptor)
{
    const cf_fault *fault = cf_strike(CALL_CLOSE, CF_CALLER);
    int rc = CF_REAL(close)(descriptor);
    return fault ? cf_refuse(fault) : rc;
}

int fcntl(int descriptor, int command, ...)
{
    const cf_fault *fault = cf_strike(CALL_FCNTL, CF_CALLER);
    if (fault)
        return cf_refuse(fault);
    if (command == F_GETFD || command == F_GETFL)
        return CF_REAL(fcntl)(descriptor, command);
    va_list rest;
    va_start(rest, command);
    long argument = va_arg(rest, long);
    va_end(rest);
    return CF_REAL(fcntl)(descriptor, command, argument);
}

int stat(const char *path, struct stat *facts)
{
    const cf_fault *fault = cf_strike(CALL_STAT, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(stat)(path, facts);
}

int fstat(int descriptor, struct stat *facts)
{
    const cf_fault *fault = cf_strike(CALL_FSTAT, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(fstat)(descriptor, facts);
}

int rename(const char *from, const char *to)
{
    const cf_fault *fault = cf_strike(CALL_RENAME, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(rename)(from, to);
}

ssize_t getrandom(void *out, size_t len, unsigned flags)
{
    const cf_fault *fault = cf_strike(CALL_GETRANDOM, CF_CALLER);
    return fault ? cf_refuse(fault) : CF_REAL(getrandom)(out, len, flags);
}

#if !CF_IS_SANITIZED
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context)
{
    const cf_fault *fault = cf_strike(CALL_PTHREAD_CREATE, CF_CALLER);
    return fault ? fault->error : CF_REAL(pthread_create)(thread, attributes, body, context);
}
#endif
