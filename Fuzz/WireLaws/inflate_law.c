#include "wire_laws.h"

#include <csupport/inflate.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEERING = 4, MAX_OUTPUT = 1 << 18 };

typedef struct input {
    const uint8_t *bytes;
    size_t len;
    cs_inflate_format format;
} input;

typedef struct outcome {
    cs_status status;
    uint8_t *bytes;
    size_t len;
    bool is_sound; /* no step claimed what cannot be */
} outcome;

static bool fail(const char *what)
{
    fprintf(stderr, "inflate: %s\n", what);
    return false;
}

/* One step, between buffers of exactly these sizes, so that a sanitizer sees a byte too many. */
static cs_status step(cs_inflate *inflate, const uint8_t *in, size_t in_len, size_t *consumed, outcome *into,
                      size_t room)
{
    uint8_t *from = malloc(in_len > 0 ? in_len : 1);
    uint8_t *to = malloc(room > 0 ? room : 1);
    size_t produced = 0;
    cs_status status = CS_STATUS_NO_MEMORY;
    if (from && to) {
        if (in_len > 0)
            memcpy(from, in, in_len);
        status = cs_inflate_step(inflate, from, in_len, consumed, to, room, &produced);
        if (*consumed > in_len || produced > room || into->len + produced > MAX_OUTPUT)
            into->is_sound = fail("more was used than there is");
        else
            memcpy(into->bytes + into->len, to, produced);
        if (status == CS_STATUS_WANT_OUTPUT && *consumed == 0 && produced == 0 && room > 0)
            into->is_sound = fail("asks for room and uses none");
        if ((status == CS_STATUS_OK || status == CS_STATUS_WANT_INPUT) && *consumed != in_len)
            into->is_sound = fail("leaves input it does not ask about");
        into->len += produced;
    }
    free(from);
    free(to);
    return status;
}

/* Decodes in pieces of these sizes; the caller frees the outcome's bytes. */
static outcome decode(const input *input, size_t in_size, size_t out_size, uint64_t limit)
{
    outcome result = {.status = CS_STATUS_OK, .bytes = malloc(MAX_OUTPUT), .is_sound = true};
    cs_inflate *inflate = cs_inflate_new(input->format, limit);
    size_t at = 0;
    while (result.bytes && inflate && result.status >= 0 && result.is_sound &&
           (at < input->len || result.status == CS_STATUS_WANT_OUTPUT)) {
        size_t left = input->len - at;
        size_t consumed = 0;
        result.status =
            step(inflate, input->bytes + at, left < in_size ? left : in_size, &consumed, &result, out_size);
        at += consumed;
    }
    if (inflate && result.status >= 0)
        result.status = cs_inflate_finish(inflate);
    cs_inflate_free(inflate);
    return result;
}

static bool is_same(const outcome *one, const outcome *other)
{
    return one->status == other->status && one->len == other->len &&
           memcmp(one->bytes, other->bytes, one->len) == 0;
}

/* `limited` against `whole`, which had a larger limit. */
static bool keeps_limit(const outcome *whole, const outcome *limited, uint64_t limit)
{
    if (whole->len <= limit)
        return is_same(whole, limited);
    return limited->status == CS_STATUS_LIMIT && limited->len == limit &&
           memcmp(whole->bytes, limited->bytes, limited->len) == 0;
}

int law_inflate(const uint8_t *data, size_t size)
{
    if (size < STEERING)
        return 0;
    input input = {data + STEERING, size - STEERING, data[0] & 1 ? CS_INFLATE_DEFLATE : CS_INFLATE_GZIP};
    size_t in_size = (size_t)data[1] + 1;
    size_t out_size = (size_t)data[2] + 1;
    uint64_t limit = (uint64_t)data[3] * 8;
    outcome whole = decode(&input, SIZE_MAX, MAX_OUTPUT, MAX_OUTPUT);
    outcome pieces = decode(&input, in_size, out_size, MAX_OUTPUT);
    outcome limited = decode(&input, in_size, out_size, limit);
    bool is_good = whole.is_sound && pieces.is_sound && limited.is_sound;
    if (is_good && !is_same(&whole, &pieces))
        is_good = fail("whole and in pieces differ");
    if (is_good && !keeps_limit(&whole, &limited, limit))
        is_good = fail("the limit does not hold");
    free(whole.bytes);
    free(pieces.bytes);
    free(limited.bytes);
    return is_good ? 0 : 1;
}
