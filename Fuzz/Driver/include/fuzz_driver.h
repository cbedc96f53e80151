#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H
#include <stddef.h>
#include <stdint.h>

/* Something that holds for every input. Answers 0 when it held; anything else is a finding. `data` is
 * borrowed for the call, and null when `size` is 0. */
typedef int (*fuzz_law)(const uint8_t *data, size_t size);

/* Looks for an input that breaks the law, when libFuzzer is linked in; its options are the arguments.
 * Otherwise holds the law against each file named, and each file in the folders named, prints how many
 * passed, and answers the exit status: 0 when all did. Call it from main, once. */
int fuzz_main(int argc, char **argv, fuzz_law law);
#endif
