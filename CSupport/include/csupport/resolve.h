#ifndef CSUPPORT_RESOLVE_H
#define CSUPPORT_RESOLVE_H

#include "base.h"

CS_NONNULL_BEGIN

/* The system's look-up of host names. It waits for as long as the system likes and cannot be interrupted: it
 * is for threads that have nothing else to do. */

typedef enum CS_CLOSED_ENUM cs_resolve_family {
    CS_RESOLVE_ANY CS_SWIFT_NAME("any") = 0,
    CS_RESOLVE_IPV4 CS_SWIFT_NAME("ipv4") = 1,
    CS_RESOLVE_IPV6 CS_SWIFT_NAME("ipv6") = 2,
} cs_resolve_family;

/* Addresses (of address.h) in the system's order of preference. */
typedef struct cs_resolved cs_resolved;

/* Looks the name up. OK: `*out` is the caller's to free. LIBRARY: `*error` is for cs_resolve_not_found and
 * cs_resolve_text. SYSTEM: `*error` is errno. */
cs_status cs_resolve(const char *name, cs_resolve_family family, cs_resolved * CS_NULLABLE * CS_NONNULL out,
                     int *error);
void cs_resolved_free(cs_resolved *CS_NULLABLE self);

/* Copies the next address; its port is 0. OK: `*out_used` bytes. CLOSED: there are no more. INVALID: no room.
 */
cs_status cs_resolved_next(cs_resolved *self, uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len,
                           size_t *out_used);

/* Whether an error means that there is no such name, or no such address of it. */
bool cs_resolve_not_found(int error);
/* The system's words for it, which live as long as the program. */
const char *cs_resolve_text(int error);

CS_NONNULL_END

#endif
