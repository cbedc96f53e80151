#ifndef CSUPPORT_THREAD_H
#define CSUPPORT_THREAD_H

#include "base.h"

CS_NONNULL_BEGIN

/* Threads, and counting semaphores with deadlines. The threads take no signals: those go to the program's. */
typedef struct cs_thread cs_thread;
typedef void cs_thread_body(void *context);

/* Runs body(context) on a new thread, named for debuggers (15 bytes are shown), which then has the context,
 * once. The handle is the caller's to free. Null: nothing has happened, `*error` is errno. */
cs_thread *CS_NULLABLE cs_thread_start(const char *name, cs_thread_body *body, void *context, int *error);
/* Lets the handle go; the thread goes on if it is not done. */
void cs_thread_free(cs_thread *CS_NULLABLE self);
/* Waits until the body has returned. Any thread but that one, any number of times. */
void cs_thread_wait(cs_thread *self);
/* A number for the calling thread: not 0, no other live thread's. */
uint64_t cs_thread_current(void);

typedef struct cs_semaphore cs_semaphore;
/* Null when memory is short. Any thread may use it. */
cs_semaphore *CS_NULLABLE cs_semaphore_new(void);
void cs_semaphore_free(cs_semaphore *CS_NULLABLE self);
void cs_semaphore_post(cs_semaphore *self);
/* Takes one when there is one before the deadline (of clock.h). OK or TIMED_OUT. */
cs_status cs_semaphore_wait(cs_semaphore *self, uint64_t deadline);

CS_NONNULL_END

#endif
