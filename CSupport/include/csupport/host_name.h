#ifndef CSUPPORT_HOST_NAME_H
#define CSUPPORT_HOST_NAME_H

#include "base.h"

CS_NONNULL_BEGIN

/* Names of hosts in other scripts than Latin (RFC 5890 to 5894, mapped as UTS 46 has it), over libidn2.
 * Declared always, defined only in a build with the trait LibIDN2. */

/* Room that is enough for every name. */
enum { CS_HOST_NAME_LIMIT = 255 };

/* Writes the ASCII form of a name in UTF-8, `xn--…` where a label needs it, and how long it is. It is lower
 * case where the name was not ASCII already. OK; INVALID: no host can be called so; NO_MEMORY; LIMIT: `out`
 * is too small. */
cs_status cs_host_name_to_ascii(const uint8_t *CS_NULLABLE CS_COUNT(len) name CS_BORROWED, size_t len,
                                uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len, size_t *produced);

CS_NONNULL_END

#endif
