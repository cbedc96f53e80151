#ifndef CSUPPORT_FILE_H
#define CSUPPORT_FILE_H

#include "base.h"

CS_NONNULL_BEGIN

/* Open files, by descriptors that the caller owns. Calls wait, and go on when a signal interrupts them. Each
 * answers OK, or SYSTEM with errno in `*error`. */

enum {
    CS_FILE_EXCLUSIVE = 1, /* there must be no such file yet */
    CS_FILE_APPEND = 2,    /* written behind what is there, which otherwise is dropped */
    CS_FILE_PRIVATE = 4,   /* a new file is this user's alone, from its first moment on */
};

/* For writing; made with the process's mask when it is not there. */
cs_status cs_file_create(const char *path, uint32_t flags, int *descriptor, int *error);

/* For reading. */
cs_status cs_file_open(const char *path, int *descriptor, int *error);

/* The same without waiting for somebody who writes, where the path names a pipe. */
cs_status cs_file_open_now(const char *path, int *descriptor, int *error);

/* At least one byte, or CLOSED at the end. `out` may be null when `len` is 0. */
cs_status cs_file_read(int descriptor, uint8_t *CS_NULLABLE CS_COUNT(len) out CS_BORROWED, size_t len,
                       size_t *got, int *error);

/* The same without waiting: WANT_INPUT while there is nothing. What is always ready, as a regular file is, is
 * read at once. The descriptor may be shared with other processes and is not made non-blocking for that: with
 * a second reader the read may wait after all. */
cs_status cs_file_read_now(int descriptor, uint8_t *CS_NULLABLE CS_COUNT(len) out CS_BORROWED, size_t len,
                           size_t *got, int *error);

/* All of it. Where nobody reads any more the answer is SYSTEM with EPIPE; no signal is raised. */
cs_status cs_file_write(int descriptor, const uint8_t *CS_NULLABLE CS_COUNT(len) bytes CS_BORROWED,
                        size_t len, int *error);

/* The same to a regular file, which nobody can stop reading: that signal needs no keeping off. */
cs_status cs_file_write_regular(int descriptor, const uint8_t *CS_NULLABLE CS_COUNT(len) bytes CS_BORROWED,
                                size_t len, int *error);

cs_status cs_file_seek(int descriptor, int64_t offset, int *error);

/* Waits until what was written has reached the disk. */
cs_status cs_file_sync(int descriptor, int *error);

/* The descriptor is given back whatever the answer, which tells of writes that failed late. */
cs_status cs_file_close(int descriptor, int *error);

/* The columns of the terminal that the descriptor is; 0 when it is none, 80 when it does not say. */
uint32_t cs_file_terminal_columns(int descriptor);

CS_NONNULL_END

#endif
