/* JSON (RFC 8259) over a buffer: one pass makes a tape, the other functions read values through it.
 *
 * All buffers are borrowed for the call. No function keeps state; any thread may call any of them, on one
 * tape also at the same time. Only cs_json_index allocates: the caller gives the words back to cs_json_free.
 *
 * The tape. A scalar or a key is one word: kind (4 bits), flags (2), length (26), offset (32) of its text,
 * for strings without the quotes. A container is two: the first as above with the number of its members for
 * length; the second holds the index of the word after it (low half) and the offset after its closing bracket
 * (high half). Members follow; in objects each value comes after its key. A length of CS_JSON_LENGTH_MAX
 * means "that or more".
 *
 * A document whose words would take more memory than itself is dense: it has no words, and a value is named
 * by the offset of its first byte, the document's by 0. What the words would say is then read from the text;
 * skips lead over the containers that are more than small. */
#ifndef CSUPPORT_JSON_H
#define CSUPPORT_JSON_H
#include "base.h"
#include <string.h>

#define CS_JSON_LENGTH_MAX 0x3FFFFFFu

/* Kinds, from CS_JSON_ARRAY on containers. */
enum {
    CS_JSON_NULL = 1,
    CS_JSON_TRUE,
    CS_JSON_FALSE,
    CS_JSON_INTEGER,
    CS_JSON_REAL,
    CS_JSON_STRING,
    CS_JSON_ARRAY,
    CS_JSON_OBJECT
};
/* Flags of strings. An object has CS_JSON_ESCAPED when any of its keys has a flag. */
enum { CS_JSON_ESCAPED = 1, CS_JSON_NON_ASCII = 2 };
/* What cs_json_index answers. */
enum {
    CS_JSON_OK,
    CS_JSON_NO_MEMORY,
    CS_JSON_TOO_LARGE,
    CS_JSON_TOO_DEEP,
    CS_JSON_NOT_UTF8,
    CS_JSON_TRUNCATED,
    CS_JSON_WANT_VALUE,
    CS_JSON_WANT_KEY,
    CS_JSON_WANT_COLON,
    CS_JSON_WANT_COMMA_OR_BRACE,
    CS_JSON_WANT_COMMA_OR_BRACKET,
    CS_JSON_BAD_LITERAL,
    CS_JSON_BAD_NUMBER,
    CS_JSON_BAD_ESCAPE,
    CS_JSON_LONE_SURROGATE,
    CS_JSON_BAD_UTF8,
    CS_JSON_CONTROL,
    CS_JSON_TRAILING
};

/* A container of a dense document: the offset after its closing bracket, and the number of its members. */
typedef struct cs_json_skip {
    uint32_t start, end, count;
} cs_json_skip;

/* `blocks` is NULL when the document is not dense; otherwise it tells for each 256 bytes which skip is the
 * first that starts there or later. */
typedef struct cs_json_dense {
    cs_json_skip *skips;
    uint32_t *blocks;
    size_t count;
    uint32_t length;
    /* Not 0 when any key has escapes or is not ASCII. */
    uint32_t has_unusual_keys;
} cs_json_dense;

typedef struct cs_json_tape {
    uint64_t *words;
    size_t count, capacity;
    cs_json_dense dense;
} cs_json_tape;

/* Where the search for the next key of `object` begins, at first its first key; all else is zero then. A
 * hint: no answer depends on it. */
typedef struct cs_json_cursor {
    /* One of 256 bits for each key that was passed. */
    uint64_t passed[4];
    uint32_t object, next, work, limit;
} cs_json_cursor;

/* Checks the whole document and fills `tape`, all zero at first or used before: its memory is used again.
 * Otherwise `fault` is the offset of the first wrong byte, the tape is empty, and the answer says what is
 * wrong. Documents end below 4 GiB. `is_dense` treats the document as dense whatever it is. */
int32_t cs_json_index(const uint8_t *in, size_t len, uint32_t max_depth, int is_dense, cs_json_tape *tape,
                      size_t *fault);
void cs_json_free(cs_json_tape *tape);
/* Words that are so few that a document may have them however small it is. */
#define CS_JSON_FEW_WORDS 8192u

/* In a dense document: what the word for a value would be, for a container without flags and length, … */
uint64_t cs_json_dense_word(const uint8_t *in, const cs_json_dense *dense, uint32_t at);
/* … the number of its members, … */
uint32_t cs_json_dense_count(const uint8_t *in, const cs_json_dense *dense, uint32_t at);
/* … whether a key of an object has escapes or is not ASCII, … */
int cs_json_dense_is_unusual(const uint8_t *in, const cs_json_dense *dense, uint32_t at);
/* … the offset after a container, … */
uint32_t cs_json_dense_end(const uint8_t *in, const cs_json_dense *dense, uint32_t at);
/* … its first element or key, or the offset after it when it is empty, … */
uint32_t cs_json_dense_first(const uint8_t *in, const cs_json_dense *dense, uint32_t at);
/* … a key's value, … */
uint32_t cs_json_dense_value(const uint8_t *in, const cs_json_dense *dense, uint32_t key);
/* … the element or key after a value, or the offset after the container around it. */
uint32_t cs_json_dense_after(const uint8_t *in, const cs_json_dense *dense, uint32_t at);
size_t cs_json_dense_size(const cs_json_dense *dense);
void cs_json_dense_free(cs_json_dense *dense);

