#include <csupport/inflate.h>

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

enum {
    ZLIB_WRAPPER = MAX_WBITS,
    GZIP_WRAPPER = MAX_WBITS + 16,
    NO_WRAPPER = -MAX_WBITS,
};

typedef enum phase {
    PHASE_START,    /* no byte has come */
    PHASE_PREFIX,   /* one byte of the two that tell the kind of stream is held back */
    PHASE_BODY,     /* inside a stream or member */
    PHASE_END,      /* a stream or member is complete */
    PHASE_DROPPING, /* complete, and what comes is not wanted */
} phase;

struct cs_inflate {
    z_stream z;
    uint64_t output_left;
    cs_inflate_format format;
    phase phase;
    uint8_t prefix; /* the byte held back in PHASE_PREFIX */
};

/* The parts of a step that move. */
typedef struct transfer {
    const uint8_t *in;
    size_t in_len;
    uint8_t *out;
    size_t out_len;
    size_t produced;
} transfer;

static void skip(transfer *t, size_t count)
{
    if (count > 0)
        t->in += count;
    t->in_len -= count;
}

cs_inflate *cs_inflate_new(cs_inflate_format format, uint64_t max_output)
{
    cs_inflate *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->format = format;
    self->output_left = max_output;
    if (inflateInit2(&self->z, GZIP_WRAPPER) != Z_OK) {
        free(self);
        return NULL;
    }
    return self;
}

void cs_inflate_free(cs_inflate *self)
{
    if (!self)
        return;
    inflateEnd(&self->z);
    free(self);
}

static uInt clamp(size_t size)
{
    return size < UINT_MAX ? (uInt)size : UINT_MAX;
}

/* RFC 1950 2.2: method 8, a window of at most 32 KB, and a multiple of 31. */
static bool begins_zlib(uint8_t first, uint8_t second)
{
    return (first & 0x0f) == 8 && (first >> 4) <= 7 && ((unsigned)first << 8 | second) % 31 == 0;
}

/* RFC 1952 2.3.1. */
enum { GZIP_ID1 = 0x1f, GZIP_ID2 = 0x8b };

/* Lets zlib turn some input into output, accounts for both, and says whether it tried to pass the limit. */
static int inflate_some(cs_inflate *self, transfer *t, bool *passed_limit)
{
    z_stream *z = &self->z;
    /* At the limit, zlib gets room for one byte that is never shown: only so can a stream that ends here
     * be told from one that goes on. */
    uint8_t hidden;
    bool at_limit = self->output_left == 0;
    uInt avail_in = clamp(t->in_len);
    uInt avail_out =
        at_limit ? 1 : clamp(t->out_len < self->output_left ? t->out_len : (size_t)self->output_left);
    z->next_in = (z_const Bytef *)(uintptr_t)t->in;
    z->avail_in = avail_in;
    z->next_out = at_limit || avail_out == 0 ? &hidden : t->out;
    z->avail_out = avail_out;
    int rc = inflate(z, Z_NO_FLUSH);
    size_t used = avail_in - z->avail_in;
    size_t made = avail_out - z->avail_out;
    skip(t, used);
    *passed_limit = at_limit && made > 0;
    if (!at_limit && made > 0) {
        t->out += made;
        t->out_len -= made;
        t->produced += made;
        self->output_left -= made;
    }
    return rc;
}

/* Decodes to the end of the stream or member (OK), or as far as it goes. */
static cs_status decode(cs_inflate *self, transfer *t)
{
    for (;;) {
        bool passed_limit;
        int rc = inflate_some(self, t, &passed_limit);
        if (passed_limit)
            return CS_STATUS_LIMIT;
        switch (rc) {
        case Z_STREAM_END:
            self->phase = PHASE_END;
            return CS_STATUS_OK;
        case Z_OK:
        case Z_BUF_ERROR:
            break;
        case Z_MEM_ERROR:
            return CS_STATUS_NO_MEMORY;
        default: /* also a preset dictionary, which HTTP knows no way to name */
            return CS_STATUS_CORRUPT;
        }
        if (t->out_len == 0 && self->output_left > 0)
            return CS_STATUS_WANT_OUTPUT;
        if (t->in_len == 0 && self->z.avail_out > 0)
            return CS_STATUS_WANT_INPUT;
    }
}

/* Begins a stream whose first two bytes are the one held back and `second`, or gives up on what follows. */
static cs_status begin(cs_inflate *self, uint8_t second)
{
    int wrapper = GZIP_WRAPPER;
    if (self->format == CS_INFLATE_DEFLATE) {
        wrapper = begins_zlib(self->prefix, second) ? ZLIB_WRAPPER : NO_WRAPPER;
    } else if (second != GZIP_ID2) {
        self->phase = PHASE_DROPPING;
        return CS_STATUS_OK;
    }
    if (inflateReset2(&self->z, wrapper) != Z_OK)
        return CS_STATUS_NO_MEMORY;
    self->phase = PHASE_BODY;
    /* One byte never makes output: the shortest code and the block header before it take more bits. */
    transfer held = {.in = &self->prefix, .in_len = 1};
    bool passed_limit;
    int rc = inflate_some(self, &held, &passed_limit);
    return rc == Z_OK ? CS_STATUS_OK : CS_STATUS_CORRUPT;
}

/* Between streams: takes one byte of what follows. */
static void follow(cs_inflate *self, transfer *t)
{
    bool is_kept = self->format == CS_INFLATE_GZIP ? t->in[0] == GZIP_ID1 : self->phase == PHASE_START;
    self->prefix = t->in[0];
    self->phase = is_kept ? PHASE_PREFIX : PHASE_DROPPING;
    skip(t, 1);
}

static cs_status advance(cs_inflate *self, transfer *t)
{
    cs_status status = CS_STATUS_OK;
    while (status == CS_STATUS_OK) {
        if (t->in_len == 0 && (self->phase == PHASE_START || self->phase == PHASE_END))
            return CS_STATUS_OK;
        switch (self->phase) {
        case PHASE_START:
            if (self->format == CS_INFLATE_GZIP)
                self->phase = PHASE_BODY; /* zlib itself refuses what is not gzip */
            else
                follow(self, t);
            break;
        case PHASE_PREFIX:
            if (t->in_len == 0)
                return CS_STATUS_WANT_INPUT;
            /* The byte stays in the input: it is the stream's, or the first to be dropped. */
            status = begin(self, t->in[0]);
            break;
        case PHASE_BODY:
            status = decode(self, t);
            break;
        case PHASE_END:
            follow(self, t);
            break;
        case PHASE_DROPPING:
            skip(t, t->in_len);
            return CS_STATUS_OK;
        }
    }
    return status;
}

cs_status cs_inflate_step(cs_inflate *self, const uint8_t *in, size_t in_len, size_t *consumed, uint8_t *out,
                          size_t out_len, size_t *produced)
{
    transfer t = {.in = in, .in_len = in_len, .out = out, .out_len = out_len};
    cs_status status = advance(self, &t);
    *consumed = in_len - t.in_len;
    *produced = t.produced;
    return status;
}

cs_status cs_inflate_finish(const cs_inflate *self)
{
    return self->phase == PHASE_BODY || self->phase == PHASE_PREFIX ? CS_STATUS_TRUNCATED : CS_STATUS_OK;
}
