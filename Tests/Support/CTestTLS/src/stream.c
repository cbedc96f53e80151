#define _GNU_SOURCE
#include "ctesttls/stream.h"
#include "tls_internal.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct ct_stream {
    int descriptor;
    int stop;
    SSL *ssl; /* null: plain */
    BIO_METHOD *method;
    bool peer_ended;
    bool peer_ended_cleanly;
    bool reset_on_free;
    char error[200];
};

ct_stream *ct_stream_new(int descriptor, int stop)
{
    ct_stream *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->descriptor = descriptor;
    self->stop = stop;
    int one = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one,
               sizeof one); /* no such option on a local socket: fine */
    return self;
}

/* The socket: never blocks past `stop` */

static bool wait_for(ct_stream *self, short events)
{
    for (;;) {
        struct pollfd waits[2] = {{.fd = self->descriptor, .events = events},
                                  {.fd = self->stop, .events = POLLIN}};
        if (poll(waits, 2, -1) < 0 && errno != EINTR)
            return false;
        if (waits[1].revents != 0) {
            errno = ECANCELED;
            return false;
        }
        if (waits[0].revents != 0)
            return true;
    }
}

static long receive(ct_stream *self, void *out, size_t length)
{
    for (;;) {
        if (!wait_for(self, POLLIN))
            break;
        ssize_t count = recv(self->descriptor, out, length, MSG_DONTWAIT);
        if (count == 0)
            self->peer_ended = true;
        if (count >= 0)
            return count;
        if (errno != EAGAIN && errno != EINTR)
            break;
    }
    snprintf(self->error, sizeof self->error, "receive: %s", strerror(errno));
    return -1;
}

static long transmit(ct_stream *self, const void *bytes, size_t length)
{
    for (;;) {
        ssize_t count = send(self->descriptor, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (count >= 0)
            return count;
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN || !wait_for(self, POLLOUT))
            break;
    }
    snprintf(self->error, sizeof self->error, "send: %s", strerror(errno));
    return -1;
}

