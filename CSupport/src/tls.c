#include <csupport/socket.h>
#include <csupport/tls.h>
#include <csupport/tls_failure.h>

#include <limits.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

#include "tls_shared.h"

static int read_memory(BIO *bio, char *to, size_t len, size_t *count)
{
    cs_tls *self = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    size_t taken = len < self->in_len ? len : self->in_len;
    *count = taken;
    if (taken == 0) {
        BIO_set_retry_read(bio);
        return 0;
    }
    memcpy(to, self->in, taken);
    self->in += taken;
    self->in_len -= taken;
    return 1;
}

/* Makes room for more output. False when there is too much already, or no memory. */
static bool reserve(cs_tls *self, size_t len)
{
    size_t waiting = self->out_end - self->out_start;
    if (len > CS_TLS_MAX_PENDING - waiting)
        return false;
    if (len <= self->out_capacity - self->out_end)
        return true;
    if (self->out_start > 0) {
        memmove(self->out, self->out + self->out_start, waiting);
        self->out_start = 0;
        self->out_end = waiting;
        if (len <= self->out_capacity - waiting)
            return true;
    }
    size_t capacity = 2 * waiting > waiting + len ? 2 * waiting : waiting + len;
    uint8_t *grown = realloc(self->out, capacity);
    if (!grown) {
        self->lacked_memory = true;
        return false;
    }
    self->out = grown;
    self->out_capacity = capacity;
    return true;
}

static int write_memory(BIO *bio, const char *from, size_t len, size_t *count)
{
    cs_tls *self = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    *count = 0;
    if (!reserve(self, len))
        return 0;
    memcpy(self->out + self->out_end, from, len);
    self->out_end += len;
    *count = len;
    return 1;
}

static long control_memory(BIO *bio, int command, long number, void *pointer)
{
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH; /* written is delivered */
}

BIO_METHOD *cs_tls_memory_method(void)
{
    BIO_METHOD *method = BIO_meth_new(BIO_TYPE_SOURCE_SINK | (BIO_TYPE_START - 1), "memory");
    if (!method)
        return NULL;
    BIO_meth_set_read_ex(method, read_memory);
    BIO_meth_set_write_ex(method, write_memory);
    BIO_meth_set_ctrl(method, control_memory);
    return method;
}

cs_tls *cs_tls_new(cs_tls_context *context)
{
    cs_tls *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    cs_tls_context_keep(context);
    self->context = context;
    self->failure_text = "";
    self->ssl = SSL_new(context->ctx);
    BIO *bio = BIO_new(context->method);
    if (!self->ssl || !bio || SSL_set_app_data(self->ssl, self) != 1) {
        BIO_free(bio);
        cs_tls_free(self);
        return NULL;
    }
    BIO_set_data(bio, self);
    BIO_set_init(bio, 1);
    SSL_set_bio(self->ssl, bio, bio);
    SSL_set_connect_state(self->ssl);
    return self;
}

