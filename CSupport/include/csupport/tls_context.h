#ifndef CSUPPORT_TLS_CONTEXT_H
#define CSUPPORT_TLS_CONTEXT_H

#include "base.h"

CS_NONNULL_BEGIN

/* What many TLS client sessions share: whom they trust, who they are, which versions they speak. */

typedef enum CS_CLOSED_ENUM cs_tls_version {
    CS_TLS_1_2 CS_SWIFT_NAME("tls1_2") = 0,
    CS_TLS_1_3 CS_SWIFT_NAME("tls1_3") = 1,
} cs_tls_version;

/* Set up by one thread; once the first session is made it does not change, and any thread may make more.
 * Peers are verified unless set otherwise, against the roots added and no others; a root may be any
 * certificate, not only a self-signed one. Calls answer OK or NO_MEMORY and what is said with them; the text
 * then says more. */
typedef struct cs_tls_context cs_tls_context;

/* Null when memory is short. A session keeps its context alive by itself. */
cs_tls_context *CS_NULLABLE cs_tls_context_new(void);
void cs_tls_context_free(cs_tls_context *CS_NULLABLE self);

/* A few words about the last call that failed, until the next call. */
const char *cs_tls_context_text(const cs_tls_context *self);

/* INVALID: nothing is between them. */
cs_status cs_tls_context_set_versions(cs_tls_context *self, cs_tls_version minimum, cs_tls_version maximum);

/* With false any certificate for any name is taken (pins are still looked at, for the peer's own). */
void cs_tls_context_set_verifies(cs_tls_context *self, bool verifies);

/* SHA-256 digests of public keys (SPKI), 32 bytes each, copied: one must be that of a certificate in the
 * verified chain. INVALID: not a multiple of 32. */
cs_status cs_tls_context_set_pins(cs_tls_context *self,
                                  const uint8_t *CS_NULLABLE CS_COUNT(len) pins CS_BORROWED, size_t len);

/* The protocols to offer, each after a byte with its length (RFC 7301 3.1). INVALID: not so. */
cs_status cs_tls_context_set_protocols(cs_tls_context *self,
                                       const uint8_t *CS_NULLABLE CS_COUNT(len) list CS_BORROWED, size_t len);

/* Roots as PEM text, in a file of such, and in a folder where they are named by hash (read when needed).
 * CORRUPT: no certificate there, or one that cannot be read. */
cs_status cs_tls_context_add_roots(cs_tls_context *self,
                                   const uint8_t *CS_NULLABLE CS_COUNT(len) pem CS_BORROWED, size_t len);
cs_status cs_tls_context_add_roots_file(cs_tls_context *self, const char *path);
cs_status cs_tls_context_add_roots_folder(cs_tls_context *self, const char *path);

/* The client's certificate, those between it and a root, and its key, as PEM; the passphrase may be empty.
 * CORRUPT: unreadable, a wrong passphrase, or a key that is not the certificate's. */
cs_status cs_tls_context_set_identity(
    cs_tls_context *self, const uint8_t *CS_NULLABLE CS_COUNT(chain_len) chain CS_BORROWED, size_t chain_len,
    const uint8_t *CS_NULLABLE CS_COUNT(key_len) key CS_BORROWED, size_t key_len,
    const uint8_t *CS_NULLABLE CS_COUNT(phrase_len) phrase CS_BORROWED, size_t phrase_len);

CS_NONNULL_END

#endif
