#ifndef CSUPPORT_BASE_H
#define CSUPPORT_BASE_H

/* What every other header needs: the one status type, and the marks by which Swift sees a borrowed
 * buffer as a Span. Plain C to any other compiler. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__) && __has_include(<ptrcheck.h>) && __has_include(<lifetimebound.h>)
#include <lifetimebound.h>
#include <ptrcheck.h>
#define CS_COUNT(n) __counted_by(n) /* points to n elements */
#define CS_BORROWED __noescape      /* is not kept after the call */
#else
#define CS_COUNT(n)
#define CS_BORROWED
#endif

#ifdef __clang__
/* Between these two a pointer is never null unless it is marked. A buffer that may be empty has to be: the
 * Span made of it in Swift may have no address. */
#define CS_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CS_NONNULL_END _Pragma("clang assume_nonnull end")
#define CS_NULLABLE _Nullable
#define CS_NONNULL _Nonnull
#define CS_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#define CS_SWIFT_NAME(name) __attribute__((swift_name(name)))
#else
#define CS_NONNULL_BEGIN
#define CS_NONNULL_END
#define CS_NULLABLE
#define CS_NONNULL
#define CS_CLOSED_ENUM
#define CS_SWIFT_NAME(name)
#endif

/* What a call answers. Below zero it has failed, and unless its header says otherwise its handle can then
 * only be freed. */
typedef enum CS_CLOSED_ENUM cs_status {
    CS_STATUS_OK CS_SWIFT_NAME("ok") = 0,
    CS_STATUS_WANT_INPUT CS_SWIFT_NAME("wantInput") = 1,   /* nothing more to do before more input */
    CS_STATUS_WANT_OUTPUT CS_SWIFT_NAME("wantOutput") = 2, /* nothing more to do before more room */
    CS_STATUS_CLOSED CS_SWIFT_NAME("closed") = 3,          /* the peer has ended its side in good order */
    CS_STATUS_TIMED_OUT CS_SWIFT_NAME("timedOut") = 4,     /* the deadline has passed */
    CS_STATUS_NO_MEMORY CS_SWIFT_NAME("noMemory") = -1,
    CS_STATUS_CORRUPT CS_SWIFT_NAME("corrupt") = -2,     /* the bytes are not what they should be */
    CS_STATUS_TRUNCATED CS_SWIFT_NAME("truncated") = -3, /* the bytes end too early */
    CS_STATUS_LIMIT CS_SWIFT_NAME("limit") = -4,         /* more than was allowed */
    CS_STATUS_SYSTEM CS_SWIFT_NAME("system") = -5,       /* a system call failed, errno is reported */
    CS_STATUS_LIBRARY CS_SWIFT_NAME("library") = -6,     /* a library refused; the handle knows more */
    CS_STATUS_INVALID CS_SWIFT_NAME("invalid") = -7,     /* an argument that cannot be meant */
} cs_status;

#endif
