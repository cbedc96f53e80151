#include "json_dense.h"

/* The functions below read text that cs_json_index has checked, from a value's place on. */

static uint32_t offset_of(const uint8_t *in, const uint8_t *p)
{
    return (uint32_t)(p - in);
}

static const uint8_t *place(const uint8_t *in, const cs_json_dense *self, uint32_t at)
{
    return in + (at == 0 ? cs_json_root(in, self->length) : at);
}

/* From the byte after the opening quote to the closing one. */
static inline const uint8_t *pass_text(const uint8_t *p, const uint8_t *end, unsigned *flags)
{
    for (p = skip_plain(p, end); p < end && *p != '"'; p = skip_plain(p, end)) {
        if (*p == '\\') {
            *flags |= CS_JSON_ESCAPED;
            p += end - p >= 2 ? 2 : 1;
        } else {
            *flags |= CS_JSON_NON_ASCII;
            while (p < end && *p >= 0x80)
                p++;
        }
    }
    return p;
}

/* A number or a literal. */
static inline const uint8_t *pass_plain(const uint8_t *p, const uint8_t *end)
{
    while (p < end && *p != ',' && *p != ']' && *p != '}' && *p > ' ')
        p++;
    return p;
}

static const cs_json_skip *find_skip(const cs_json_dense *self, uint32_t at)
{
    size_t low = self->blocks[at >> BLOCK_SHIFT], high = self->blocks[(at >> BLOCK_SHIFT) + 1];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (self->skips[middle].start < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < self->count && self->skips[low].start == at ? &self->skips[low] : NULL;
}

/* Where the container at `p` ends and what is in it, by reading its text. */
static cs_json_skip read_container(const uint8_t *in, const cs_json_dense *self, const uint8_t *const first)
{
    const uint8_t *p = first, *end = in + self->length;
    const int is_object = *first == '{';
    uint32_t depth = 0, commas = 0, unusual = 0;
    int is_empty = 1;
    int is_key = is_object;
    while (p < end) {
        uint8_t c = *p;
        if (c == '{' || c == '[') {
            is_empty &= depth == 0;
            const cs_json_skip *skip = depth > 0 ? find_skip(self, offset_of(in, p)) : NULL;
            depth += skip == NULL;
            p = skip == NULL ? p + 1 : in + skip->end;
        } else if (c == '}' || c == ']') {
            p++;
            if (--depth == 0)
                break;
        } else if (c == '"') {
            unsigned flags = 0;
            p = pass_text(p + 1, end, &flags) + 1;
            is_empty = 0;
            unusual |= depth == 1 && is_key && flags != 0 ? CS_JSON_UNUSUAL : 0;
        } else if (c == ',' || c == ':') {
            commas += depth == 1 && c == ',';
            is_key = is_object && c == ',';
            p++;
        } else if (c <= ' ') {
            p++;
        } else {
            p = pass_plain(p, end);
            is_empty = 0;
        }
    }
    uint32_t count = is_empty ? 0 : commas + 1;
    return (cs_json_skip){offset_of(in, first), offset_of(in, p < end ? p : end), count | unusual};
}

static cs_json_skip container(const uint8_t *in, const cs_json_dense *self, const uint8_t *p)
{
    if (p[1] == ']' || p[1] == '}')
        return (cs_json_skip){offset_of(in, p), offset_of(in, p) + 2, 0};
    const cs_json_skip *skip = find_skip(self, offset_of(in, p));
    return skip == NULL ? read_container(in, self, p) : *skip;
}

uint64_t cs_json_dense_word(const uint8_t *in, const cs_json_dense *self, uint32_t at)
{
    const uint8_t *p = place(in, self, at), *end = in + self->length;
    unsigned flags = 0;
    switch (*p) {
    case '{':
    case '[':
        return word(*p == '{' ? CS_JSON_OBJECT : CS_JSON_ARRAY, 0, 0, offset_of(in, p));
    case '"': {
        const uint8_t *close = pass_text(p + 1, end, &flags);
        return word(CS_JSON_STRING, flags, (size_t)(close - p) - 1, offset_of(in, p) + 1);
    }
    case 'n':
        return word(CS_JSON_NULL, 0, 4, offset_of(in, p));
    case 't':
        return word(CS_JSON_TRUE, 0, 4, offset_of(in, p));
    case 'f':
        return word(CS_JSON_FALSE, 0, 5, offset_of(in, p));
    default: {
        const uint8_t *q = skip_digits(p + 1, end);
        unsigned kind = q == end || (*q != '.' && (*q | 0x20) != 'e') ? CS_JSON_INTEGER : CS_JSON_REAL;
        return word(kind, 0, (size_t)(pass_plain(q, end) - p), offset_of(in, p));
    }
    }
}

uint32_t cs_json_dense_count(const uint8_t *in, const cs_json_dense *self, uint32_t at)
{
    return container(in, self, place(in, self, at)).count & ~CS_JSON_UNUSUAL;
}

int cs_json_dense_is_unusual(const uint8_t *in, const cs_json_dense *self, uint32_t at)
{
    return self->has_unusual_keys && container(in, self, place(in, self, at)).count & CS_JSON_UNUSUAL;
}

uint32_t cs_json_dense_end(const uint8_t *in, const cs_json_dense *self, uint32_t at)
{
    return container(in, self, place(in, self, at)).end;
}

uint32_t cs_json_dense_first(const uint8_t *in, const cs_json_dense *self, uint32_t at)
{
    const uint8_t *p = place(in, self, at) + 1;
    p = skip_space(p, in + self->length);
    return offset_of(in, p) + (*p == ']' || *p == '}');
}

uint32_t cs_json_dense_value(const uint8_t *in, const cs_json_dense *self, uint32_t key)
{
    const uint8_t *end = in + self->length;
    unsigned flags = 0;
    const uint8_t *p = skip_space(pass_text(in + key + 1, end, &flags) + 1, end);
    return offset_of(in, skip_space(p + 1, end));
}

uint32_t cs_json_dense_after(const uint8_t *in, const cs_json_dense *self, uint32_t at)
{
    const uint8_t *p = place(in, self, at), *end = in + self->length;
    unsigned flags = 0;
    if (*p == '{' || *p == '[')
        p = in + container(in, self, p).end;
    else if (*p == '"')
        p = pass_text(p + 1, end, &flags) + 1;
    else
        p = pass_plain(p, end);
    p = skip_space(p, end);
    if (p == end)
        return self->length;
    return offset_of(in, *p == ',' ? skip_space(p + 1, end) : p + 1);
}