/* The value of the first key equal to `key`, 0 when there is none, CS_JSON_CROWDED when so much was searched
 * in this object that the caller should index it. Only for objects without CS_JSON_ESCAPED. */
#define CS_JSON_CROWDED 0xFFFFFFFFu
uint32_t cs_json_find(const uint8_t *in, const uint64_t *words, cs_json_cursor *cursor, const uint8_t *key,
                      size_t key_len);
uint32_t cs_json_dense_find(const uint8_t *in, const cs_json_dense *dense, cs_json_cursor *cursor,
                            const uint8_t *key, size_t key_len);

/* The length of a string's or number's text that begins at `text` and may reach to `end`. */
size_t cs_json_text_length(const uint8_t *text, const uint8_t *end, int is_string);
/* At most 15 bytes as two words, the first byte lowest and zeros behind the last: overlapping pieces beat a
 * call. */
static inline void cs_json_pack(const uint8_t *text, size_t len, uint64_t *low, uint64_t *high)
{
    uint64_t head = 0, tail = 0;
    if (len > 8) {
        memcpy(&head, text, 8);
        memcpy(&tail, text + len - 8, 8);
        *low = head;
        *high = tail >> (16 - len) * 8;
        return;
    }
    *high = 0;
    if (len >= 4) {
        memcpy(&head, text, 4);
        memcpy(&tail, text + len - 4, 4);
        head |= tail << (len - 4) * 8;
    } else if (len > 0) {
        size_t middle = len >> 1;
        head = text[0] | (uint64_t)text[middle] << middle * 8 | (uint64_t)text[len - 1] << (len - 1) * 8;
    }
    *low = head;
}
/* Whether `text` are the `len` bytes that cs_json_pack would pack so. */
static inline int cs_json_is_packed(const uint8_t *text, size_t len, uint64_t low, uint64_t high)
{
    uint64_t text_low, text_high;
    cs_json_pack(text, len, &text_low, &text_high);
    return ((text_low ^ low) | (text_high ^ high)) == 0;
}

/* One of 256 bits for a key: the cursor keeps the bits of the keys it has passed. A key whose bit is missing
 * is not among them, so that a repeated key is noticed although the search begins in the middle. */
static inline unsigned cs_json_key_bit(const uint8_t *key, size_t len)
{
    if (len == 0)
        return 0;
    uint64_t v = key[0] | (uint64_t)key[len >> 1] << 8 | (uint64_t)key[len - 1] << 16 | (uint64_t)len << 24;
    return (unsigned)(v * 0x9E3779B97F4A7C15u >> 56);
}

/* The value of the key at the cursor's place, when it is the packed key and did not occur before; otherwise
 * 0, and cs_json_find knows. Mostly the next key is the one that is wanted. */
static inline uint32_t cs_json_next(const uint8_t *in, const uint64_t *words, cs_json_cursor *cursor,
                                    uint64_t low, uint64_t high, size_t len)
{
    uint32_t key = cursor->next;
    if (key >= (uint32_t)words[cursor->object + 1])
        return 0;
    uint64_t w = words[key], value = words[key + 1];
    const uint8_t *text = in + (uint32_t)w;
    if (w >> 32 != ((uint64_t)CS_JSON_STRING << 28 | len) || !cs_json_is_packed(text, len, low, high))
        return 0;
    unsigned bit = cs_json_key_bit(text, len);
    uint64_t *passed = &cursor->passed[bit >> 6], mark = (uint64_t)1 << (bit & 63);
    if (*passed & mark)
        return 0;
    *passed |= mark;
    cursor->next = value >> 60 >= CS_JSON_ARRAY ? (uint32_t)words[key + 2] : key + 2;
    return key + 1;
}
/* Decodes the escapes of a string's text; `out` has room for `len` bytes. Answers how many were written. */
size_t cs_json_unescape(const uint8_t *text, size_t len, uint8_t *out);

/* The text of a number as a sign and 128 bits; false when it is no whole number or needs more. */
int cs_json_whole(const uint8_t *text, size_t len, int *negative, uint64_t *high, uint64_t *low);
/* A short integer (CS_JSON_INTEGER, at most 18 characters): always fits. */
int64_t cs_json_short(const uint8_t *text, size_t len);
/* Correctly rounded; false when the number is too large for the type, or not zero and rounds to zero. */
int cs_json_double(const uint8_t *text, size_t len, double *out);
int cs_json_float(const uint8_t *text, size_t len, float *out);
#endif
