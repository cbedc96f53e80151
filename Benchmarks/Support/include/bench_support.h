/* What a stretch of code costs beside time: allocations and instructions of this process's user space. */
#ifndef BENCH_SUPPORT_H
#define BENCH_SUPPORT_H

#include <stddef.h>
#include <stdint.h>

/* Allocations so far, of all threads. This target replaces malloc and its kin to count them. */
uint64_t bench_allocations(void);

/* Instructions of the calling thread so far; 0 where the kernel does not let us count them. */
uint64_t bench_instructions(void);

/* Compresses with gzip; returns the size, 0 when `capacity` is too small. The caller owns both buffers. */
size_t bench_gzip(const uint8_t *input, size_t size, uint8_t *output, size_t capacity);

#endif
