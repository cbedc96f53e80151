#include "json_scan.h"
#include <csupport/json.h>

static inline uint32_t load4(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, 4);
    return v;
}

/* Keys are short: overlapping loads beat a call. */
static inline int same_bytes(const uint8_t *a, const uint8_t *b, size_t n)
{
    if (n > 16)
        return memcmp(a, b, n) == 0;
    if (n >= 8)
        return ((load8(a) ^ load8(b)) | (load8(a + n - 8) ^ load8(b + n - 8))) == 0;
    if (n >= 4)
        return ((load4(a) ^ load4(b)) | (load4(a + n - 4) ^ load4(b + n - 4))) == 0;
    return n == 0 || (a[0] == b[0] && a[n >> 1] == b[n >> 1] && a[n - 1] == b[n - 1]);
}

/* One of 256 bits for a key: the cursor keeps the bits of the keys it has passed. A key whose bit is missing
 * is not among them, so that a repeated key is noticed although the search begins in the middle. */
static inline unsigned key_bit(const uint8_t *key, size_t len)
{
    uint64_t v = len;
    if (len >= 8)
        v += load8(key) ^ load8(key + len - 8) * 3;
    else if (len >= 4)
        v += load4(key) | (uint64_t)load4(key + len - 4) << 32;
    else if (len > 0)
        v += key[0] | (uint64_t)key[len >> 1] << 8 | (uint64_t)key[len - 1] << 16;
    return (unsigned)(v * 0x9E3779B97F4A7C15u >> 56);
}

static inline int has_bit(const cs_json_cursor *cursor, unsigned bit)
{
    return (int)(cursor->passed[bit >> 6] >> (bit & 63) & 1);
}

static inline void add_bit(cs_json_cursor *cursor, unsigned bit)
{
    cursor->passed[bit >> 6] |= (uint64_t)1 << (bit & 63);
}

static inline size_t word_length(uint64_t w)
{
    return (size_t)(w >> 32) & CS_JSON_LENGTH_MAX;
}

static inline uint32_t after(const uint64_t *words, uint32_t i)
{
    return words[i] >> 60 >= CS_JSON_ARRAY ? (uint32_t)words[i + 1] : i + 1;
}

static __attribute__((noinline)) uint32_t search(const uint8_t *in, const uint64_t *words,
                                                 cs_json_cursor *cursor, uint32_t next, const uint8_t *key,
                                                 size_t key_len)
{
    uint32_t object = cursor->object, end = (uint32_t)words[object + 1], steps = 0;
    if (cursor->limit == 0) {
        uint64_t allowance = word_length(words[object]) * 8 + 1024;
        cursor->limit = (uint32_t)allowance;
    }
    if (key_len >= CS_JSON_LENGTH_MAX || cursor->work > cursor->limit)
        return CS_JSON_CROWDED;
    uint64_t wanted = (uint64_t)CS_JSON_STRING << 28 | key_len;
    unsigned bit = key_bit(key, key_len);
    cs_json_cursor ahead = *cursor;
    uint32_t i = has_bit(cursor, bit) ? object + 2 : next;
    for (; i < end; i = after(words, i + 1), steps++) {
        uint64_t w = words[i];
        const uint8_t *text = in + (uint32_t)w;
        if (w >> 32 == wanted && same_bytes(text, key, key_len)) {
            if (i >= next) {
                *cursor = ahead;
                add_bit(cursor, bit);
                cursor->next = after(words, i + 1);
            }
            cursor->work += steps;
            return i + 1;
        }
        if (i >= next)
            add_bit(&ahead, key_bit(text, word_length(w)));
    }
    cursor->work += steps;
    return 0;
}

uint32_t cs_json_find(const uint8_t *in, const uint64_t *words, cs_json_cursor *cursor, const uint8_t *key,
                      size_t key_len)
{
    uint32_t i = cursor->next == 0 ? cursor->object + 2 : cursor->next;
    /* Mostly the next key is the one that is wanted. */
    if (i < (uint32_t)words[cursor->object + 1] && key_len < CS_JSON_LENGTH_MAX) {
        uint64_t w = words[i];
        if (w >> 32 == ((uint64_t)CS_JSON_STRING << 28 | key_len) &&
            same_bytes(in + (uint32_t)w, key, key_len)) {
            unsigned bit = key_bit(key, key_len);
            if (!has_bit(cursor, bit)) {
                add_bit(cursor, bit);
                cursor->next = after(words, i + 1);
                return i + 1;
            }
        }
    }
    return search(in, words, cursor, i, key, key_len);
}

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

size_t cs_json_unescape(const uint8_t *text, size_t len, uint8_t *out)
{
    const uint8_t *p = text, *end = text + len;
    uint8_t *o = out;
    while (p < end) {
        const uint8_t *backslash = memchr(p, '\\', (size_t)(end - p));
        size_t run = (size_t)((backslash ? backslash : end) - p);
        memcpy(o, p, run);
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
