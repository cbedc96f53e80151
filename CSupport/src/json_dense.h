/* The index of a document whose words would take more memory than itself. */
#ifndef CS_JSON_DENSE_H
#define CS_JSON_DENSE_H
#include "json_read.h"

/* The top bit of a skip's count: an object has a key with escapes or beyond ASCII. */
#define CS_JSON_UNUSUAL 0x80000000u

/* cs_json_dense.blocks has one entry for so many bytes, as a power of 2. */
enum { BLOCK_SHIFT = 8 };

/* Where the document's value begins: behind a byte order mark and white space. */
static inline uint32_t cs_json_root(const uint8_t *in, size_t len)
{
    size_t mark = len >= 3 && memcmp(in, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return (uint32_t)(skip_space(in + mark, in + len) - in);
}

/* Checks the document from its value at `p` on and fills `dense`, all zero at first. */
int32_t cs_json_dense_index(struct reader *text, const uint8_t *p, uint32_t max_depth, cs_json_dense *dense);
#endif
