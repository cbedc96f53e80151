/* Runs of bytes that need no look one by one: string text, white space, digits. */
#ifndef CS_JSON_SCAN_H
#define CS_JSON_SCAN_H
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__) && !defined(CS_JSON_NO_SIMD)
#include <emmintrin.h>
#endif

#define CS_ONES 0x0101010101010101u
#define CS_HIGHS 0x8080808080808080u

static inline uint64_t load8(const uint8_t *p)
{
    uint64_t v;
    memcpy(&v, p, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    return v;
}

/* The high bit of each byte of `v` that is zero; only the lowest such bit is exact. */
static inline uint64_t zero_bytes(uint64_t v)
{
    return (v - CS_ONES) & ~v & CS_HIGHS;
}

#if defined(__SSE2__) && !defined(CS_JSON_NO_SIMD)
/* A bit for each of sixteen bytes that is a quote, a backslash, a control character or not ASCII. */
static inline unsigned odd_bytes(const uint8_t *p)
{
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
    /* Signed: bytes from 0x80 on are below the space as well. */
    hit = _mm_or_si128(hit, _mm_cmplt_epi8(v, _mm_set1_epi8(' ')));
    return (unsigned)_mm_movemask_epi8(hit);
}
#endif

/* The first byte of [p, end) that is a quote, a backslash, a control character or not ASCII; or end. */
static inline const uint8_t *skip_plain(const uint8_t *p, const uint8_t *end)
{
#if defined(__SSE2__) && !defined(CS_JSON_NO_SIMD)
    if (end - p >= 16) {
        unsigned mask = odd_bytes(p);
        if (mask != 0)
            return p + __builtin_ctz(mask);
        p += 16;
    }
    /* What is not short takes larger steps: a wrong guess about the next branch costs more than a step. */
    while (end - p >= 32) {
        unsigned mask = odd_bytes(p) | odd_bytes(p + 16) << 16;
        if (mask != 0)
            return p + __builtin_ctz(mask);
        p += 32;
    }
#endif
    while (end - p >= 8) {
        uint64_t v = load8(p);
        uint64_t hit = zero_bytes(v ^ (CS_ONES * '"')) | zero_bytes(v ^ (CS_ONES * '\\')) |
                       ((v - CS_ONES * 0x20) & ~v & CS_HIGHS) | (v & CS_HIGHS);
        if (hit != 0)
            return p + (__builtin_ctzll(hit) >> 3);
        p += 8;
    }
    while (p < end && *p >= ' ' && *p < 0x80 && *p != '"' && *p != '\\')
        p++;
    return p;
}

/* Whether two texts of at most 32 bytes are the same; 32 may be read of each. */
static inline int same_text(const uint8_t *a, const uint8_t *b, size_t size)
{
#if defined(__SSE2__) && !defined(CS_JSON_NO_SIMD)
    unsigned low = (unsigned)_mm_movemask_epi8(
        _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)a), _mm_loadu_si128((const __m128i *)b)));
    if (size <= 16)
        return (~low & (((uint32_t)1 << size) - 1)) == 0;
    unsigned high = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(a + 16)),
                                                               _mm_loadu_si128((const __m128i *)(b + 16))));
    return low == 0xFFFF && (~high & (((uint32_t)1 << (size - 16)) - 1)) == 0;
#else
    return memcmp(a, b, size) == 0;
#endif
}

static inline int is_space(uint8_t c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline const uint8_t *skip_space(const uint8_t *p, const uint8_t *end)
{
    if (p < end && *p > ' ')
        return p;
    if (end - p >= 2 && *p == ' ' && p[1] > ' ')
        return p + 1;
#if defined(__SSE2__) && !defined(CS_JSON_NO_SIMD)
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)p);
        __m128i blank =
            _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\n')));
        __m128i rare =
            _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(v, _mm_set1_epi8('\t')));
        int other = _mm_movemask_epi8(_mm_or_si128(blank, rare)) ^ 0xFFFF;
        if (other != 0)
            return p + __builtin_ctz((unsigned)other);
        p += 16;
    }
#endif
    while (p < end && is_space(*p))
        p++;
    return p;
}

/* Of the eight bytes in `v`, are all digits? */
static inline int eight_digits(uint64_t v)
{
    return (((v + 0x4646464646464646u) | (v - 0x3030303030303030u)) & CS_HIGHS) == 0;
}

/* The number that eight digits spell. */
static inline uint32_t eight_digit_value(uint64_t v)
{
    v -= 0x3030303030303030u;
    v = v * 10 + (v >> 8);
    uint64_t low = (v & 0x000000FF000000FFu) * (100u + ((uint64_t)1000000 << 32));
    uint64_t high = ((v >> 16) & 0x000000FF000000FFu) * (1u + ((uint64_t)10000 << 32));
    return (uint32_t)((low + high) >> 32);
}

static inline int is_digit(uint8_t c)
{
    return (uint8_t)(c - '0') < 10;
}

/* The high bit of each byte of `v` that is no digit. */
static inline uint64_t not_digits(uint64_t v)
{
    v ^= 0x3030303030303030u;
    return (((v & ~(uint64_t)CS_HIGHS) + 0x7676767676767676u) | v) & CS_HIGHS;
}

static inline const uint8_t *skip_digits(const uint8_t *p, const uint8_t *end)
{
    while (p < end && is_digit(*p))
        p++;
    return p;
}

/* The same where there are many as a rule: the loop above is faster for few. */
static inline const uint8_t *skip_many_digits(const uint8_t *p, const uint8_t *end)
{
    if (end - p < 16 || !eight_digits(load8(p)))
        return skip_digits(p, end);
    do {
        p += 8;
        uint64_t other = not_digits(load8(p));
        if (other != 0)
            return p + (__builtin_ctzll(other) >> 3);
    } while (end - p >= 16);
    return skip_digits(p, end);
}
#endif
