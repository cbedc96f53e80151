/* What a document consists of, below its arrays and objects: each reader checks one thing and passes it. */
#ifndef CS_JSON_READ_H
#define CS_JSON_READ_H
#include "json_scan.h"
#include <csupport/json.h>

struct reader {
    const uint8_t *start, *end, *fault;
    int32_t status;
};

#define ALWAYS_INLINE inline __attribute__((always_inline))

static inline uint64_t word(unsigned kind, unsigned flags, size_t length, size_t offset)
{
    uint64_t clamped = length < CS_JSON_LENGTH_MAX ? length : CS_JSON_LENGTH_MAX;
    return (uint64_t)kind << 60 | (uint64_t)flags << 58 | clamped << 32 | offset;
}

static inline const uint8_t *fail(struct reader *self, int32_t status, const uint8_t *at)
{
    self->status = at < self->end || status == CS_JSON_NO_MEMORY ? status : CS_JSON_TRUNCATED;
    self->fault = at;
    return NULL;
}

/* The length of the UTF-8 sequence at p (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF), or 0.
 */
static inline size_t sequence_length(const uint8_t *p, const uint8_t *end)
{
    uint8_t c = *p;
    ptrdiff_t room = end - p;
    if (c < 0xC2 || room < 2)
        return 0;
    if (c < 0xE0)
        return (p[1] & 0xC0) == 0x80 ? 2 : 0;
    if (room < 3 || (p[2] & 0xC0) != 0x80)
        return 0;
    if (c < 0xF0) {
        uint8_t least = c == 0xE0 ? 0xA0 : 0x80, most = c == 0xED ? 0x9F : 0xBF;
        return p[1] >= least && p[1] <= most ? 3 : 0;
    }
    if (c > 0xF4 || room < 4 || (p[3] & 0xC0) != 0x80)
        return 0;
    uint8_t least = c == 0xF0 ? 0x90 : 0x80, most = c == 0xF4 ? 0x8F : 0xBF;
    return p[1] >= least && p[1] <= most ? 4 : 0;
}

/* Passes sequences of three bytes, as East Asian texts have them, but for those whose second byte needs a
 * look. */
static inline const uint8_t *skip_three_bytes(const uint8_t *p, const uint8_t *end)
{
#if defined(__SSE2__) && !defined(CS_JSON_NO_SIMD)
    const char lead = (char)0xF0, next = (char)0xC0;
    const __m128i looks = _mm_setr_epi8(lead, next, next, lead, next, next, lead, next, next, lead, next,
                                        next, lead, next, next, 0);
    const char e = (char)0xE0, c = (char)0x80;
    const __m128i kinds = _mm_setr_epi8(e, c, c, e, c, c, e, c, c, e, c, c, e, c, c, 0);
    /* Five at a time. */
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)p);
        __m128i fit = _mm_cmpeq_epi8(_mm_and_si128(v, looks), kinds);
        __m128i odd = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)0xE0)),
                                   _mm_cmpeq_epi8(v, _mm_set1_epi8((char)0xED)));
        if ((_mm_movemask_epi8(_mm_andnot_si128(odd, fit)) & 0x7FFF) != 0x7FFF)
            break;
        p += 15;
    }
#endif
    while (end - p >= 4) {
        uint32_t v;
        memcpy(&v, p, 4);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        v = __builtin_bswap32(v);
#endif
        uint8_t lead = (uint8_t)v;
        if ((v & 0xC0C0F0u) != 0x8080E0u || lead == 0xE0 || lead == 0xED)
            break;
        p += 3;
    }
    return p;
}

