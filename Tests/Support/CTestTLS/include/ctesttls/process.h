#ifndef CTESTTLS_PROCESS_H
#define CTESTTLS_PROCESS_H
#include "base.h"

/* A child process that ends, at the latest, when this process does: its standard input is a pipe of ours. */
typedef struct ct_process ct_process;

/* Runs `arguments` (null-terminated, the first is the program's path; borrowed) in `folder`, its output
 * appended to the file `log`. The caller frees the result. Null: it could not be started. */
ct_process *ct_process_start(const char *const *arguments, const char *folder, const char *log);

/* Runs a program to its end: `input` through a pipe to its standard input, its output and its messages into
 * the files named. All is borrowed; a null `environment` is our own, a null `folder` the one we are in.
 * Returns the exit status, 128 + the signal's number, or -1 when it could not be started. */
int ct_process_run(const char *const *arguments, const char *const *environment, const char *folder,
                   const uint8_t *input, size_t input_len, const char *output, const char *messages);

/* Whether it still runs. */
bool ct_process_is_running(ct_process *self);
/* The exit status once it has ended, 128 + the signal's number, or -1. */
int ct_process_status(const ct_process *self);
/* Waits for the end and returns the exit status. */
int ct_process_wait(ct_process *self);

/* Asks it to end (SIGTERM), waits, insists (SIGKILL) after `patience_ms`, and frees. */
void ct_process_stop(ct_process *self, int patience_ms);
#endif
