#ifndef CSUPPORT_TLS_H
#define CSUPPORT_TLS_H

#include "tls_context.h"

CS_NONNULL_BEGIN

/* One TLS client session over memory: it is fed what the socket gave, and what it has for the peer is flushed
 * to a socket. One thread at a time. A failed session still has its last words (an alert) to flush. */
typedef struct cs_tls cs_tls;

/* What a later session to the same peer can resume from. It never changes; any thread may use it. */
typedef struct cs_tls_ticket cs_tls_ticket;
void cs_tls_ticket_free(cs_tls_ticket *CS_NULLABLE self);

/* Null when memory is short. */
cs_tls *CS_NULLABLE cs_tls_new(cs_tls_context *context);
void cs_tls_free(cs_tls *CS_NULLABLE self);

/* Whom to reach, before anything else: a host name (sent, and verified) or a numeric address (verified only).
 * INVALID: no such name can be. NO_MEMORY. */
cs_status cs_tls_set_peer(cs_tls *self, const uint8_t *CS_NULLABLE CS_COUNT(len) name CS_BORROWED,
                          size_t len);
/* From an earlier session with the same context and peer; borrowed. One that does not fit is left aside. */
void cs_tls_set_ticket(cs_tls *self, const cs_tls_ticket *ticket);

/* Goes on with the handshake; begin with no input. OK: done, input may be left for receive. WANT_INPUT: all
 * is used. LIBRARY: see tls_failure.h. */
cs_status cs_tls_handshake(cs_tls *self, const uint8_t *CS_NULLABLE CS_COUNT(in_len) in CS_BORROWED,
                           size_t in_len, size_t *consumed);
/* Decrypts. WANT_INPUT: all is used, and no plaintext is left inside. WANT_OUTPUT: out is full, go on with
 * the rest. CLOSED: the peer has ended in good order. LIBRARY. What `produced` counts is good in every case.
 */
cs_status cs_tls_receive(cs_tls *self, const uint8_t *CS_NULLABLE CS_COUNT(in_len) in CS_BORROWED,
                         size_t in_len, size_t *consumed, uint8_t *CS_COUNT(out_len) out CS_BORROWED,
                         size_t out_len, size_t *produced);
/* Encrypts all of it for the next flush. OK; LIMIT: too much is waiting already, nothing was taken; LIBRARY.
 */
cs_status cs_tls_send(cs_tls *self, const uint8_t *CS_NULLABLE CS_COUNT(len) bytes CS_BORROWED, size_t len);
/* Says goodbye with the next flush, if there ever was a handshake. */
void cs_tls_close(cs_tls *self);

/* How much waits to be flushed; and one write of it, with the statuses of cs_socket_write. */
size_t cs_tls_pending(const cs_tls *self);
cs_status cs_tls_flush(cs_tls *self, int descriptor, size_t *count, int *error);

/* The newest ticket since the last time, the caller's to free; null when there is none. */
cs_tls_ticket *CS_NULLABLE cs_tls_take_ticket(cs_tls *self);

CS_NONNULL_END

#endif
