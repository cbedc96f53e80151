#ifndef CTESTTLS_GUARDED_H
#define CTESTTLS_GUARDED_H
#include "base.h"

/* Bytes that end where a page without access begins: reading one byte too many is a crash at once. */
typedef struct ct_guarded ct_guarded;

/* Copies `bytes`, borrowed for the call. The caller frees the result. Null: no memory. */
ct_guarded *ct_guarded_new(const uint8_t *bytes, size_t length);

/* The first byte. It lives as long as the handle; for no bytes at all it points at the page without access.
 */
const uint8_t *ct_guarded_bytes(const ct_guarded *self);
size_t ct_guarded_length(const ct_guarded *self);

void ct_guarded_free(ct_guarded *self);
#endif
