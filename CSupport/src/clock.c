#define _POSIX_C_SOURCE 200809L

#include <csupport/clock.h>

#include <time.h>

uint64_t cs_clock_now(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail: the clock exists and the pointer is good */
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void cs_clock_wall(int64_t *seconds, int32_t *nanoseconds)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    *seconds = now.tv_sec;
    *nanoseconds = (int32_t)now.tv_nsec;
}
