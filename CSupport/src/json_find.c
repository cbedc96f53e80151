#include "json_dense.h"

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

/* Where the members of an object are read: in words, or NULL and the text of a dense document. */
struct members {
    const uint8_t *in;
    const uint64_t *words;
    const cs_json_dense *dense;
};

static ALWAYS_INLINE uint64_t word_at(const struct members *self, uint32_t i)
{
    return self->words ? self->words[i] : cs_json_dense_word(self->in, self->dense, i);
}

/* Whether a key lies at `i`, not the end of the object, which is known when there are words. */
static ALWAYS_INLINE int is_key(const struct members *self, uint32_t i, uint32_t end)
{
    return self->words ? i < end : i < self->dense->length && self->in[i] == '"';
}

/* How much may be searched in all before it is better to index the object. */
static ALWAYS_INLINE uint32_t limit(const struct members *self, uint32_t object)
{
    uint64_t allowance = self->words ? word_length(self->words[object]) * 8 + 1024 : 4096;
    return (uint32_t)allowance;
}

static ALWAYS_INLINE uint32_t first_of(const struct members *self, uint32_t object)
{
    return self->words ? object + 2 : cs_json_dense_first(self->in, self->dense, object);
}

static ALWAYS_INLINE uint32_t value_of(const struct members *self, uint32_t key)
{
    return self->words ? key + 1 : cs_json_dense_value(self->in, self->dense, key);
}

static ALWAYS_INLINE uint32_t after(const struct members *self, uint32_t i)
{
    if (self->words == NULL)
        return cs_json_dense_after(self->in, self->dense, i);
    return self->words[i] >> 60 >= CS_JSON_ARRAY ? (uint32_t)self->words[i + 1] : i + 1;
}

/* What passing a member costs, in the text of a dense document more than one look. */
static ALWAYS_INLINE uint32_t cost(const struct members *self, uint32_t from, uint32_t to)
{
    return self->words ? 1 : 1 + (to - from) / 64;
}

static ALWAYS_INLINE uint32_t search(const struct members members, cs_json_cursor *cursor, uint32_t next,
                                     const uint8_t *key, size_t key_len)
{
    const struct members *const self = &members;
    uint32_t object = cursor->object, end = self->words ? (uint32_t)self->words[object + 1] : 0, steps = 0;
    if (cursor->limit == 0)
        cursor->limit = limit(self, object);
    if (key_len >= CS_JSON_LENGTH_MAX || cursor->work > cursor->limit)
        return CS_JSON_CROWDED;
    uint64_t wanted = (uint64_t)CS_JSON_STRING << 28 | key_len;
    unsigned bit = cs_json_key_bit(key, key_len);
    cs_json_cursor ahead = *cursor;
    uint32_t i = has_bit(cursor, bit) ? first_of(self, object) : next;
    while (is_key(self, i, end)) {
        uint64_t w = word_at(self, i);
        const uint8_t *text = self->in + (uint32_t)w;
        uint32_t value = value_of(self, i);
        if (w >> 32 == wanted && same_bytes(text, key, key_len)) {
            if (i >= next) {
                *cursor = ahead;
                add_bit(cursor, bit);
                cursor->next = after(self, value);
            }
            cursor->work += steps;
            return value;
        }
        if (i >= next)
            add_bit(&ahead, cs_json_key_bit(text, word_length(w)));
        uint32_t following = after(self, value);
        steps += cost(self, i, following);
        i = following;
    }
    cursor->work += steps;
    return 0;
}

static __attribute__((noinline)) uint32_t search_words(const uint8_t *in, const uint64_t *words,
                                                       cs_json_cursor *cursor, uint32_t next,
                                                       const uint8_t *key, size_t key_len)
{
    return search((struct members){in, words, NULL}, cursor, next, key, key_len);
}

uint32_t cs_json_find(const uint8_t *in, const uint64_t *words, cs_json_cursor *cursor, const uint8_t *key,
                      size_t key_len)
{
    uint32_t i = cursor->next;
    if (i < (uint32_t)words[cursor->object + 1] && key_len < CS_JSON_LENGTH_MAX) {
        uint64_t w = words[i];
        if (w >> 32 == ((uint64_t)CS_JSON_STRING << 28 | key_len) &&
            same_bytes(in + (uint32_t)w, key, key_len)) {
            unsigned bit = cs_json_key_bit(key, key_len);
            if (!has_bit(cursor, bit)) {
                add_bit(cursor, bit);
                cursor->next = after(&(struct members){in, words, NULL}, i + 1);
                return i + 1;
            }
        }
    }
    return search_words(in, words, cursor, i, key, key_len);
}

uint32_t cs_json_dense_find(const uint8_t *in, const cs_json_dense *dense, cs_json_cursor *cursor,
                            const uint8_t *key, size_t key_len)
{
    struct members members = {in, NULL, dense};
    return search(members, cursor, cursor->next, key, key_len);
}
