#include "identity_internal.h"
#include "tls_internal.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdlib.h>
#include <string.h>

bool ct_tls_trust(SSL_CTX *context, const char *pem)
{
    BIO *bio = BIO_new_mem_buf(pem, -1);
    if (bio == NULL)
        return false;
    bool any = false;
    X509 *certificate;
    while ((certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL)) != NULL) {
        any = X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate) == 1;
        X509_free(certificate);
        if (!any)
            break;
    }
    ERR_clear_error(); /* the end of the text counts as one */
    BIO_free(bio);
    return any;
}

static int choose_protocol(SSL *ssl, const uint8_t **out, uint8_t *out_length, const uint8_t *offered,
                           unsigned offered_length, void *context)
{
    (void)ssl;
    const ct_tls_server *self = context;
    uint8_t *chosen = NULL;
    if (SSL_select_next_proto(&chosen, out_length, self->alpn, self->alpn_length, offered, offered_length) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

/* "h2,http/1.1" becomes the wire's list. */
static bool set_protocols(ct_tls_server *self, const char *names)
{
    size_t length = strlen(names);
    self->alpn = malloc(length + 1);
    if (self->alpn == NULL)
        return false;
    size_t start = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && names[i] != ',')
            continue;
        size_t size = i - start;
        if (size == 0 || size > 255)
            return false;
        self->alpn[start] = (uint8_t)size;
        memcpy(self->alpn + start + 1, names + start, size);
        start = i + 1;
    }
    self->alpn_length = (unsigned)length + 1;
    SSL_CTX_set_alpn_select_cb(self->context, choose_protocol, self);
    return true;
}

static bool set_identity(SSL_CTX *context, const ct_identity *identity, bool leaf_only)
{
    if (SSL_CTX_use_certificate(context, identity->certificate) != 1 ||
        SSL_CTX_use_PrivateKey(context, identity->key) != 1)
        return false;
    for (int i = 0; !leaf_only && i < sk_X509_num(identity->intermediates); i++)
        if (SSL_CTX_add1_chain_cert(context, sk_X509_value(identity->intermediates, i)) != 1)
            return false;
    SSL_CTX_set_mode(context, SSL_MODE_NO_AUTO_CHAIN);
    return true;
}

static bool set_versions(SSL_CTX *context, const ct_tls_options *options)
{
    /* Debian's own minimum is TLS 1.2; a test that asks for less must get it. */
    if (options->max_version != 0 && options->max_version < TLS1_2_VERSION)
        SSL_CTX_set_security_level(context, 0);
    int minimum = options->min_version;
    if (minimum == 0 && options->max_version != 0 && options->max_version < TLS1_2_VERSION)
        minimum = options->max_version;
    return (minimum == 0 || SSL_CTX_set_min_proto_version(context, minimum) == 1) &&
           SSL_CTX_set_max_proto_version(context, options->max_version) == 1;
}

static bool configure(ct_tls_server *self, const ct_identity *identity, const ct_tls_options *options)
{
    SSL_CTX *context = self->context;
    static const uint8_t session_context[] = "test";
    if (SSL_CTX_set_session_id_context(context, session_context, sizeof session_context - 1) != 1)
        return false;
    if (!options->resumption) {
        SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
        SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
        if (SSL_CTX_set_num_tickets(context, 0) != 1)
            return false;
    }
    if (options->client_authority_pem != NULL) {
        if (!ct_tls_trust(context, options->client_authority_pem))
            return false;
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
    }
    return set_versions(context, options) && set_identity(context, identity, options->leaf_only) &&
           (options->alpn == NULL || set_protocols(self, options->alpn));
}

ct_tls_server *ct_tls_server_new(const ct_identity *identity, const ct_tls_options *options)
{
    ct_tls_server *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->context = SSL_CTX_new(TLS_server_method());
    if (self->context == NULL || !configure(self, identity, options)) {
        ct_tls_server_free(self);
        return NULL;
    }
    return self;
}

void ct_tls_server_free(ct_tls_server *self)
{
    if (self == NULL)
        return;
    SSL_CTX_free(self->context);
    free(self->alpn);
    free(self);
}
