#ifndef CSUPPORT_TLS_SHARED_H
#define CSUPPORT_TLS_SHARED_H

#include <openssl/ssl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Between tls_context.c, tls.c and tls_failure.c. */

struct cs_tls_context {
    SSL_CTX *ctx;
    BIO_METHOD *method;
    atomic_size_t owners;
    uint8_t *pins; /* 32 bytes each */
    size_t pins_len;
    bool verifies;
    char text[160];
};

struct cs_tls {
    SSL *ssl;
    struct cs_tls_context *context;
    const uint8_t *in; /* what is left of the caller's input, during a call */
    size_t in_len;
    uint8_t *out; /* from out_start to out_end waits to be flushed; null when nothing does */
    size_t out_start, out_end, out_capacity;
    SSL_SESSION *ticket;
    int failure; /* a cs_tls_failure */
    const char *failure_text;
    bool lacked_memory;
    bool is_established; /* the handshake is done */
};

enum {
    CS_TLS_MAX_PENDING = 1
        << 20, /* a caller that never flushes, or a peer that never reads, gets no further */
    CS_TLS_PIN_SIZE = 32,
};

void cs_tls_context_keep(struct cs_tls_context *self);

/* Reads and writes the memory of the cs_tls that is the BIO's data. Null when memory is short. */
BIO_METHOD *cs_tls_memory_method(void);

/* SSL_CTX_sess_set_new_cb's: keeps the newest ticket in the cs_tls that is the SSL's app data. */
int cs_tls_keep_ticket(SSL *ssl, SSL_SESSION *session);

/* Notes why an SSL call failed, out of OpenSSL's error queue. */
void cs_tls_note_failure(struct cs_tls *self);

#endif