void cs_tls_free(cs_tls *self)
{
    if (!self)
        return;
    /* Without this a session that was not closed would count as broken, and its tickets with it. */
    if (self->ssl)
        SSL_set_shutdown(self->ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_free(self->ssl);
    SSL_SESSION_free(self->ticket);
    free(self->out);
    cs_tls_context_free(self->context);
    free(self);
}

/* The longest host name, and a dot. */
enum { MAX_NAME = 254 };

/* False: a name for certain, which OpenSSL would take longer to see. */
static bool may_be_number(const char *host)
{
    bool begins_with_letter = (host[0] | 0x20) >= 'a' && (host[0] | 0x20) <= 'z';
    return !begins_with_letter || strchr(host, ':');
}

cs_status cs_tls_set_peer(cs_tls *self, const uint8_t *name, size_t len)
{
    char host[MAX_NAME + 1] = "";
    if (len == 0 || len > MAX_NAME || memchr(name, '\0', len))
        return CS_STATUS_INVALID;
    memcpy(host, name, len);
    if (len > 1 && host[len - 1] == '.')
        host[len - 1] = '\0'; /* the root's dot: neither certificates nor SNI have it */
    X509_VERIFY_PARAM *param = SSL_get0_param(self->ssl);
    char *zone = strchr(host, '%');
    if (zone)
        *zone = '\0'; /* an interface of this machine is nothing a certificate can name */
    if (may_be_number(host)) {
        if (X509_VERIFY_PARAM_set1_ip_asc(param, host) == 1)
            return CS_STATUS_OK;
        ERR_clear_error();
    }
    if (zone || host[0] == '.') /* to OpenSSL a dot in front means every name below */
        return CS_STATUS_INVALID;
    X509_VERIFY_PARAM_set_hostflags(param, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
                                               X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    bool is_set =
        X509_VERIFY_PARAM_set1_host(param, host, 0) == 1 && SSL_set_tlsext_host_name(self->ssl, host) == 1;
    return is_set ? CS_STATUS_OK : CS_STATUS_NO_MEMORY;
}

void cs_tls_ticket_free(cs_tls_ticket *self)
{
    SSL_SESSION_free((SSL_SESSION *)self);
}

void cs_tls_set_ticket(cs_tls *self, const cs_tls_ticket *ticket)
{
    SSL_SESSION *session = (SSL_SESSION *)(uintptr_t)ticket;
    if (SSL_SESSION_is_resumable(session))
        SSL_set_session(self->ssl, session);
}

int cs_tls_keep_ticket(SSL *ssl, SSL_SESSION *session)
{
    cs_tls *self = SSL_get_app_data(ssl);
    SSL_SESSION_free(self->ticket);
    self->ticket = session;
    return 1; /* kept */
}

cs_tls_ticket *cs_tls_take_ticket(cs_tls *self)
{
    SSL_SESSION *ticket = self->ticket;
    self->ticket = NULL;
    return (cs_tls_ticket *)ticket;
}

/* What an SSL call that did not succeed comes down to. */
static cs_status outcome(cs_tls *self, int rc)
{
    switch (SSL_get_error(self->ssl, rc)) {
    case SSL_ERROR_WANT_READ:
        return CS_STATUS_WANT_INPUT;
    case SSL_ERROR_ZERO_RETURN:
        return CS_STATUS_CLOSED;
    default:
        cs_tls_note_failure(self);
        return CS_STATUS_LIBRARY;
    }
}

static void lend(cs_tls *self, const uint8_t *in, size_t in_len)
{
    if (ERR_peek_error() != 0) /* clearing what is clear goes through all of the queue */
        ERR_clear_error();
    self->in = in;
    self->in_len = in_len;
}

static size_t take_back(cs_tls *self, size_t in_len)
{
    size_t consumed = in_len - self->in_len;
    self->in = NULL;
    self->in_len = 0;
    return consumed;
}

cs_status cs_tls_handshake(cs_tls *self, const uint8_t *in, size_t in_len, size_t *consumed)
{
    lend(self, in, in_len);
    int rc = SSL_do_handshake(self->ssl);
    cs_status status = rc == 1 ? CS_STATUS_OK : outcome(self, rc);
    *consumed = take_back(self, in_len);
    self->is_established = status == CS_STATUS_OK;
    if (status == CS_STATUS_CLOSED) { /* a goodbye in the middle of it */
        cs_tls_note_failure(self);
        status = CS_STATUS_LIBRARY;
    }
    return status;
}

/* Nothing is left, neither here nor inside: OpenSSL would take a buffer to say so. */
static bool is_dry(const cs_tls *self)
{
    return self->in_len == 0 && SSL_has_pending(self->ssl) == 0;
}

cs_status cs_tls_receive(cs_tls *self, const uint8_t *in, size_t in_len, size_t *consumed, uint8_t *out,
                         size_t out_len, size_t *produced)
{
    lend(self, in, in_len);
    size_t filled = 0;
    cs_status status = CS_STATUS_OK;
    while (status == CS_STATUS_OK && filled < out_len) {
        size_t count = 0;
        int rc = SSL_read_ex(self->ssl, out + filled, out_len - filled, &count);
        filled += count;
        if (rc != 1)
            status = outcome(self, rc);
        else if (is_dry(self))
            status = CS_STATUS_WANT_INPUT;
    }
    if (status == CS_STATUS_OK)
        status = CS_STATUS_WANT_OUTPUT;
    *consumed = take_back(self, in_len);
    *produced = filled;
    return status;
}

/* More than any record adds to its plaintext, and the records a length is cut into. */
static size_t sealed_size(size_t len)
{
    enum { RECORD = 16384, OVERHEAD = 256 };
    return len + (len / RECORD + 1) * OVERHEAD;
}

cs_status cs_tls_send(cs_tls *self, const uint8_t *bytes, size_t len)
{
    if (len == 0)
        return CS_STATUS_OK;
    size_t room = CS_TLS_MAX_PENDING - cs_tls_pending(self);
    if (len > room || sealed_size(len) > room)
        return CS_STATUS_LIMIT;
    lend(self, NULL, 0);
    size_t written = 0;
    int rc = SSL_write_ex(self->ssl, bytes, len, &written);
    if (rc == 1)
        return CS_STATUS_OK;
    cs_tls_note_failure(self);
    return CS_STATUS_LIBRARY;
}

void cs_tls_close(cs_tls *self)
{
    lend(self, NULL, 0);
    if (self->is_established && self->failure == CS_TLS_FAILURE_NONE)
        SSL_shutdown(
            self->ssl); /* answers that the peer's goodbye is still to come, which is not waited for */
    lend(self, NULL, 0);
}

size_t cs_tls_pending(const cs_tls *self)
{
    return self->out_end - self->out_start;
}

cs_status cs_tls_flush(cs_tls *self, int descriptor, size_t *count, int *error)
{
    *count = 0;
    if (cs_tls_pending(self) == 0)
        return CS_STATUS_OK;
    cs_status status =
        cs_socket_write(descriptor, self->out + self->out_start, cs_tls_pending(self), count, error);
    if (status == CS_STATUS_OK)
        self->out_start += *count;
    if (cs_tls_pending(self) == 0) { /* an idle session holds no buffer */
        free(self->out);
        self->out = NULL;
        self->out_start = self->out_end = self->out_capacity = 0;
    }
    return status;
}
