#ifndef CSUPPORT_TLS_INFO_H
#define CSUPPORT_TLS_INFO_H

#include "tls.h"

CS_NONNULL_BEGIN

/* About the session once the handshake is done. The texts live as long as the program. */
const char *cs_tls_version_text(const cs_tls *self);
const char *cs_tls_cipher_text(const cs_tls *self);
bool cs_tls_is_resumed(const cs_tls *self);
/* The protocol agreed upon; `*used` is 0 for none. INVALID: no room (255 is enough). */
cs_status cs_tls_protocol(const cs_tls *self, uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len,
                          size_t *used);
/* The peer's certificate, as DER. WANT_OUTPUT: it takes `*used` bytes. INVALID: there is none. */
cs_status cs_tls_certificate(const cs_tls *self, uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len,
                             size_t *used);

CS_NONNULL_END

#endif
