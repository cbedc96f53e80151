#include "json_dense.h"
#include "json_read.h"
#include <stdlib.h>

#define LIKELY_DEPTH 15

/* One pass over a document. An open container keeps in its second word where it stands (low half: the
 * container around it, high half: that one's members so far), so nesting needs no stack besides the tape. */
struct indexer {
    struct reader text;
    uint64_t *words, *next, *limit;
    /* As many as there may be. */
    size_t most;
    uint32_t depth, max_depth;
    /* For the containers around: what probably comes next in them. In an object that is the word of a key, or
     * while its value is read, of that value, in another object that is probably like this one; in an array
     * the last container in it; 0 where nothing is known. The deepest share a place. A hint: no answer
     * depends on it. */
    uint32_t likely[LIKELY_DEPTH + 1];
};

/* A document that needs more words than may be. */
static const int32_t too_dense = -1;

static const uint64_t no_container = 0xFFFFFFFFu;

/* Makes room for more words, as many as the whole document takes if it goes on as it did up to `p`, and moves
 * `next` to where it belongs there. Answers why not. */
static __attribute__((noinline)) int32_t grow(struct indexer *self, const uint8_t *p, uint64_t **next)
{
    size_t count = (size_t)(*next - self->words), old = (size_t)(self->limit - self->words);
    double density = (double)count / (double)(p - self->text.start + 1);
    size_t capacity = (size_t)(density * (double)(self->text.end - self->text.start)) + 16;
    if (capacity < old + old / 8 + 16)
        capacity = old + old / 8 + 16;
    /* Seen early, so that not much is done twice. */
    if (old == self->most || capacity > self->most + self->most / 4)
        return too_dense;
    if (capacity > self->most)
        capacity = self->most;
    uint64_t *words = realloc(self->words, capacity * sizeof *words);
    if (words == NULL)
        return CS_JSON_NO_MEMORY;
    self->words = words;
    *next = words + count;
    self->limit = words + capacity;
    return CS_JSON_OK;
}

static ALWAYS_INLINE uint32_t *likely_around(struct indexer *self)
{
    return &self->likely[self->depth < LIKELY_DEPTH ? self->depth : LIKELY_DEPTH];
}

/* A hint counts only where two words follow it. */
static ALWAYS_INLINE int is_known(uint32_t likely, size_t count)
{
    return likely != 0 && (size_t)likely + 2 < count;
}

/* What probably comes first in a container of a kind, when it is probably like the one at `likely`. */
static ALWAYS_INLINE uint32_t likely_first(const uint64_t *words, uint32_t likely, size_t count,
                                           unsigned kind)
{
    return is_known(likely, count) && words[likely] >> 60 == kind ? likely + 2 : 0;
}

/* What probably comes after a value that is probably like the one at `likely`. */
static ALWAYS_INLINE uint32_t likely_after(const uint64_t *words, uint32_t likely, size_t count)
{
    if (!is_known(likely, count))
        return 0;
    return words[likely] >> 60 >= CS_JSON_ARRAY ? (uint32_t)words[likely + 1] : likely + 1;
}

/* The key at `likely`, if it stands at p too: where a key ends is then no news, and what follows need not
 * wait until that was found. Answers the place after the key's own quote, or NULL. */
static ALWAYS_INLINE const uint8_t *read_likely_key(struct indexer *self, const uint8_t *p, uint32_t likely,
                                                    uint64_t *next)
{
    if (!is_known(likely, (size_t)(next - self->words)))
        return NULL;
    uint64_t w = self->words[likely];
    /* With the quote behind it. */
    size_t size = ((size_t)(w >> 32) & CS_JSON_LENGTH_MAX) + 1;
    if (w >> 58 != CS_JSON_STRING << 2 || size > 32 || self->text.end - p < 33 || *p != '"' ||
        !same_text(p + 1, self->text.start + (uint32_t)w, size))
        return NULL;
    *next = (w & ~(uint64_t)0xFFFFFFFFu) | (uint64_t)(p + 1 - self->text.start);
    return p + 1 + size;
}

