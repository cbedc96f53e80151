#ifndef CTESTTLS_STREAM_H
#define CTESTTLS_STREAM_H
#include "base.h"
#include "tls.h"

/* One connection, plain or TLS, used by one thread at a time. Calls block, but give up when `stop` is
 * readable. SIGPIPE is never raised. */
typedef struct ct_stream ct_stream;

/* Takes over `descriptor`; `stop` stays the caller's and must outlive the stream. Null: no memory. */
ct_stream *ct_stream_new(int descriptor, int stop);

/* The server's side of a handshake, then the client's (for tests of this code). False: ct_stream_error says
 * why. */
bool ct_stream_accept_tls(ct_stream *self, ct_tls_server *server);
bool ct_stream_connect_tls(ct_stream *self, const char *host, const char *authority_pem);

/* Bytes read; 0: the peer has ended its side; -1: reset, broken, or stopped. */
long ct_stream_read(ct_stream *self, uint8_t *out, size_t length);
/* False: not all could be sent. */
bool ct_stream_write(ct_stream *self, const uint8_t *bytes, size_t length);
/* Below TLS: the bytes go out as they are. */
bool ct_stream_write_raw(ct_stream *self, const uint8_t *bytes, size_t length);

/* Changes our traffic key and asks the peer to do so (TLS 1.3 only). */
bool ct_stream_update_keys(ct_stream *self);

/* Ends our direction; reading goes on. `notify`: with TLS's close_notify. */
void ct_stream_end_writing(ct_stream *self, bool notify);
/* Waits until the peer has ended its side, dropping what it sends. */
void ct_stream_drain(ct_stream *self);
/* The descriptor is closed by a reset (RST) instead of an orderly end when the stream is freed. */
void ct_stream_reset_on_free(ct_stream *self);
/* Frees and closes; drops unread bytes first, so that what was sent still arrives. */
void ct_stream_free(ct_stream *self);

/* Facts of the TLS session. The strings live as long as the stream; null: not so. */
const char *ct_stream_tls_version(const ct_stream *self);
const char *ct_stream_server_name(const ct_stream *self);
bool ct_stream_resumed(const ct_stream *self);
bool ct_stream_has_client_certificate(const ct_stream *self);
size_t ct_stream_alpn(const ct_stream *self, char *out, size_t size);
/* The peer's end was TLS's close_notify (for plain streams: an orderly end). */
bool ct_stream_peer_ended_cleanly(const ct_stream *self);
/* Why the last call failed, in words. */
const char *ct_stream_error(const ct_stream *self);
#endif
