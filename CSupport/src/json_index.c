#include "json_scan.h"
#include <csupport/json.h>
#include <stdlib.h>

/* One pass over a document. An open container keeps in its second word where it stands (low half: the
 * container around it, high half: that one's members so far), so nesting needs no stack besides the tape. */
struct indexer {
    const uint8_t *start, *end, *fault;
    uint64_t *words, *next, *limit;
    uint32_t depth, max_depth;
    int32_t status;
};

#define ALWAYS_INLINE inline __attribute__((always_inline))

static const uint64_t no_container = 0xFFFFFFFFu;

static inline uint64_t word(unsigned kind, unsigned flags, size_t length, size_t offset)
{
    uint64_t clamped = length < CS_JSON_LENGTH_MAX ? length : CS_JSON_LENGTH_MAX;
    return (uint64_t)kind << 60 | (uint64_t)flags << 58 | clamped << 32 | offset;
}

/* Makes room for more words, as many as the whole document takes if it goes on as it did up to `p`, and moves
 * `next` to where it belongs there. */
static __attribute__((noinline)) int grow(struct indexer *self, const uint8_t *p, uint64_t **next)
{
    size_t count = (size_t)(*next - self->words), old = (size_t)(self->limit - self->words);
    double density = (double)count / (double)(p - self->start + 1);
    size_t capacity = (size_t)(density * (double)(self->end - self->start)) + 16;
    if (capacity < old + old / 8 + 16)
        capacity = old + old / 8 + 16;
    uint64_t *words = realloc(self->words, capacity * sizeof *words);
    if (words == NULL)
        return 0;
    self->words = words;
    *next = words + count;
    self->limit = words + capacity;
    return 1;
}

static const uint8_t *fail(struct indexer *self, int32_t status, const uint8_t *at)
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

static int hex_value(uint8_t c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four digits after "\u", or -1. */
static int32_t hex_unit(const uint8_t *p, const uint8_t *end)
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
static const uint8_t *check_escape(struct indexer *self, const uint8_t *p)
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
 * they and read_document carry along stays in registers; `self` is for what is rare. */

/* A string with more in it than plain text: from the byte after the opening quote to the one after the
 * closing quote. `first_odd` is the first byte that is not plain. */
static __attribute__((noinline)) const uint8_t *read_odd_string(struct indexer *self, const uint8_t *first,
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
        do {
            size_t length = sequence_length(p, end);
            if (length == 0)
                return fail(self, CS_JSON_BAD_UTF8, p);
            p += length;
        } while (p < end && *p >= 0x80);
    }
    *out = word(CS_JSON_STRING, seen, (size_t)(p - first), (size_t)(first - self->start));
    return p + 1;
}

static ALWAYS_INLINE const uint8_t *read_string(struct indexer *self, const uint8_t *first, uint64_t *out)
{
    const uint8_t *p = skip_plain(first, self->end);
    if (p < self->end && *p == '"') {
        *out = word(CS_JSON_STRING, 0, (size_t)(p - first), (size_t)(first - self->start));
        return p + 1;
    }
    return read_odd_string(self, first, p, out);
}

static ALWAYS_INLINE const uint8_t *read_number(struct indexer *self, const uint8_t *first, uint64_t *out)
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
        while (end - p >= 8 && eight_digits(load8(p)))
            p += 8;
        p = skip_digits(p, end);
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

