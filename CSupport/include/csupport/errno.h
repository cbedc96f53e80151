#ifndef CSUPPORT_ERRNO_H
#define CSUPPORT_ERRNO_H

#include "base.h"

CS_NONNULL_BEGIN

/* The system's error numbers, which differ between systems, as the few meanings a caller can act on. */

typedef enum CS_CLOSED_ENUM cs_errno {
    CS_ERRNO_OTHER CS_SWIFT_NAME("other") = 0,
    CS_ERRNO_NO_MEMORY CS_SWIFT_NAME("noMemory") = 1,
    CS_ERRNO_REFUSED CS_SWIFT_NAME("refused") = 2,
    CS_ERRNO_UNREACHABLE CS_SWIFT_NAME("unreachable") = 3,
    CS_ERRNO_TIMED_OUT CS_SWIFT_NAME("timedOut") = 4,
    CS_ERRNO_RESET CS_SWIFT_NAME("reset") = 5,
    CS_ERRNO_CLOSED CS_SWIFT_NAME("closed") = 6,
    CS_ERRNO_NO_ADDRESS CS_SWIFT_NAME("addressUnavailable") = 7,
    CS_ERRNO_DENIED CS_SWIFT_NAME("permissionDenied") = 8,
    CS_ERRNO_NOT_FOUND CS_SWIFT_NAME("notFound") = 9,
    CS_ERRNO_EXISTS CS_SWIFT_NAME("alreadyExists") = 10,
    CS_ERRNO_IS_DIRECTORY CS_SWIFT_NAME("isDirectory") = 11,
    CS_ERRNO_NO_SPACE CS_SWIFT_NAME("noSpace") = 12,
    CS_ERRNO_TOO_MANY_FILES CS_SWIFT_NAME("tooManyDescriptors") = 13,
    CS_ERRNO_INVALID CS_SWIFT_NAME("invalidArgument") = 14,
    CS_ERRNO_OTHER_FILE_SYSTEM CS_SWIFT_NAME("otherFileSystem") = 15,
} cs_errno;

/* Any thread; for 0 and numbers it does not know, OTHER. */
cs_errno cs_errno_meaning(int number);

/* Writes the system's text for the number, ended by a zero byte and cut to fit. */
void cs_errno_text(int number, char *CS_COUNT(out_len) out CS_BORROWED, size_t out_len);

CS_NONNULL_END

#endif
