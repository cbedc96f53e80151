/* Preloaded by Scripts/sanitize: tells ThreadSanitizer that what a dispatch queue runs comes after it was
 * handed over.
 *
 * libdispatch is not instrumented, and a thread of its that is awake takes work without any call that the
 * sanitizer knows. These functions stand in front of libdispatch's own and add what it does not see. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

/* How every block begins. */
struct block {
    void *kind;
    int32_t flags;
    int32_t reserved;
    void (*invoke)(struct block *self);
};

typedef struct block *(*copy_block)(const struct block *block);
typedef void (*release_block)(const struct block *block);
typedef void (*async_call)(void *queue, void *context, void (*work)(void *context));
typedef void (*after_call)(uint64_t when, void *queue, void *context, void (*work)(void *context));

/* In programs that are not instrumented they are not there. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

static struct block *handed_over(const struct block *block)
{
    struct block *copy = ((copy_block)dlsym(RTLD_DEFAULT, "_Block_copy"))(block);
    if (__tsan_release != 0)
        __tsan_release(copy);
    return copy;
}

static void taken(void *context)
{
    struct block *block = context;
    if (__tsan_acquire != 0)
        __tsan_acquire(block);
    block->invoke(block);
    ((release_block)dlsym(RTLD_DEFAULT, "_Block_release"))(block);
}

void dispatch_async(void *queue, const struct block *block)
{
    ((async_call)dlsym(RTLD_NEXT, "dispatch_async_f"))(queue, handed_over(block), taken);
}

void dispatch_after(uint64_t when, void *queue, const struct block *block)
{
    ((after_call)dlsym(RTLD_NEXT, "dispatch_after_f"))(when, queue, handed_over(block), taken);
}