static ALWAYS_INLINE const uint8_t *read_literal(struct indexer *self, const uint8_t *p, const char *text,
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

static ALWAYS_INLINE const uint8_t *read_scalar(struct indexer *self, const uint8_t *p, uint64_t *out)
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

/* At a key's place: passes key and colon up to the value. */
static ALWAYS_INLINE const uint8_t *read_key(struct indexer *self, const uint8_t *p, uint64_t *out)
{
    if (p == self->end || *p != '"')
        return fail(self, CS_JSON_WANT_KEY, p);
    p = read_string(self, p + 1, out);
    if (p == NULL)
        return NULL;
    p = skip_space(p, self->end);
    if (p == self->end || *p != ':')
        return fail(self, CS_JSON_WANT_COLON, p);
    return skip_space(p + 1, self->end);
}

/* Answers the place after the document's value, or NULL. */
static const uint8_t *read_document(struct indexer *self, const uint8_t *p)
{
    const uint8_t *const end = self->end;
    uint64_t open = no_container, members = 0, *next = self->words, *limit = self->limit;
    int in_object = 0;
value:
    if (limit - next < 4) {
        if (!grow(self, p, &next))
            return fail(self, CS_JSON_NO_MEMORY, p);
        limit = self->limit;
    }
    if (p == end)
        return fail(self, CS_JSON_TRUNCATED, end);
    uint8_t c = *p;
    if (c != '{' && c != '[') {
        p = read_scalar(self, p, next++);
        if (p == NULL)
            return NULL;
        goto after_value;
    }
    if (self->depth == self->max_depth)
        return fail(self, CS_JSON_TOO_DEEP, p);
    self->depth++;
    next[0] = word(c == '{' ? CS_JSON_OBJECT : CS_JSON_ARRAY, 0, 0, (size_t)(p - self->start));
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
    p = read_key(self, p, next);
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
    p = skip_space(p, end);
    if (p == end)
        return fail(self, CS_JSON_TRUNCATED, end);
    c = *p;
    if (c == ',') {
        p = skip_space(p + 1, end);
        if (!in_object)
            goto value;
        if (limit - next < 4) {
            if (!grow(self, p, &next))
                return fail(self, CS_JSON_NO_MEMORY, p);
            limit = self->limit;
        }
        goto key;
    }
    if (c != (in_object ? '}' : ']'))
        return fail(self, in_object ? CS_JSON_WANT_COMMA_OR_BRACE : CS_JSON_WANT_COMMA_OR_BRACKET, p);
close:
    p++;
    self->depth--;
    uint64_t *closed = self->words + open;
    uint64_t around = closed[1];
    closed[0] |= (members < CS_JSON_LENGTH_MAX ? members : CS_JSON_LENGTH_MAX) << 32;
    closed[1] = (uint64_t)(next - self->words) | (uint64_t)(p - self->start) << 32;
    open = around & 0xFFFFFFFFu;
    members = around >> 32;
    in_object = open != no_container && self->words[open] >> 60 == CS_JSON_OBJECT;
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

int32_t cs_json_index(const uint8_t *in, size_t len, uint32_t max_depth, cs_json_tape *tape, size_t *fault)
{
    *fault = 0;
    tape->count = 0;
    if (len >= 0xFFFFFFFFu)
        return CS_JSON_TOO_LARGE;
    if (is_wide(in, len))
        return CS_JSON_NOT_UTF8;
    if (!make_room(tape, len / 8 + 16))
        return CS_JSON_NO_MEMORY;
    uint64_t *words = tape->words;
    struct indexer self = {in, in + len, in, words, words, words + tape->capacity, 0, max_depth, CS_JSON_OK};
    const uint8_t *p = in;
    if (len >= 3 && memcmp(in, "\xEF\xBB\xBF", 3) == 0)
        p += 3;
    p = read_document(&self, skip_space(p, self.end));
    if (p != NULL) {
        p = skip_space(p, self.end);
        if (p != self.end)
            (void)fail(&self, CS_JSON_TRAILING, p);
    }
    tape->words = self.words;
    tape->capacity = (size_t)(self.limit - self.words);
    if (self.status != CS_JSON_OK) {
        *fault = (size_t)(self.fault - in);
        return self.status;
    }
    tape->count = (size_t)(self.next - self.words);
    return CS_JSON_OK;
}

void cs_json_free(cs_json_tape *tape)
{
    free(tape->words);
    tape->words = NULL;
    tape->count = tape->capacity = 0;
}
