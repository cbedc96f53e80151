#ifndef CTESTTLS_IDENTITY_H
#define CTESTTLS_IDENTITY_H
#include "base.h"

/* A certificate (EC P-256), its private key, and the intermediates between it and its root.
 * Immutable once made: any thread may read it. */
typedef struct ct_identity ct_identity;

/* What a certificate is to say. Strings are borrowed for the call. */
typedef struct ct_identity_request {
    const char *common_name;
    const char *alternative_names; /* "DNS:localhost,IP:127.0.0.1"; null: none */
    bool is_authority;
    int64_t starts_in; /* seconds from now, negative: in the past */
    int64_t ends_in;
} ct_identity_request;

/* Signed by `issuer` (borrowed), or by itself when that is null. The caller frees it. Null: OpenSSL refused.
 */
ct_identity *ct_identity_new(const ct_identity *issuer, const ct_identity_request *request);

/* PEM text, which the caller frees with ct_string_free. Null: no memory. */
char *ct_identity_certificate_pem(const ct_identity *self);
char *ct_identity_chain_pem(const ct_identity *self); /* the certificate, then its intermediates, no root */
char *ct_identity_key_pem(const ct_identity *self);   /* PKCS#8, not encrypted */
char *ct_identity_key_pem_encrypted(const ct_identity *self, const char *password);

/* Base64 of the SHA-256 of the public key (what a pin compares). Freed with ct_string_free. */
char *ct_identity_pin(const ct_identity *self);

void ct_identity_free(ct_identity *self);
#endif
