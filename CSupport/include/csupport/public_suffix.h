#ifndef CSUPPORT_PUBLIC_SUFFIX_H
#define CSUPPORT_PUBLIC_SUFFIX_H

#include "base.h"

CS_NONNULL_BEGIN

/* The domains below which anybody can register a name, by the Public Suffix List, over libpsl. Declared
 * always, defined only in a build with the trait LibPSL. */

/* Never changes, so any thread may use it. */
typedef struct cs_public_suffixes cs_public_suffixes;

/* The newest list there is, the system's or the library's own; null when there is none. It is read once
 * and kept for ever: nothing frees it. */
const cs_public_suffixes *CS_NULLABLE cs_public_suffixes_load(void);

/* Whether a domain, in lower-case ASCII and without a dot at its end, is on the list or has a single label.
 * What cannot be a domain (too long, or with a NUL in it) is answered as if it were. */
bool cs_public_suffixes_contain(const cs_public_suffixes *self,
                                const uint8_t *CS_NULLABLE CS_COUNT(len) domain CS_BORROWED, size_t len);

CS_NONNULL_END

#endif
