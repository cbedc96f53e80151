#ifndef CSUPPORT_SOCKET_H
#define CSUPPORT_SOCKET_H

#include "base.h"

CS_NONNULL_BEGIN

/* Stream sockets by their descriptor, which the caller owns and gives back to cs_descriptor_close. All are
 * non-blocking and closed on exec; no call waits, and none raises a signal. Interrupted calls are repeated.
 * Where a call answers SYSTEM, `*error` is errno. */

/* Begins to connect to an address of address.h; writable means that it has ended, one way or the other.
 * Delay of small segments is off, keep-alive is on. OK or SYSTEM. */
cs_status cs_socket_connect(const uint8_t *CS_NULLABLE CS_COUNT(len) address CS_BORROWED, size_t len,
                            int *descriptor, int *error);

/* Two that are connected with each other. OK or SYSTEM. */
cs_status cs_socket_pair(int *first, int *second, int *error);

/* The error pending at the socket, which this takes; 0 for none. */
int cs_socket_take_error(int descriptor);

/* OK: `*count` bytes, at least one.  WANT_INPUT: nothing has come.  CLOSED: the peer sends no more.  SYSTEM.
 */
cs_status cs_socket_read(int descriptor, uint8_t *CS_COUNT(len) out CS_BORROWED, size_t len, size_t *count,
                         int *error);

/* OK: `*count` bytes were taken, at least one.  WANT_OUTPUT: no room now.  SYSTEM. */
cs_status cs_socket_write(int descriptor, const uint8_t *CS_COUNT(len) bytes CS_BORROWED, size_t len,
                          size_t *count, int *error);

/* The same for two buffers, one after the other, in one system call. */
cs_status cs_socket_write_two(int descriptor,
                              const uint8_t *CS_NULLABLE CS_COUNT(first_len) first CS_BORROWED,
                              size_t first_len,
                              const uint8_t *CS_NULLABLE CS_COUNT(second_len) second CS_BORROWED,
                              size_t second_len, size_t *count, int *error);

/* Whether there is nothing to read: no byte, no end, no error. */
bool cs_socket_is_quiet(int descriptor);

/* Tells the peer that no more will be sent. */
void cs_socket_end_writing(int descriptor);

/* Into `out`, of at least CS_ADDRESS_MAX bytes. OK or SYSTEM. */
cs_status cs_socket_local_address(int descriptor, uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len,
                                  size_t *out_used, int *error);
cs_status cs_socket_remote_address(int descriptor, uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len,
                                   size_t *out_used, int *error);

CS_NONNULL_END

#endif
