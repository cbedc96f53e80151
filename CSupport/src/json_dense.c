#include "json_dense.h"
#include <stdlib.h>

/* A container is passed by reading its text, so what that takes must be little: whoever would read more than
 * this many bytes finds a skip instead. A container's skips are no part of its own text, so there are never
 * more skips than the document has times this many bytes. */
enum { STRIDE = 64 };
/* What a skip counts for in the text of the container around it. */
enum { SKIP_COST = 8 };

/* An open container. */
struct level {
    uint32_t start, members;
    /* How much of its text is passed by skips. */
    uint32_t skipped;
};

struct dense_indexer {
    struct reader *text;
    struct level *levels;
    uint32_t depth, room, max_depth;
    cs_json_dense *out;
    size_t capacity;
};

/* The lists grow by half; answers whether there is room for one more. */
static int grow_levels(struct dense_indexer *self)
{
    if (self->depth < self->room)
        return 1;
    uint32_t room = self->room + self->room / 2 + 16;
    struct level *levels = realloc(self->levels, room * sizeof *levels);
    if (levels == NULL)
        return 0;
    self->levels = levels;
    self->room = room;
    return 1;
}

static int grow_skips(struct dense_indexer *self)
{
    cs_json_dense *out = self->out;
    if (out->count < self->capacity)
        return 1;
    size_t capacity = self->capacity + self->capacity / 2 + 64;
    cs_json_skip *skips = realloc(out->skips, capacity * sizeof *skips);
    if (skips == NULL)
        return 0;
    out->skips = skips;
    self->capacity = capacity;
    return 1;
}

/* Closes the innermost container, which ends before `end`. */
static int close_level(struct dense_indexer *self, uint32_t end)
{
    struct level closed = self->levels[--self->depth];
    uint32_t length = end - closed.start, passed = closed.skipped;
    if (length - passed >= STRIDE) {
        if (!grow_skips(self))
            return 0;
        self->out->skips[self->out->count++] = (cs_json_skip){closed.start, end, closed.members};
        passed = length - SKIP_COST;
    }
    if (self->depth > 0) {
        struct level *around = &self->levels[self->depth - 1];
        around->skipped += passed;
        around->members++;
    }
    return 1;
}

/* Answers the place after the document's value, or NULL. */
static const uint8_t *check_document(struct dense_indexer *self, const uint8_t *p)
{
    struct reader *const text = self->text;
    const uint8_t *const end = text->end;
    int in_object = 0;
    uint64_t word;
value:
    if (p == end)
        return fail(text, CS_JSON_TRUNCATED, end);
    uint8_t c = *p;
    if (c != '{' && c != '[') {
        p = read_scalar(text, p, &word);
        if (p == NULL)
            return NULL;
        if (self->depth > 0)
            self->levels[self->depth - 1].members++;
        goto after_value;
    }
    if (self->depth == self->max_depth)
        return fail(text, CS_JSON_TOO_DEEP, p);
    if (!grow_levels(self))
        return fail(text, CS_JSON_NO_MEMORY, p);
    self->levels[self->depth++] = (struct level){(uint32_t)(p - text->start), 0, 0};
    in_object = c == '{';
    p = skip_space(p + 1, end);
    if (p < end && *p == (in_object ? '}' : ']'))
        goto close;
    if (!in_object)
        goto value;
key:
    p = read_key(text, p, &word);
    if (p == NULL)
        return NULL;
    if (word >> 58 & (CS_JSON_ESCAPED | CS_JSON_NON_ASCII))
        self->levels[self->depth - 1].members |= self->out->has_unusual_keys = CS_JSON_UNUSUAL;
    goto value;
after_value:
    if (self->depth == 0)
        return p;
    p = skip_space(p, end);
    if (p == end)
        return fail(text, CS_JSON_TRUNCATED, end);
    if (*p == ',') {
        p = skip_space(p + 1, end);
        if (in_object)
            goto key;
        goto value;
    }
    if (*p != (in_object ? '}' : ']'))
        return fail(text, in_object ? CS_JSON_WANT_COMMA_OR_BRACE : CS_JSON_WANT_COMMA_OR_BRACKET, p);
close:
    p++;
    if (!close_level(self, (uint32_t)(p - text->start)))
        return fail(text, CS_JSON_NO_MEMORY, p);
    in_object = self->depth > 0 && text->start[self->levels[self->depth - 1].start] == '{';
    goto after_value;
}

static size_t blocks_of(size_t len)
{
    return (len >> BLOCK_SHIFT) + 2;
}

/* Puts the skips, which were noted as their containers closed, in the order in which those open. */
static int sort_skips(cs_json_dense *self, size_t len)
{
    const size_t block_count = blocks_of(len);
    cs_json_skip *sorted = malloc((self->count + 1) * sizeof *sorted);
    self->blocks = calloc(block_count, sizeof *self->blocks);
    if (sorted == NULL || self->blocks == NULL) {
        free(sorted);
        return 0;
    }
    uint32_t *ends = self->blocks + 1;
    for (size_t i = 0; i < self->count; i++)
        ends[self->skips[i].start >> BLOCK_SHIFT]++;
    for (size_t i = 1; i < block_count; i++)
        self->blocks[i] += self->blocks[i - 1];
    /* Moves the beginning of each block to where the next one's is. */
    for (size_t i = 0; i < self->count; i++)
        sorted[self->blocks[self->skips[i].start >> BLOCK_SHIFT]++] = self->skips[i];
    memmove(ends, self->blocks, (block_count - 1) * sizeof *ends);
    self->blocks[0] = 0;
    free(self->skips);
    self->skips = sorted;
    /* What is out of order now is so within a block: few, and not far. */
    for (size_t i = 1; i < self->count; i++) {
        cs_json_skip skip = sorted[i];
        size_t at = i;
        for (; at > 0 && sorted[at - 1].start > skip.start; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = skip;
    }
    return 1;
}

int32_t cs_json_dense_index(struct reader *text, const uint8_t *p, uint32_t max_depth, cs_json_dense *dense)
{
    struct dense_indexer self = {text, NULL, 0, 0, max_depth, dense, 0};
    p = check_document(&self, p);
    free(self.levels);
    if (p == NULL || read_end(text, p) != CS_JSON_OK)
        return text->status;
    dense->length = (uint32_t)(text->end - text->start);
    return sort_skips(dense, dense->length) ? CS_JSON_OK : CS_JSON_NO_MEMORY;
}

size_t cs_json_dense_size(const cs_json_dense *self)
{
    return self->count * sizeof *self->skips +
           (self->blocks ? blocks_of(self->length) * sizeof *self->blocks : 0);
}

void cs_json_dense_free(cs_json_dense *self)
{
    if (self->blocks == NULL && self->skips == NULL)
        return;
    free(self->skips);
    free(self->blocks);
    memset(self, 0, sizeof *self);
}
