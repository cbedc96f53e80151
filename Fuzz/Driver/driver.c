#define _POSIX_C_SOURCE 200809L
#include "fuzz_driver.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* libFuzzer's own entry; null when it is not linked in. */
extern int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *, size_t))
    __attribute__((weak));

enum { SECONDS_PER_INPUT = 10 };

typedef struct tally {
    fuzz_law law;
    size_t passed;
    size_t failed;
} tally;

/* libFuzzer's callback has no context. */
static fuzz_law fuzzed_law;

static int abort_on_finding(const uint8_t *data, size_t size)
{
    if (fuzzed_law(data, size) != 0) {
        fflush(NULL); /* what the law has printed */
        abort();
    }
    return 0;
}

/* Reads a whole file; null when that fails. The caller frees it. */
static uint8_t *read_file(const char *path, size_t *size)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    uint8_t *data = NULL;
    if (fstat(fileno(file), &info) == 0 && info.st_size >= 0) {
        *size = (size_t)info.st_size;
        data = malloc(*size > 0 ? *size : 1);
    }
    if (data && fread(data, 1, *size, file) != *size) {
        free(data);
        data = NULL;
    }
    fclose(file);
    return data;
}

static void replay_file(tally *self, const char *path)
{
    size_t size = 0;
    uint8_t *data = read_file(path, &size);
    if (!data) {
        fprintf(stderr, "cannot read %s\n", path);
        self->failed++;
        return;
    }
    alarm(SECONDS_PER_INPUT); /* an input that takes longer ends the program */
    int finding = self->law(size > 0 ? data : NULL, size);
    alarm(0);
    free(data);
    if (finding != 0) {
        fprintf(stderr, "failed: %s\n", path);
        self->failed++;
    } else {
        self->passed++;
    }
}

static void replay(tally *self, const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) {
        replay_file(self, path);
        return;
    }
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.')
            continue;
        size_t length = strlen(path) + strlen(entry->d_name) + 2;
        char *child = malloc(length);
        if (!child)
            abort();
        snprintf(child, length, "%s/%s", path, entry->d_name);
        replay(self, child);
        free(child);
    }
    closedir(folder);
}

int fuzz_main(int argc, char **argv, fuzz_law law)
{
    if (LLVMFuzzerRunDriver) {
        fuzzed_law = law;
        return LLVMFuzzerRunDriver(&argc, &argv, abort_on_finding);
    }
    tally self = {.law = law};
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            replay(&self, argv[i]);
    }
    printf("%zu passed, %zu failed\n", self.passed, self.failed);
    return self.failed == 0 ? 0 : 1;
}
