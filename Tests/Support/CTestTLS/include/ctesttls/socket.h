#ifndef CTESTTLS_SOCKET_H
#define CTESTTLS_SOCKET_H
#include "base.h"

/* Listens on loopback (127.0.0.1, or ::1), at `port` or, for 0, at a free one, which is put there.
 * `receive_buffer` in bytes, 0: the system's. The descriptor is the caller's. -1: errno says why. */
int ct_listen_loopback(bool ipv6, uint16_t *port, int backlog, int receive_buffer);

/* Listens at a path in the file system. */
int ct_listen_unix(const char *path, int backlog);

/* Waits for a connection or until `stop` is readable. The descriptor does not block; it is the caller's.
 * -1: stopped, or no descriptors are left. */
int ct_accept(int listener, int stop);

/* Connects to a loopback port, waiting until that is done. -1: refused or failed. */
int ct_connect_loopback(bool ipv6, uint16_t port);

/* Starts a connection and does not wait. True in `pending`: the peer has not answered yet. */
int ct_connect_start(bool ipv6, uint16_t port, int patience_ms, bool *pending);

/* A flag that threads can wait for: set once, readable ever after. -1: no descriptors are left. */
int ct_flag_new(void);
void ct_flag_set(int flag);
/* Waits until `flag` is set (true), or `stop` is (false). */
bool ct_flag_wait(int flag, int stop);

/* Waits so long, or until `stop` is set (false). */
bool ct_pause(int stop, int milliseconds);

void ct_close(int descriptor);
#endif