/* Answers the place after the document's value, or NULL. */
static const uint8_t *read_document(struct indexer *self, const uint8_t *p)
{
    struct reader *const text = &self->text;
    const uint8_t *const end = text->end;
    uint64_t open = no_container, members = 0, *next = self->words, *limit = self->limit;
    int in_object = 0;
    /* What probably comes next in the innermost container. */
    uint32_t likely = 0;
value:
    if (limit - next < 4) {
        int32_t status = grow(self, p, &next);
        if (status != CS_JSON_OK)
            return fail(text, status, p);
        limit = self->limit;
    }
    if (p == end)
        return fail(text, CS_JSON_TRUNCATED, end);
    uint8_t c = *p;
    if (c != '{' && c != '[') {
        p = read_scalar(text, p, next++);
        if (p == NULL)
            return NULL;
        goto after_value;
    }
    if (self->depth == self->max_depth)
        return fail(text, CS_JSON_TOO_DEEP, p);
    unsigned kind = c == '{' ? CS_JSON_OBJECT : CS_JSON_ARRAY;
    *likely_around(self) = likely;
    likely = likely_first(self->words, likely, (size_t)(next - self->words), kind);
    self->depth++;
    next[0] = word(kind, 0, 0, (size_t)(p - text->start));
    next[1] = open | members << 32;
    open = (uint64_t)(next - self->words);
    next += 2;
    members = 0;
    in_object = c == '{';
    p = skip_space(p + 1, end);
    if (p < end && *p == (in_object ? '}' : ']'))
        goto close;
    if (!in_object)
        goto value;
key:
    if (likely != 0) {
        const uint8_t *after_key = read_likely_key(self, p, likely, next);
        if (after_key != NULL) {
            likely++;
            next++;
            p = read_colon(text, after_key);
            if (p == NULL)
                return NULL;
            goto value;
        }
        likely = 0;
    }
    p = read_key(text, p, next);
    if (p == NULL)
        return NULL;
    if (*next++ >> 58 & (CS_JSON_ESCAPED | CS_JSON_NON_ASCII))
        self->words[open] |= (uint64_t)CS_JSON_ESCAPED << 58;
    goto value;
after_value:
    self->next = next;
    if (open == no_container)
        return p;
    members++;
    if (in_object)
        likely = likely_after(self->words, likely, (size_t)(next - self->words));
    p = skip_space(p, end);
    if (p == end)
        return fail(text, CS_JSON_TRUNCATED, end);
    c = *p;
    if (c == ',') {
        p = skip_space(p + 1, end);
        if (!in_object)
            goto value;
        if (limit - next < 4) {
            int32_t status = grow(self, p, &next);
            if (status != CS_JSON_OK)
                return fail(text, status, p);
            limit = self->limit;
        }
        goto key;
    }
    if (c != (in_object ? '}' : ']'))
        return fail(text, in_object ? CS_JSON_WANT_COMMA_OR_BRACE : CS_JSON_WANT_COMMA_OR_BRACKET, p);
close:
    p++;
    self->depth--;
    uint64_t *closed = self->words + open;
    uint64_t around = closed[1];
    closed[0] |= (members < CS_JSON_LENGTH_MAX ? members : CS_JSON_LENGTH_MAX) << 32;
    closed[1] = (uint64_t)(next - self->words) | (uint64_t)(p - text->start) << 32;
    open = around & 0xFFFFFFFFu;
    members = around >> 32;
    in_object = open != no_container && self->words[open] >> 60 == CS_JSON_OBJECT;
    likely = in_object ? *likely_around(self) : (uint32_t)(closed - self->words);
    goto after_value;
}

/* RFC 8259, section 8.1: UTF-8 only. A zero among the first two bytes or a byte order mark gives the others
 * away. */
static int is_wide(const uint8_t *in, size_t len)
{
    if (len < 2)
        return 0;
    return in[0] == 0 || in[1] == 0 || (in[0] == 0xFE && in[1] == 0xFF) || (in[0] == 0xFF && in[1] == 0xFE);
}

/* How many words there may be: as much memory as the document itself takes, or what is little anyway. */
static size_t most_words(size_t len)
{
    size_t most = len / 8 + 16;
    return most < CS_JSON_FEW_WORDS ? CS_JSON_FEW_WORDS : most;
}

/* Nothing of what the words were matters. */
static int make_room(cs_json_tape *tape, size_t capacity)
{
    if (tape->capacity >= capacity)
        return 1;
    cs_json_free(tape);
    tape->words = malloc(capacity * sizeof *tape->words);
    tape->capacity = tape->words == NULL ? 0 : capacity;
    return tape->words != NULL;
}

static int32_t index_in_words(struct reader *text, const uint8_t *p, uint32_t max_depth, cs_json_tape *tape)
{
    size_t len = (size_t)(text->end - text->start);
    size_t few = len / 8 + 16;
    if (!make_room(tape, few < CS_JSON_FEW_WORDS ? few : CS_JSON_FEW_WORDS))
        return CS_JSON_NO_MEMORY;
    uint64_t *words = tape->words;
    struct indexer self = {*text, words, words, words + tape->capacity, most_words(len), 0, max_depth, {0}};
    p = read_document(&self, p);
    *text = self.text;
    tape->words = self.words;
    tape->capacity = (size_t)(self.limit - self.words);
    if (p == NULL)
        return text->status;
    tape->count = (size_t)(self.next - self.words);
    return read_end(text, p);
}

int32_t cs_json_index(const uint8_t *in, size_t len, uint32_t max_depth, int is_dense, cs_json_tape *tape,
                      size_t *fault)
{
    *fault = 0;
    tape->count = 0;
    cs_json_dense_free(&tape->dense);
    if (len >= 0xFFFFFFFFu)
        return CS_JSON_TOO_LARGE;
    if (is_wide(in, len))
        return CS_JSON_NOT_UTF8;
    struct reader text = {in, in + len, in, CS_JSON_OK};
    const uint8_t *p = in + cs_json_root(in, len);
    int32_t status = is_dense ? too_dense : index_in_words(&text, p, max_depth, tape);
    if (status == too_dense) {
        cs_json_free(tape);
        text.status = CS_JSON_OK;
        status = cs_json_dense_index(&text, p, max_depth, &tape->dense);
    }
    if (status != CS_JSON_OK) {
        *fault = (size_t)(text.fault - in);
        tape->count = 0;
        cs_json_dense_free(&tape->dense);
    }
    return status;
}

void cs_json_free(cs_json_tape *tape)
{
    free(tape->words);
    tape->words = NULL;
    tape->count = tape->capacity = 0;
    cs_json_dense_free(&tape->dense);
}
