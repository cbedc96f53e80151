#ifndef CFAULTS_H
#define CFAULTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes calls to the C library fail on demand.
 *
 * A program that links this has its own malloc, socket, read and so on, which stand before the C library's
 * for all of the process and pass on to them. Only calls that come from the program's own code (which holds
 * CSupport) are counted and made to fail, those of zlib and OpenSSL where a fault says so; never those of the
 * Swift runtime, which cannot go on without memory. Nothing in the product knows of it. */

/* The faults there are: a call, and how it fails. They are numbered from 0. */
size_t cf_fault_count(void);

/* As `recv: Connection reset by peer`; lives as long as the program. */
const char *cf_fault_name(size_t fault);

/* Whether it makes sense for every later call to fail too. */
bool cf_fault_can_stay(size_t fault);

/* Whether it is one of memory inside OpenSSL, which asks for it thousands of times. */
bool cf_fault_is_frequent(size_t fault);

/* Whether nobody may notice: less was moved than could have been, or the call has to be made again. */
bool cf_fault_is_harmless(size_t fault);

/* The call with this number, counted from 1 and from here on, fails; with `stays` all later ones do too. */
void cf_arm(size_t fault, uint64_t number, bool stays);

/* Whether the call was reached since. */
bool cf_was_reached(void);

/* Nothing fails any more. Returns whether the call was reached. */
bool cf_disarm(void);

/* Blocks of memory that the program's own C code holds, of those it has asked for since the first call of
 * this. */
int64_t cf_live_blocks(void);

/* Descriptors that the process holds. */
int cf_open_descriptors(void);

/* Ends the process with a message that holds `label` when it crashes, or is not called again within so many
 * seconds. `label` is copied, as far as it fits. */
void cf_watch(const char *label, unsigned seconds);

/* Opens a pipe; false when that cannot be done. None of these ever fails for having been made to. */
bool cf_pipe_open(int *reading, int *writing);

/* Writes bytes that a pipe holds whether they are read or not: 64 KB. */
void cf_pipe_write(int writing, const uint8_t *bytes, size_t len);

/* Closes one of its ends. */
void cf_pipe_close(int end);

/* Lets others run for a moment. */
void cf_rest(void);
#endif
