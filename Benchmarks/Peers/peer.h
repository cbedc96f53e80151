/* What the C programs of a comparison share: the command line's URL, clocks, and the line of figures.
 *
 *   PROGRAM MODE URL COUNT CONCURRENCY CAFILE      (MODE seq|conc|stream|file|newconn|resume|idle)
 *
 * prints: requests/s, CPU us per request, peak KB, median us, 99th percentile us, bytes of bodies, KB per
 * idle connection
 */
#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static inline _Noreturn void peer_fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static inline double peer_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline double peer_cpu(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* A line of /proc/self/status, in KB. */
static inline long peer_status(const char *key)
{
    char line[256];
    long value = -1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0)
            value = strtol(line + strlen(key), NULL, 10);
    if (file)
        fclose(file);
    return value;
}

/* The measured part of a run. */
struct peer_run {
    long count, warm_up, finished;
    double wall, cpu, *latencies;
    long long bytes;
    double idle_kb;
};

static inline void peer_begin(struct peer_run *run, long count, long warm_up)
{
    *run = (struct peer_run){.count = count, .warm_up = warm_up};
    run->latencies = calloc((size_t)count, sizeof *run->latencies);
    if (!run->latencies)
        peer_fail("no memory");
    run->wall = peer_now();
    run->cpu = peer_cpu();
}

/* One response is there. The clocks start when the warm-up is over. */
static inline void peer_count(struct peer_run *run, double since, long long bytes)
{
    if (run->finished >= run->warm_up) {
        run->latencies[run->finished - run->warm_up] = peer_now() - since;
        run->bytes += bytes;
    }
    if (++run->finished == run->warm_up) {
        run->wall = peer_now();
        run->cpu = peer_cpu();
    }
}

static inline int peer_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline void peer_end(struct peer_run *run)
{
    run->wall = peer_now() - run->wall;
    run->cpu = peer_cpu() - run->cpu;
}

static inline void peer_report(struct peer_run *run)
{
    size_t n = (size_t)run->count;
    qsort(run->latencies, n, sizeof *run->latencies, peer_compare);
    printf("%.1f %.2f %ld %.1f %.1f %lld %.2f\n", (double)n / run->wall, run->cpu * 1e6 / (double)n,
           peer_status("VmHWM:"), run->latencies[n / 2] * 1e6,
           run->latencies[(size_t)((double)n * 0.99)] * 1e6, run->bytes, run->idle_kb);
    fflush(stdout);
    free(run->latencies);
}

static inline bool peer_flag(const char *name)
{
    const char *value = getenv(name);
    return value && strcmp(value, "1") == 0;
}

#endif
