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
