#ifndef CFAULTS_PLAN_H
#define CFAULTS_PLAN_H
#include <stdbool.h>
#include <stddef.h>

typedef enum cf_call {
    CALL_MALLOC,
    CALL_CALLOC,
    CALL_REALLOC,
    CALL_SOCKET,
    CALL_CONNECT,
    CALL_RECV,
    CALL_SEND,
    CALL_SENDMSG,
    CALL_SETSOCKOPT,
    CALL_GETSOCKOPT,
    CALL_GETPEERNAME,
    CALL_EPOLL_CREATE,
    CALL_EPOLL_CTL,
    CALL_EPOLL_WAIT,
    CALL_EVENTFD,
    CALL_POLL,
    CALL_OPEN,
    CALL_READ,
    CALL_WRITE,
    CALL_CLOSE,
    CALL_FCNTL,
    CALL_STAT,
    CALL_FSTAT,
    CALL_RENAME,
    CALL_GETRANDOM,
    CALL_PTHREAD_CREATE,
    CALL_GETADDRINFO,
} cf_call;

typedef enum cf_effect {
    REFUSE,  /* nothing is done, and the error is told */
    PARTIAL, /* one byte is moved */
    DENY,    /* it is done, and an error is told all the same */
} cf_effect;

/* Whose calls count. */
typedef enum cf_caller {
    CALLER_PROGRAM,
    CALLER_ZLIB,
    CALLER_OPENSSL,
} cf_caller;

typedef struct cf_fault {
    const char *name;
    cf_call call;
    cf_effect effect;
    int error; /* an errno, or what the call returns where it returns its error */
    bool can_stay;
    cf_caller caller;
} cf_fault;

/* The fault that this call is to have; null: none. `address` is where it was called from. */
const cf_fault *cf_strike(cf_call call, const void *address);

/* Whether what is to fail fails only for having been interrupted. */
bool cf_is_interruption(void);

/* Whether the address lies in the program's own code. */
bool cf_is_own(const void *address);

/* Sets errno and returns -1. */
int cf_refuse(const cf_fault *fault);

/* The C library's function of this name. */
void *cf_real(const char *name);

/* Under these the runtime has to see these calls itself. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CF_IS_SANITIZED 1
#endif
#endif
#ifndef CF_IS_SANITIZED
#define CF_IS_SANITIZED 0
#endif

#define CF_CALLER __builtin_return_address(0)
#define CF_REAL(name) ((__typeof__(&name))cf_real(#name))
#endif
