#define _GNU_SOURCE /* accept4 */

#include "scripted_peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOMENT_MS = 2, BUFFER = 4096 };

struct peer {
    struct sockaddr_un address;
    int listener;
    int stop;
    pthread_t thread;
    uint8_t *script;
    size_t len;
    size_t position;
};

/* Whether the descriptor is ready; false when the peer is to stop, or after so many milliseconds (-1: never).
 */
static bool wait_for(const peer *self, int descriptor, short events, int milliseconds)
{
    struct pollfd items[2] = {{.fd = descriptor, .events = events}, {.fd = self->stop, .events = POLLIN}};
    int ready;
    do
        ready = poll(items, 2, milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready > 0 && items[1].revents == 0;
}

/* False: it has ended. */
static bool take(int connection)
{
    uint8_t buffer[BUFFER];
    ssize_t got = recv(connection, buffer, sizeof buffer, MSG_DONTWAIT);
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

static void take_to_the_end(const peer *self, int connection)
{
    while (wait_for(self, connection, POLLIN, -1) && take(connection)) {
        /* What comes is of no interest. */
    }
}

static bool send_all(const peer *self, int connection, const uint8_t *bytes, size_t len)
{
    while (len > 0) {
        ssize_t put = send(connection, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0 && (errno != EAGAIN || !wait_for(self, connection, POLLOUT, -1)))
            return false;
        if (put > 0) {
            bytes += put;
            len -= (size_t)put;
        }
    }
    return true;
}

/* The next bytes to be sent in one go. */
static size_t next_piece(peer *self, uint8_t *piece, size_t room)
{
    size_t count = 0;
    while (self->position < self->len && count < room) {
        uint8_t byte = self->script[self->position];
        if (byte >= PEER_READ && byte <= PEER_STALL)
            break;
        self->position++;
        if (byte == PEER_LITERAL && self->position < self->len)
            byte = self->script[self->position++];
        piece[count++] = byte;
    }
    return count;
}

/* Plays up to the end of this connection. */
static void play(peer *self, int connection)
{
    while (self->position < self->len) {
        uint8_t piece[BUFFER];
        size_t count = next_piece(self, piece, sizeof piece);
        /* Who does not listen any more is not waited for: the rest is for the next. */
        if (!send_all(self, connection, piece, count))
            return;
        if (self->position >= self->len || count == sizeof piece)
            continue;
        switch (self->script[self->position++]) {
        case PEER_READ:
            if (wait_for(self, connection, POLLIN, MOMENT_MS) && !take(connection))
                return;
            break;
        case PEER_CLOSE:
            take(connection); /* with bytes that nobody has read a close would be a reset */
            return;
        case PEER_RESET:
            return;
        case PEER_END_WRITING:
            shutdown(connection, SHUT_WR);
            take_to_the_end(self, connection);
            return;
        case PEER_STALL:
            take_to_the_end(self, connection);
            return;
        default:
            break;
        }
    }
}

static void *run(void *context)
{
    peer *self = context;
    while (wait_for(self, self->listener, POLLIN, -1)) {
        int connection = accept4(self->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (connection < 0)
            continue;
        play(self, connection);
        close(connection);
    }
    return NULL;
}

static bool listen_at(peer *self, const char *path)
{
    self->address.sun_family = AF_UNIX;
    if (strlen(path) >= sizeof self->address.sun_path)
        return false;
    strcpy(self->address.sun_path, path);
    self->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    self->stop = eventfd(0, EFD_CLOEXEC);
    return self->listener >= 0 && self->stop >= 0 &&
           bind(self->listener, (const struct sockaddr *)&self->address, sizeof self->address) == 0 &&
           listen(self->listener, 64) == 0;
}

static void let_go(peer *self)
{
    if (self->listener >= 0)
        close(self->listener);
    if (self->stop >= 0)
        close(self->stop);
    free(self->script);
    free(self);
}

peer *peer_start(const char *path, const uint8_t *script, size_t len)
{
    peer *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->listener = self->stop = -1;
    self->script = malloc(len > 0 ? len : 1);
    self->len = len;
    if (self->script && len > 0)
        memcpy(self->script, script, len);
    if (!self->script || !listen_at(self, path) || pthread_create(&self->thread, NULL, run, self) != 0) {
        let_go(self);
        return NULL;
    }
    return self;
}

void peer_stop(peer *self)
{
    const uint64_t one = 1;
    while (write(self->stop, &one, sizeof one) < 0 && errno == EINTR) {
        /* It cannot fail otherwise. */
    }
    pthread_join(self->thread, NULL);
    unlink(self->address.sun_path);
    let_go(self);
}

bool peer_stalls(const uint8_t *script, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (script[i] == PEER_LITERAL)
            i++;
        else if (script[i] == PEER_STALL)
            return true;
    }
    return false;
}
