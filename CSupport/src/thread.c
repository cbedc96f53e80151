#define _GNU_SOURCE /* pthread_setname_np */

#include <csupport/clock.h>
#include <csupport/thread.h>

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cs_semaphore {
    pthread_mutex_t mutex;
    pthread_cond_t posted;
    uint64_t count;
};

cs_semaphore *cs_semaphore_new(void)
{
    cs_semaphore *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&self->posted, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&self->mutex, NULL);
    return self;
}

void cs_semaphore_free(cs_semaphore *self)
{
    if (!self)
        return;
    pthread_cond_destroy(&self->posted);
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

void cs_semaphore_post(cs_semaphore *self)
{
    pthread_mutex_lock(&self->mutex);
    self->count++;
    pthread_cond_signal(&self->posted);
    pthread_mutex_unlock(&self->mutex);
}

cs_status cs_semaphore_wait(cs_semaphore *self, uint64_t deadline)
{
    struct timespec until = {
        .tv_sec = (time_t)(deadline / 1000000000u),
        .tv_nsec = (long)(deadline % 1000000000u),
    };
    pthread_mutex_lock(&self->mutex);
    int rc = 0;
    while (self->count == 0 && rc != ETIMEDOUT) {
        if (deadline == CS_CLOCK_NEVER)
            pthread_cond_wait(&self->posted, &self->mutex);
        else
            rc = pthread_cond_timedwait(&self->posted, &self->mutex, &until);
    }
    bool taken = self->count > 0;
    if (taken)
        self->count--;
    pthread_mutex_unlock(&self->mutex);
    return taken ? CS_STATUS_OK : CS_STATUS_TIMED_OUT;
}

/* Owned by the handle and by the thread: the second to let go frees it. */
struct cs_thread {
    pthread_mutex_t mutex;
    pthread_cond_t ended;
    cs_thread_body *body;
    void *context;
    int owners;
    bool has_ended;
    char name[16];
};

static void let_go(cs_thread *self)
{
    pthread_mutex_lock(&self->mutex);
    bool is_last = --self->owners == 0;
    pthread_mutex_unlock(&self->mutex);
    if (!is_last)
        return;
    pthread_cond_destroy(&self->ended);
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

static void *run(void *argument)
{
    cs_thread *self = argument;
    pthread_setname_np(pthread_self(), self->name);
    self->body(self->context);
    pthread_mutex_lock(&self->mutex);
    self->has_ended = true;
    pthread_cond_broadcast(&self->ended);
    pthread_mutex_unlock(&self->mutex);
    let_go(self);
    return NULL;
}

/* Detached, and with every signal blocked from its first instruction. */
static int create(cs_thread *self)
{
    pthread_attr_t detached;
    int rc = pthread_attr_init(&detached);
    if (rc != 0)
        return rc;
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    rc = pthread_create(&thread, &detached, run, self);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&detached);
    return rc;
}

cs_thread *cs_thread_start(const char *name, cs_thread_body *body, void *context, int *error)
{
    cs_thread *self = calloc(1, sizeof *self);
    if (!self) {
        *error = ENOMEM;
        return NULL;
    }
    pthread_mutex_init(&self->mutex, NULL);
    pthread_cond_init(&self->ended, NULL);
    self->body = body;
    self->context = context;
    self->owners = 2;
    strncpy(self->name, name, sizeof self->name - 1);
    int rc = create(self);
    if (rc != 0) {
        self->owners = 1;
        let_go(self);
        *error = rc;
        return NULL;
    }
    return self;
}

void cs_thread_free(cs_thread *self)
{
    if (self)
        let_go(self);
}

void cs_thread_wait(cs_thread *self)
{
    pthread_mutex_lock(&self->mutex);
    while (!self->has_ended)
        pthread_cond_wait(&self->ended, &self->mutex);
    pthread_mutex_unlock(&self->mutex);
}

uint64_t cs_thread_current(void)
{
    return (uint64_t)pthread_self();
}
