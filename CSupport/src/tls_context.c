#include <csupport/tls_context.h>

#include <dirent.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tls_shared.h"

static cs_status fail(cs_tls_context *self, cs_status status, const char *what)
{
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    snprintf(self->text, sizeof self->text, "%s%s%s", what, reason ? ": " : "", reason ? reason : "");
    ERR_clear_error();
    return status;
}

static bool matches_pin(const cs_tls_context *self, X509 *certificate)
{
    uint8_t digest[EVP_MAX_MD_SIZE];
    unsigned digest_len = 0;
    uint8_t *key = NULL;
    int key_len = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
    bool is_hashed =
        key_len > 0 && EVP_Digest(key, (size_t)key_len, digest, &digest_len, EVP_sha256(), NULL) == 1;
    OPENSSL_free(key);
    if (!is_hashed || digest_len != CS_TLS_PIN_SIZE)
        return false;
    for (size_t i = 0; i < self->pins_len; i += CS_TLS_PIN_SIZE) {
        if (memcmp(self->pins + i, digest, CS_TLS_PIN_SIZE) == 0)
            return true;
    }
    return false;
}

/* Without verification the chain is whatever the peer sent along: only its own certificate proves anything.
 */
static bool matches_pins(const cs_tls_context *self, X509_STORE_CTX *store)
{
    if (self->pins_len == 0)
        return true;
    if (!self->verifies)
        return matches_pin(self, X509_STORE_CTX_get0_cert(store));
    STACK_OF(X509) *chain = X509_STORE_CTX_get0_chain(store);
    for (int i = 0; i < sk_X509_num(chain); i++) {
        if (matches_pin(self, sk_X509_value(chain, i)))
            return true;
    }
    return false;
}

/* In place of OpenSSL's verification; its answer decides the handshake. */
static int verify(X509_STORE_CTX *store, void *context)
{
    const cs_tls_context *self = context;
    if (self->verifies && X509_verify_cert(store) <= 0)
        return 0;
    bool is_pinned = matches_pins(self, store);
    X509_STORE_CTX_set_error(store, is_pinned ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION);
    return is_pinned;
}

static void set_defaults(cs_tls_context *self)
{
    SSL_CTX *ctx = self->ctx;
    SSL_CTX_set_verify(ctx, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_cert_verify_callback(ctx, verify, self);
    X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(ctx), X509_V_FLAG_PARTIAL_CHAIN);
    SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(ctx, cs_tls_keep_ticket);
}

cs_tls_context *cs_tls_context_new(void)
{
    cs_tls_context *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    atomic_init(&self->owners, 1);
    self->verifies = true;
    self->ctx = SSL_CTX_new(TLS_client_method());
    self->method = cs_tls_memory_method();
    if (!self->ctx || !self->method ||
        cs_tls_context_set_versions(self, CS_TLS_1_2, CS_TLS_1_3) != CS_STATUS_OK) {
        cs_tls_context_free(self);
        return NULL;
    }
    set_defaults(self);
    return self;
}

void cs_tls_context_keep(cs_tls_context *self)
{
    atomic_fetch_add_explicit(&self->owners, 1, memory_order_relaxed);
}

void cs_tls_context_free(cs_tls_context *self)
{
    if (!self || atomic_fetch_sub_explicit(&self->owners, 1, memory_order_acq_rel) > 1)
        return;
    SSL_CTX_free(self->ctx);
    BIO_meth_free(self->method);
    free(self->pins);
    free(self);
}

const char *cs_tls_context_text(const cs_tls_context *self)
{
    return self->text;
}

static int number_of(cs_tls_version version)
{
    return version == CS_TLS_1_2 ? TLS1_2_VERSION : TLS1_3_VERSION;
}

cs_status cs_tls_context_set_versions(cs_tls_context *self, cs_tls_version minimum, cs_tls_version maximum)
{
    if (minimum > maximum)
        return fail(self, CS_STATUS_INVALID, "no TLS version is allowed");
    if (SSL_CTX_set_min_proto_version(self->ctx, number_of(minimum)) != 1 ||
        SSL_CTX_set_max_proto_version(self->ctx, number_of(maximum)) != 1)
        return fail(self, CS_STATUS_INVALID, "the TLS version is not supported");
    return CS_STATUS_OK;
}

void cs_tls_context_set_verifies(cs_tls_context *self, bool verifies)
{
    self->verifies = verifies;
}

cs_status cs_tls_context_set_pins(cs_tls_context *self, const uint8_t *pins, size_t len)
{
    if (len % CS_TLS_PIN_SIZE != 0)
        return fail(self, CS_STATUS_INVALID, "a pin is not 32 bytes long");
    uint8_t *copy = malloc(len > 0 ? len : 1);
    if (!copy)
        return CS_STATUS_NO_MEMORY;
    if (len > 0)
        memcpy(copy, pins, len);
    free(self->pins);
    self->pins = copy;
    self->pins_len = len;
    return CS_STATUS_OK;
}

cs_status cs_tls_context_set_protocols(cs_tls_context *self, const uint8_t *list, size_t len)
{
    for (size_t i = 0; i < len; i += 1 + (size_t)list[i]) {
        if (list[i] == 0 || len - i - 1 < list[i])
            return fail(self, CS_STATUS_INVALID, "the list of protocols is malformed");
    }
    if (len > UINT16_MAX)
        return fail(self, CS_STATUS_INVALID, "the list of protocols is too long");
    return SSL_CTX_set_alpn_protos(self->ctx, list, (unsigned)len) == 0 ? CS_STATUS_OK : CS_STATUS_NO_MEMORY;
}

