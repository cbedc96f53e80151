#define _GNU_SOURCE
#include "ctesttls/guarded.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct ct_guarded {
    uint8_t *mapping;
    size_t mapped;
    uint8_t *bytes;
    size_t length;
};

ct_guarded *ct_guarded_new(const uint8_t *bytes, size_t length)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (length > SIZE_MAX / 2)
        return NULL;
    size_t room = (length + page - 1) / page * page;
    ct_guarded *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->mapped = room + page;
    self->length = length;
    void *mapping = mmap(NULL, self->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) {
        free(self);
        return NULL;
    }
    self->mapping = mapping;
    self->bytes = self->mapping + room - length;
    if (length > 0)
        memcpy(self->bytes, bytes, length);
    if (mprotect(self->mapping + room, page, PROT_NONE) != 0) {
        ct_guarded_free(self);
        return NULL;
    }
    return self;
}

const uint8_t *ct_guarded_bytes(const ct_guarded *self)
{
    return self->bytes;
}

size_t ct_guarded_length(const ct_guarded *self)
{
    return self->length;
}

void ct_guarded_free(ct_guarded *self)
{
    if (self == NULL)
        return;
    munmap(self->mapping, self->mapped);
    free(self);
}
