#include "json_scan.h"
#include <csupport/json.h>

size_t cs_json_text_length(const uint8_t *text, const uint8_t *end, int is_string)
{
    const uint8_t *p = text;
    if (!is_string) {
        while (p < end && (is_digit(*p) || *p == '-' || *p == '+' || *p == '.' || (*p | 0x20) == 'e'))
            p++;
        return (size_t)(p - text);
    }
    while (p < end && *p != '"')
        p += *p == '\\' && end - p >= 2 ? 2 : 1;
    return (size_t)(p - text);
}

static uint32_t unit_at(const uint8_t *p)
{
    uint32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t c = p[i];
        unit = unit << 4 | (is_digit((uint8_t)c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return unit;
}

static uint8_t *put_scalar(uint8_t *out, uint32_t scalar)
{
    if (scalar < 0x80) {
        *out++ = (uint8_t)scalar;
        return out;
    }
    if (scalar < 0x800) {
        *out++ = (uint8_t)(0xC0 | scalar >> 6);
    } else {
        if (scalar < 0x10000) {
            *out++ = (uint8_t)(0xE0 | scalar >> 12);
        } else {
            *out++ = (uint8_t)(0xF0 | scalar >> 18);
            *out++ = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
        }
        *out++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
    }
    *out++ = (uint8_t)(0x80 | (scalar & 0x3F));
    return out;
}

static uint8_t simple_escape(uint8_t c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return c;
    }
}

/* Copies what comes before the next backslash, and perhaps more: there is room for as much as is left.
 * Answers how much counts. Such runs are short, so a call for each would cost more than the copy. */
static inline size_t copy_plain(const uint8_t *text, const uint8_t *end, uint8_t *out)
{
    const uint8_t *p = text;
#if defined(__SSE2__) && !defined(CS_JSON_NO_SIMD)
    while (end - p >= 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)p);
        _mm_storeu_si128((__m128i *)(out + (p - text)), v);
        unsigned backslash = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
        if (backslash != 0)
            return (size_t)(p - text) + (size_t)__builtin_ctz(backslash);
        p += 16;
    }
#endif
    while (p < end && *p != '\\') {
        out[p - text] = *p;
        p++;
    }
    return (size_t)(p - text);
}

size_t cs_json_unescape(const uint8_t *text, size_t len, uint8_t *out)
{
    const uint8_t *p = text, *end = text + len;
    uint8_t *o = out;
    while (p < end) {
        size_t run = copy_plain(p, end, o);
        o += run;
        p += run;
        if (end - p < 2)
            break;
        if (p[1] != 'u') {
            *o++ = simple_escape(p[1]);
            p += 2;
            continue;
        }
        if (end - p < 6)
            break;
        uint32_t scalar = unit_at(p + 2);
        p += 6;
        if (scalar >= 0xD800 && scalar < 0xDC00 && end - p >= 6) {
            scalar = 0x10000 + ((scalar & 0x3FF) << 10 | (unit_at(p + 2) & 0x3FF));
            p += 6;
        }
        o = put_scalar(o, scalar);
    }
    return (size_t)(o - out);
}
