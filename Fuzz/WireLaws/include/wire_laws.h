#ifndef WIRE_LAWS_H
#define WIRE_LAWS_H

#include <stddef.h>
#include <stdint.h>

/* Laws of the C layer, for the fuzzer and for the replay of its corpus: 0 when the input keeps them, else a
 * line on standard error says what it did. */

/* Decoding whole and decoding in pieces come to the same, and a limit on the output holds to the byte. The
 * first four bytes are the format, the sizes of the pieces in and out, and the limit. */
int law_inflate(const uint8_t *data, size_t size);

#endif