static inline int hex_value(uint8_t c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits after "\u", or -1. */
static inline int32_t hex_unit(const uint8_t *p, const uint8_t *end)
{
    int32_t unit = 0;
    if (end - p < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_value(p[i]);
        if (digit < 0)
            return -1;
        unit = unit << 4 | digit;
    }
    return unit;
}

/* Checks the escape at p, a backslash, and passes it. */
static inline const uint8_t *check_escape(struct reader *self, const uint8_t *p)
{
    const uint8_t *end = self->end;
    if (end - p < 2)
        return fail(self, CS_JSON_TRUNCATED, end);
    if (p[1] != 'u') {
        if (memchr("\"\\/bfnrt", p[1], 8) == NULL)
            return fail(self, CS_JSON_BAD_ESCAPE, p);
        return p + 2;
    }
    int32_t unit = hex_unit(p + 2, end);
    if (unit < 0)
        return fail(self, CS_JSON_BAD_ESCAPE, p);
    if ((unit & 0xF800) == 0xD800) {
        int32_t low =
            unit < 0xDC00 && end - p >= 12 && p[6] == '\\' && p[7] == 'u' ? hex_unit(p + 8, end) : -1;
        if ((low & ~0x3FF) != 0xDC00)
            return fail(self, CS_JSON_LONE_SURROGATE, p);
        p += 6;
    }
    return p + 6;
}

/* The readers below take the place they read from and answer the place after, or NULL when they fail. What
 * they and their callers carry along stays in registers; `self` is for what is rare. */

/* A string with more in it than plain text: from the byte after the opening quote to the one after the
 * closing quote. `first_odd` is the first byte that is not plain. */
static __attribute__((noinline)) const uint8_t *read_odd_string(struct reader *self, const uint8_t *first,
                                                                const uint8_t *first_odd, uint64_t *out)
{
    const uint8_t *p = first_odd, *end = self->end;
    unsigned seen = 0;
    for (;; p = skip_plain(p, end)) {
        if (p == end)
            return fail(self, CS_JSON_TRUNCATED, end);
        if (*p == '"')
            break;
        if (*p == '\\') {
            seen |= CS_JSON_ESCAPED;
            p = check_escape(self, p);
            if (p == NULL)
                return NULL;
            continue;
        }
        if (*p < ' ')
            return fail(self, CS_JSON_CONTROL, p);
        seen |= CS_JSON_NON_ASCII;
        p = skip_three_bytes(p, end);
        while (p < end && *p >= 0x80) {
            size_t length = sequence_length(p, end);
            if (length == 0)
                return fail(self, CS_JSON_BAD_UTF8, p);
            p += length;
        }
    }
    *out = word(CS_JSON_STRING, seen, (size_t)(p - first), (size_t)(first - self->start));
    return p + 1;
}

static ALWAYS_INLINE const uint8_t *read_string(struct reader *self, const uint8_t *first, uint64_t *out)
{
    const uint8_t *p = skip_plain(first, self->end);
    if (p < self->end && *p == '"') {
        *out = word(CS_JSON_STRING, 0, (size_t)(p - first), (size_t)(first - self->start));
        return p + 1;
    }
    return read_odd_string(self, first, p, out);
}

static ALWAYS_INLINE const uint8_t *read_number(struct reader *self, const uint8_t *first, uint64_t *out)
{
    const uint8_t *p = first, *end = self->end;
    unsigned kind = CS_JSON_INTEGER;
    p += *p == '-';
    if (p < end && *p == '0')
        p++;
    else if (p < end && is_digit(*p))
        p = skip_digits(p + 1, end);
    else
        return fail(self, CS_JSON_BAD_NUMBER, p);
    if (p < end && *p == '.') {
        kind = CS_JSON_REAL;
        if (++p == end || !is_digit(*p))
            return fail(self, CS_JSON_BAD_NUMBER, p);
        p = skip_many_digits(p, end);
    }
    if (p < end && (*p | 0x20) == 'e') {
        kind = CS_JSON_REAL;
        p++;
        p += p < end && (*p == '+' || *p == '-');
        if (p == end || !is_digit(*p))
            return fail(self, CS_JSON_BAD_NUMBER, p);
        p = skip_digits(p, end);
    }
    *out = word(kind, 0, (size_t)(p - first), (size_t)(first - self->start));
    return p;
}

static ALWAYS_INLINE const uint8_t *read_literal(struct reader *self, const uint8_t *p, const char *text,
                                                 size_t length, unsigned kind, uint64_t *out)
{
    size_t room = (size_t)(self->end - p);
    if (room < length || memcmp(p, text, length) != 0) {
        size_t same = 1;
        while (same < room && same < length && p[same] == (uint8_t)text[same])
            same++;
        return fail(self, CS_JSON_BAD_LITERAL, same == room ? self->end : p);
    }
    *out = word(kind, 0, length, (size_t)(p - self->start));
    return p + length;
}

static ALWAYS_INLINE const uint8_t *read_scalar(struct reader *self, const uint8_t *p, uint64_t *out)
{
    switch (*p) {
    case '"':
        return read_string(self, p + 1, out);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        return read_number(self, p, out);
    case 't':
        return read_literal(self, p, "true", 4, CS_JSON_TRUE, out);
    case 'f':
        return read_literal(self, p, "false", 5, CS_JSON_FALSE, out);
    case 'n':
        return read_literal(self, p, "null", 4, CS_JSON_NULL, out);
    default:
        return fail(self, CS_JSON_WANT_VALUE, p);
    }
}

/* Passes the colon after a key, up to the value. */
static ALWAYS_INLINE const uint8_t *read_colon(struct reader *self, const uint8_t *p)
{
    p = skip_space(p, self->end);
    if (p == self->end || *p != ':')
        return fail(self, CS_JSON_WANT_COLON, p);
    return skip_space(p + 1, self->end);
}

/* At a key's place: passes key and colon up to the value. */
static ALWAYS_INLINE const uint8_t *read_key(struct reader *self, const uint8_t *p, uint64_t *out)
{
    if (p == self->end || *p != '"')
        return fail(self, CS_JSON_WANT_KEY, p);
    p = read_string(self, p + 1, out);
    return p == NULL ? NULL : read_colon(self, p);
}

/* After the document's value only white space may follow. */
static inline int32_t read_end(struct reader *self, const uint8_t *p)
{
    p = skip_space(p, self->end);
    if (p != self->end)
        (void)fail(self, CS_JSON_TRAILING, p);
    return self->status;
}
#endif
