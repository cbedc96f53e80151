#include "plan.h"

#include <cfaults/cfaults.h>

#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#if CF_IS_SANITIZED

/* The sanitizer keeps account itself. */
int64_t cf_live_blocks(void)
{
    return 0;
}

#else

/* The blocks that the program's own code asked for and nobody has freed. By address, since who frees cannot
 * be told from where the call comes: the Swift runtime's last act in a function of its own is a jump to free.
 */
enum { PLACES = 1 << 14, TAKEN_AWAY = 1 };

static uintptr_t blocks[PLACES];
static int64_t live;
static atomic_flag is_locked = ATOMIC_FLAG_INIT;

/* Set once somebody has asked: other programs that this is linked into shall not pay for it. */
static atomic_bool is_counting;

static void lock(void)
{
    while (atomic_flag_test_and_set_explicit(&is_locked, memory_order_acquire)) {
        /* Held for a few instructions. */
    }
}

static void unlock(void)
{
    atomic_flag_clear_explicit(&is_locked, memory_order_release);
}

int64_t cf_live_blocks(void)
{
    atomic_store_explicit(&is_counting, true, memory_order_relaxed);
    lock();
    int64_t count = live;
    unlock();
    return count;
}

/* glibc's own, by the names that need no look-up: looking up needs memory itself. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);

static size_t first_place(uintptr_t block)
{
    return (size_t)(block >> 4) * 2654435761u % PLACES;
}

static void note(void *block)
{
    if (!atomic_load_explicit(&is_counting, memory_order_relaxed))
        return;
    uintptr_t address = (uintptr_t)block;
    size_t place = first_place(address);
    lock();
    for (size_t i = 0; i < PLACES; i++, place = (place + 1) % PLACES) {
        if (blocks[place] > TAKEN_AWAY)
            continue;
        blocks[place] = address;
        live++;
        break;
    }
    unlock();
}

/* Whether it was one of ours. */
static bool forget(void *block)
{
    if (!atomic_load_explicit(&is_counting, memory_order_relaxed))
        return false;
    uintptr_t address = (uintptr_t)block;
    size_t place = first_place(address);
    bool is_known = false;
    lock();
    for (size_t i = 0; i < PLACES && blocks[place] != 0; i++, place = (place + 1) % PLACES) {
        is_known = blocks[place] == address;
        if (!is_known)
            continue;
        /* A place that nothing was put behind is as good as new. */
        blocks[place] = blocks[(place + 1) % PLACES] == 0 ? 0 : TAKEN_AWAY;
        live--;
        break;
    }
    unlock();
    return is_known;
}

static void *counted(void *block, const void *address)
{
    if (block && cf_is_own(address))
        note(block);
    return block;
}

static void *refused(const cf_fault *fault)
{
    errno = fault->error;
    return NULL;
}

void *malloc(size_t size)
{
    const cf_fault *fault = cf_strike(CALL_MALLOC, CF_CALLER);
    return fault ? refused(fault) : counted(__libc_malloc(size), CF_CALLER);
}

void *calloc(size_t count, size_t size)
{
    const cf_fault *fault = cf_strike(CALL_CALLOC, CF_CALLER);
    return fault ? refused(fault) : counted(__libc_calloc(count, size), CF_CALLER);
}

void *realloc(void *block, size_t size)
{
    const cf_fault *fault = cf_strike(CALL_REALLOC, CF_CALLER);
    if (fault)
        return refused(fault);
    bool is_known = block && forget(block);
    void *grown = __libc_realloc(block, size);
    if (is_known && (grown || size > 0))
        note(grown ? grown : block);
    return is_known ? grown : counted(grown, CF_CALLER);
}

void free(void *block)
{
    if (block)
        forget(block);
    __libc_free(block);
}

#endif
