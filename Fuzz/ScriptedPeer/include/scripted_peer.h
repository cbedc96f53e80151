#ifndef SCRIPTED_PEER_H
#define SCRIPTED_PEER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A server on a unix socket that plays a script, whatever it is sent. It has one thread and serves one
 * connection after the other, going on in the script where the one before has ended; when the script is over
 * it closes each connection as soon as it is accepted.
 *
 * A byte of the script is sent as it is, but for these: */
enum {
    PEER_READ = 1,        /* take what has been sent; when that is nothing, wait a moment for it */
    PEER_CUT = 2,         /* what follows is sent on its own */
    PEER_CLOSE = 3,       /* close; the script goes on with the next connection */
    PEER_RESET = 4,       /* the same, but so that the other side is told of a reset */
    PEER_END_WRITING = 5, /* send no more, and wait until the other side ends too; then close */
    PEER_STALL = 6,       /* do nothing until the other side ends; then close */
    PEER_LITERAL = 16,    /* the byte behind this is sent, whatever it is */
};

typedef struct peer peer;

/* Listens at `path`, where nothing may be, and plays a copy of the script. Null: that cannot be done. */
peer *peer_start(const char *path, const uint8_t *script, size_t len);

/* Ends whatever is going on, waits for it and takes the path away. */
void peer_stop(peer *self);

/* Whether the script holds a PEER_STALL. */
bool peer_stalls(const uint8_t *script, size_t len);
#endif
