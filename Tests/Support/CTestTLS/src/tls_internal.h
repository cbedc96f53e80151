#ifndef CTESTTLS_TLS_INTERNAL_H
#define CTESTTLS_TLS_INTERNAL_H
#include "ctesttls/tls.h"

#include <openssl/ssl.h>

struct ct_tls_server {
    SSL_CTX *context;
    uint8_t *alpn; /* as on the wire: each name after its length */
    unsigned alpn_length;
};

/* Adds every certificate of the PEM text to the roots that the context trusts. */
bool ct_tls_trust(SSL_CTX *context, const char *pem);
#endif
