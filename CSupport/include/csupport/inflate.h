#ifndef CSUPPORT_INFLATE_H
#define CSUPPORT_INFLATE_H

#include "base.h"

CS_NONNULL_BEGIN

/* Streaming decompression of the codings gzip and deflate of RFC 9110 8.4.1, over zlib. */

typedef enum CS_CLOSED_ENUM cs_inflate_format {
    /* RFC 1952, any number of members. After a whole member, bytes that do not begin another one
     * (padding, junk) are dropped; bytes that do must be a whole member. */
    CS_INFLATE_GZIP CS_SWIFT_NAME("gzip") = 0,
    /* RFC 1950, or bare RFC 1951 where a server sends that: the first two bytes tell. What follows the
     * end is dropped. */
    CS_INFLATE_DEFLATE CS_SWIFT_NAME("deflate") = 1,
} cs_inflate_format;

/* One stream; one thread at a time. The checksums and lengths the formats carry are verified. */
typedef struct cs_inflate cs_inflate;

/* Null when memory is short. No more than max_output bytes will ever be produced. */
cs_inflate *CS_NULLABLE cs_inflate_new(cs_inflate_format format, uint64_t max_output);
void cs_inflate_free(cs_inflate *CS_NULLABLE self);

/* Decodes from `in` to `out`, both borrowed for the call, and reports how much of each was used.
 * WANT_INPUT: all of `in` is used; go on with more, or finish.  WANT_OUTPUT: go on with more room.
 * OK: the stream may end here; all of `in` is used (more may follow: a member, or what is dropped).
 * CORRUPT, LIMIT (more than max_output), NO_MEMORY: the handle can then only be freed. What `produced`
 * counts is good in every case. */
cs_status cs_inflate_step(cs_inflate *self, const uint8_t *CS_NULLABLE CS_COUNT(in_len) in CS_BORROWED,
                          size_t in_len, size_t *consumed,
                          uint8_t *CS_NULLABLE CS_COUNT(out_len) out CS_BORROWED, size_t out_len,
                          size_t *produced);

/* Says that no more input comes. OK: the stream was whole, or there was none at all. TRUNCATED: it was
 * not. Only after a step that did not answer WANT_OUTPUT. */
cs_status cs_inflate_finish(const cs_inflate *self);

CS_NONNULL_END

#endif
