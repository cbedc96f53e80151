#ifndef CTESTTLS_TLS_H
#define CTESTTLS_TLS_H
#include "base.h"
#include "identity.h"

/* A server's TLS settings. Shared by its connections' threads. */
typedef struct ct_tls_server ct_tls_server;

/* Strings are borrowed for the call. */
typedef struct ct_tls_options {
    int min_version;  /* 0x0301 … 0x0304; 0: OpenSSL's own */
    int max_version;  /* likewise */
    const char *alpn; /* "h2,http/1.1", best first; null: not negotiated */
    bool resumption;  /* session tickets are given out and taken */
    bool leaf_only;   /* intermediates are kept back */
    const char
        *client_authority_pem; /* clients must show a certificate of this authority; null: none asked */
} ct_tls_options;

/* `identity` and `options` are borrowed for the call. The caller frees the result. Null: OpenSSL refused. */
ct_tls_server *ct_tls_server_new(const ct_identity *identity, const ct_tls_options *options);
void ct_tls_server_free(ct_tls_server *self);
#endif
