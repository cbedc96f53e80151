#define _GNU_SOURCE
#include "bench_support.h"

#include <linux/perf_event.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <zlib.h>

/* glibc's own, under the names that remain when malloc is replaced. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_uint_fast64_t allocations;

static void count(void)
{
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size)
{
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
    count();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    count();
    void *memory = __libc_memalign(alignment, size);
    if (!memory)
        return 12; /* ENOMEM */
    *out = memory;
    return 0;
}

uint64_t bench_allocations(void)
{
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

static int open_counter(void)
{
    struct perf_event_attr wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.type = PERF_TYPE_HARDWARE;
    wanted.size = sizeof wanted;
    wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
    wanted.exclude_kernel = 1;
    wanted.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t bench_instructions(void)
{
    static _Thread_local int counter = -2;
    if (counter == -2)
        counter = open_counter();
    uint64_t value = 0;
    if (counter < 0 || read(counter, &value, sizeof value) != (ssize_t)sizeof value)
        return 0;
    return value;
}

size_t bench_gzip(const uint8_t *input, size_t size, uint8_t *output, size_t capacity)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    stream.next_in = (Bytef *)(uintptr_t)input;
    stream.avail_in = (uInt)size;
    stream.next_out = output;
    stream.avail_out = (uInt)capacity;
    int status = deflate(&stream, Z_FINISH);
    size_t made = capacity - stream.avail_out;
    deflateEnd(&stream);
    return status == Z_STREAM_END ? made : 0;
}