bool ct_stream_write_raw(ct_stream *self, const uint8_t *bytes, size_t length)
{
    while (length > 0) {
        long count = transmit(self, bytes, length);
        if (count < 0)
            return false;
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

/* The same as OpenSSL wants to see it */

static int bio_read(BIO *bio, char *out, int length)
{
    return length <= 0 ? 0 : (int)receive(BIO_get_data(bio), out, (size_t)length);
}

static int bio_write(BIO *bio, const char *bytes, int length)
{
    return length <= 0 ? 0 : (int)transmit(BIO_get_data(bio), bytes, (size_t)length);
}

static long bio_control(BIO *bio, int command, long number, void *pointer)
{
    (void)number;
    (void)pointer;
    if (command == BIO_CTRL_EOF)
        return ((ct_stream *)BIO_get_data(bio))->peer_ended;
    return command == BIO_CTRL_FLUSH;
}

static void note_tls_error(ct_stream *self, const char *step, int result)
{
    if (self->error[0] != 0 && ERR_peek_error() == 0)
        return; /* the socket's error, which came first, says more */
    char text[120] = "closed";
    unsigned long code = ERR_peek_last_error();
    if (code != 0)
        ERR_error_string_n(code, text, sizeof text);
    snprintf(self->error, sizeof self->error, "%s: %s (%d)", step, text, SSL_get_error(self->ssl, result));
}

static bool attach(ct_stream *self, SSL_CTX *context)
{
    self->ssl = SSL_new(context);
    self->method = BIO_meth_new(BIO_TYPE_SOURCE_SINK | 100, "test stream");
    if (self->ssl == NULL || self->method == NULL)
        return false;
    BIO_meth_set_read(self->method, bio_read);
    BIO_meth_set_write(self->method, bio_write);
    BIO_meth_set_ctrl(self->method, bio_control);
    BIO *bio = BIO_new(self->method);
    if (bio == NULL)
        return false;
    BIO_set_data(bio, self);
    BIO_set_init(bio, 1);
    SSL_set_bio(self->ssl, bio, bio);
    return true;
}

bool ct_stream_accept_tls(ct_stream *self, ct_tls_server *server)
{
    if (!attach(self, server->context))
        return false;
    ERR_clear_error();
    int result = SSL_accept(self->ssl);
    if (result != 1)
        note_tls_error(self, "handshake", result);
    return result == 1;
}

bool ct_stream_connect_tls(ct_stream *self, const char *host, const char *authority_pem)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    bool ready = context != NULL && ct_tls_trust(context, authority_pem) && attach(self, context);
    SSL_CTX_free(context); /* the session keeps what it needs */
    if (!ready)
        return false;
    SSL_set_verify(self->ssl, SSL_VERIFY_PEER, NULL);
    if (SSL_set1_host(self->ssl, host) != 1 || SSL_set_tlsext_host_name(self->ssl, host) != 1)
        return false;
    ERR_clear_error();
    int result = SSL_connect(self->ssl);
    if (result != 1)
        note_tls_error(self, "handshake", result);
    return result == 1;
}

long ct_stream_read(ct_stream *self, uint8_t *out, size_t length)
{
    if (self->ssl == NULL) {
        long count = receive(self, out, length);
        self->peer_ended_cleanly |= count == 0;
        return count;
    }
    ERR_clear_error();
    size_t count = 0;
    int result = SSL_read_ex(self->ssl, out, length, &count);
    if (result == 1)
        return (long)count;
    if (SSL_get_error(self->ssl, result) == SSL_ERROR_ZERO_RETURN) {
        self->peer_ended_cleanly = true;
        return 0;
    }
    note_tls_error(self, "read", result);
    return self->peer_ended ? 0 : -1;
}

bool ct_stream_write(ct_stream *self, const uint8_t *bytes, size_t length)
{
    if (self->ssl == NULL)
        return ct_stream_write_raw(self, bytes, length);
    if (length == 0)
        return true;
    ERR_clear_error();
    size_t written = 0;
    int result = SSL_write_ex(self->ssl, bytes, length, &written);
    if (result != 1)
        note_tls_error(self, "write", result);
    return result == 1;
}

bool ct_stream_update_keys(ct_stream *self)
{
    return self->ssl != NULL && SSL_key_update(self->ssl, SSL_KEY_UPDATE_REQUESTED) == 1 &&
           SSL_do_handshake(self->ssl) == 1;
}

void ct_stream_end_writing(ct_stream *self, bool notify)
{
    if (notify && self->ssl != NULL && SSL_is_init_finished(self->ssl)) {
        ERR_clear_error();
        SSL_shutdown(self->ssl);
    }
    shutdown(self->descriptor, SHUT_WR);
}

void ct_stream_drain(ct_stream *self)
{
    uint8_t sink[4096];
    while (receive(self, sink, sizeof sink) > 0)
        ;
}

void ct_stream_reset_on_free(ct_stream *self)
{
    self->reset_on_free = true;
}

void ct_stream_free(ct_stream *self)
{
    if (self == NULL)
        return;
    uint8_t sink[4096];
    if (self->reset_on_free) {
        struct linger abrupt = {.l_onoff = 1, .l_linger = 0};
        setsockopt(self->descriptor, SOL_SOCKET, SO_LINGER, &abrupt, sizeof abrupt);
    } else {
        /* Unread bytes would turn the close into a reset. */
        while (recv(self->descriptor, sink, sizeof sink, MSG_DONTWAIT) > 0)
            ;
    }
    SSL_free(self->ssl);
    BIO_meth_free(self->method);
    close(self->descriptor);
    free(self);
}

/* Facts */

const char *ct_stream_tls_version(const ct_stream *self)
{
    return self->ssl == NULL ? NULL : SSL_get_version(self->ssl);
}

const char *ct_stream_server_name(const ct_stream *self)
{
    return self->ssl == NULL ? NULL : SSL_get_servername(self->ssl, TLSEXT_NAMETYPE_host_name);
}

bool ct_stream_resumed(const ct_stream *self)
{
    return self->ssl != NULL && SSL_session_reused(self->ssl) == 1;
}

bool ct_stream_has_client_certificate(const ct_stream *self)
{
    return self->ssl != NULL && SSL_get0_peer_certificate(self->ssl) != NULL;
}

size_t ct_stream_alpn(const ct_stream *self, char *out, size_t size)
{
    const uint8_t *name = NULL;
    unsigned length = 0;
    if (self->ssl != NULL)
        SSL_get0_alpn_selected(self->ssl, &name, &length);
    if (length > size)
        return 0;
    if (length > 0)
        memcpy(out, name, length);
    return length;
}

bool ct_stream_peer_ended_cleanly(const ct_stream *self)
{
    return self->peer_ended_cleanly;
}

const char *ct_stream_error(const ct_stream *self)
{
    return self->error;
}
