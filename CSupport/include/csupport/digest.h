#ifndef CSUPPORT_DIGEST_H
#define CSUPPORT_DIGEST_H

#include "base.h"

CS_NONNULL_BEGIN

/* Message digests and keyed digests (HMAC, RFC 2104), over OpenSSL. */

typedef enum CS_CLOSED_ENUM cs_digest_kind {
    CS_DIGEST_MD5 CS_SWIFT_NAME("md5") = 0,
    CS_DIGEST_SHA1 CS_SWIFT_NAME("sha1") = 1,
    CS_DIGEST_SHA256 CS_SWIFT_NAME("sha256") = 2,
    CS_DIGEST_SHA512_256 CS_SWIFT_NAME("sha512_256") = 3,
} cs_digest_kind;

/* An algorithm, looked up once (a look-up costs more than a short digest). It never changes: any thread
 * may use it, several at once. */
typedef struct cs_digest_algorithm cs_digest_algorithm;
/* Null when the library does not offer it (MD5 may be forbidden by policy) or memory is short. */
cs_digest_algorithm *CS_NULLABLE cs_digest_algorithm_new(cs_digest_kind kind);
void cs_digest_algorithm_free(cs_digest_algorithm *CS_NULLABLE self);
/* The length of its digests. */
size_t cs_digest_algorithm_size(const cs_digest_algorithm *self);
/* Digests one whole message. OK; INVALID when out_len is not the size; LIBRARY. */
cs_status cs_digest_algorithm_hash(const cs_digest_algorithm *self,
                                   const uint8_t *CS_NULLABLE CS_COUNT(len) bytes CS_BORROWED, size_t len,
                                   uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len);
/* The same with a key; no copy of the key stays in memory. Statuses as above, and NO_MEMORY. */
cs_status cs_digest_algorithm_hmac(const cs_digest_algorithm *self,
                                   const uint8_t *CS_NULLABLE CS_COUNT(key_len) key CS_BORROWED,
                                   size_t key_len, const uint8_t *CS_NULLABLE CS_COUNT(len) bytes CS_BORROWED,
                                   size_t len, uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len);

/* One running digest; one thread at a time. It keeps the algorithm alive by itself. Begun when made and
 * begun anew by each finish, so one handle serves many messages. */
typedef struct cs_digest cs_digest;
/* Null when memory is short. */
cs_digest *CS_NULLABLE cs_digest_new(const cs_digest_algorithm *algorithm);
void cs_digest_free(cs_digest *CS_NULLABLE self);
/* OK, or LIBRARY. */
cs_status cs_digest_update(cs_digest *self, const uint8_t *CS_NULLABLE CS_COUNT(len) bytes CS_BORROWED,
                           size_t len);
/* Writes the digest and begins the next message. OK; INVALID when out_len is not the algorithm's size;
 * LIBRARY. */
cs_status cs_digest_finish(cs_digest *self, uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len);

CS_NONNULL_END

#endif
