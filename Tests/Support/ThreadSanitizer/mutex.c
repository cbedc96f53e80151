/* Preloaded by Scripts/sanitize: tells ThreadSanitizer what Swift's Mutex does.
 *
 * A contended Mutex is locked and unlocked inside the Swift runtime, which is not instrumented, so the
 * sanitizer misses that one holder comes after the other and reports races on what the mutex guards. These
 * functions stand in front of the runtime's own and add what it does not see. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT_METHOD __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT_METHOD void (*lock_slow)(uint32_t thread, SWIFT_SELF void *self);
typedef SWIFT_METHOD void (*unlock_slow)(SWIFT_SELF void *self);

/* In programs that are not instrumented they are not there. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT_METHOD void seen_lock_slow(uint32_t thread, SWIFT_SELF void *self) __asm__(LOCK_SLOW);
SWIFT_METHOD void seen_unlock_slow(SWIFT_SELF void *self) __asm__(UNLOCK_SLOW);

SWIFT_METHOD void seen_lock_slow(uint32_t thread, SWIFT_SELF void *self)
{
    ((lock_slow)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, self);
    if (__tsan_acquire != 0)
        __tsan_acquire(self);
}

SWIFT_METHOD void seen_unlock_slow(SWIFT_SELF void *self)
{
    if (__tsan_release != 0)
        __tsan_release(self);
    ((unlock_slow)dlsym(RTLD_NEXT, UNLOCK_SLOW))(self);
}