/* A BIO over borrowed bytes; null when there are none or too many. */
static BIO *reading(const uint8_t *bytes, size_t len)
{
    return len > 0 && len <= INT_MAX ? BIO_new_mem_buf(bytes, (int)len) : NULL;
}

/* At the end of a PEM text the reader reports that nothing begins any more: that is no fault. */
static bool is_at_end_of_pem(void)
{
    unsigned long error = ERR_peek_last_error();
    return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

static int refuse_to_ask(char *to, int size, int is_writing, void *context)
{
    (void)to, (void)size, (void)is_writing, (void)context;
    return -1; /* or OpenSSL would ask at the terminal */
}

cs_status cs_tls_context_add_roots(cs_tls_context *self, const uint8_t *pem, size_t len)
{
    ERR_clear_error();
    BIO *bio = reading(pem, len);
    if (!bio)
        return fail(self, CS_STATUS_CORRUPT, "no certificate in the roots given");
    X509_STORE *store = SSL_CTX_get_cert_store(self->ctx);
    size_t count = 0;
    bool is_good = true;
    X509 *root;
    while (is_good && (root = PEM_read_bio_X509_AUX(bio, NULL, refuse_to_ask, NULL))) {
        is_good = X509_STORE_add_cert(store, root) == 1;
        X509_free(root);
        count++;
    }
    is_good = is_good && count > 0 && is_at_end_of_pem();
    BIO_free(bio);
    if (!is_good)
        return fail(self, CS_STATUS_CORRUPT,
                    count > 0 ? "unreadable certificate in the roots given"
                              : "no certificate in the roots given");
    ERR_clear_error();
    return CS_STATUS_OK;
}

cs_status cs_tls_context_add_roots_file(cs_tls_context *self, const char *path)
{
    ERR_clear_error();
    if (X509_STORE_load_file(SSL_CTX_get_cert_store(self->ctx), path) != 1)
        return fail(self, CS_STATUS_CORRUPT, "no certificates could be read");
    ERR_clear_error();
    return CS_STATUS_OK;
}

/* As c_rehash names them: eight hexadecimal digits, a dot, a number. */
static bool is_hash_name(const char *name)
{
    return strspn(name, "0123456789abcdef") == 8 && name[8] == '.' && name[9] >= '0' && name[9] <= '9';
}

static bool has_hash_names(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        return false;
    const struct dirent *entry;
    do
        entry = readdir(folder);
    while (entry && !is_hash_name(entry->d_name));
    closedir(folder);
    return entry != NULL;
}

cs_status cs_tls_context_add_roots_folder(cs_tls_context *self, const char *path)
{
    ERR_clear_error();
    if (!has_hash_names(path))
        return fail(self, CS_STATUS_CORRUPT, "no certificates named by hash there");
    if (X509_STORE_load_path(SSL_CTX_get_cert_store(self->ctx), path) != 1)
        return fail(self, CS_STATUS_CORRUPT, "the folder cannot be used");
    return CS_STATUS_OK;
}

typedef struct phrase {
    const uint8_t *bytes;
    size_t len;
} phrase;

static int give_phrase(char *to, int size, int is_writing, void *context)
{
    (void)is_writing;
    const phrase *given = context;
    if (given->len == 0 || size < 0 || given->len > (size_t)size)
        return -1;
    memcpy(to, given->bytes, given->len);
    return (int)given->len;
}

static cs_status use_chain(cs_tls_context *self, BIO *bio)
{
    X509 *certificate = PEM_read_bio_X509_AUX(bio, NULL, refuse_to_ask, NULL);
    bool is_good = certificate && SSL_CTX_use_certificate(self->ctx, certificate) == 1 &&
                   SSL_CTX_clear_chain_certs(self->ctx) == 1;
    X509_free(certificate);
    while (is_good && (certificate = PEM_read_bio_X509(bio, NULL, refuse_to_ask, NULL))) {
        is_good = SSL_CTX_add1_chain_cert(self->ctx, certificate) == 1;
        X509_free(certificate);
    }
    if (!is_good || !is_at_end_of_pem())
        return fail(self, CS_STATUS_CORRUPT, "the client's certificate cannot be read");
    ERR_clear_error();
    return CS_STATUS_OK;
}

static cs_status use_key(cs_tls_context *self, BIO *bio, phrase *given)
{
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, give_phrase, given);
    bool is_used = key && SSL_CTX_use_PrivateKey(self->ctx, key) == 1;
    EVP_PKEY_free(key);
    if (!is_used)
        return fail(self, CS_STATUS_CORRUPT,
                    key ? "the client's key is not its certificate's" : "the client's key cannot be read");
    return CS_STATUS_OK;
}

cs_status cs_tls_context_set_identity(cs_tls_context *self, const uint8_t *chain, size_t chain_len,
                                      const uint8_t *key, size_t key_len, const uint8_t *phrase_bytes,
                                      size_t phrase_len)
{
    ERR_clear_error();
    BIO *chain_bio = reading(chain, chain_len);
    BIO *key_bio = reading(key, key_len);
    cs_status status = CS_STATUS_OK;
    if (!chain_bio || !key_bio)
        status = fail(self, CS_STATUS_CORRUPT, "the client's certificate or key is empty");
    if (status == CS_STATUS_OK)
        status = use_chain(self, chain_bio);
    phrase given = {phrase_bytes, phrase_len};
    if (status == CS_STATUS_OK)
        status = use_key(self, key_bio, &given);
    BIO_free(chain_bio);
    BIO_free(key_bio);
    return status;
}
