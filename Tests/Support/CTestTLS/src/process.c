#define _GNU_SOURCE
#include "ctesttls/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct ct_process {
    pid_t id;
    int life_line; /* the write end of the child's standard input */
    bool ended;
    int status;
};

/* A shell keeps watch: when the life line breaks, because we let go of it or died, it ends the program. */
static const char watch[] = "exec 3<&0; cd \"$1\" || exit 126; shift\n"
                            "\"$@\" 3<&- </dev/null & child=$!\n"
                            "{ read _ <&3; kill -TERM $child; } 2>/dev/null & watcher=$!\n"
                            "wait $child; status=$?\n"
                            "kill $watcher 2>/dev/null; exit $status\n";

struct launch {
    const char *program;
    char *const *arguments, *const *environment;
    int input;
    const char *folder;            /* null: the one we are in */
    const char *output, *messages; /* null messages: where the output goes, and both are appended */
    bool is_watched;               /* a group of its own, which SIGTERM ends */
};

static bool spawn(pid_t *id, const struct launch *launch)
{
    const int flags = O_WRONLY | O_CREAT | (launch->messages != NULL ? O_TRUNC : O_APPEND);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigset_t defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    if (launch->is_watched)
        sigaddset(&defaults, SIGTERM);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                  (launch->is_watched ? POSIX_SPAWN_SETPGROUP : 0)));
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    if (launch->folder != NULL)
        posix_spawn_file_actions_addchdir_np(&files, launch->folder);
    posix_spawn_file_actions_adddup2(&files, launch->input, 0);
    posix_spawn_file_actions_addopen(&files, 1, launch->output, flags, 0600);
    if (launch->messages != NULL)
        posix_spawn_file_actions_addopen(&files, 2, launch->messages, flags, 0600);
    else
        posix_spawn_file_actions_adddup2(&files, 1, 2);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    int failure =
        posix_spawn(id, launch->program, &files, &attributes, launch->arguments, launch->environment);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return failure == 0;
}

/* A program that ends before it has read all is no failure, and its broken pipe must not end us: the signal
 * is held back for this thread and taken away. */
static void feed(int pipe, const uint8_t *input, size_t len)
{
    sigset_t broken;
    sigset_t before;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    while (len > 0) {
        ssize_t count = write(pipe, input, len);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        input += count;
        len -= (size_t)count;
    }
    struct timespec now = {0, 0};
    sigtimedwait(&broken, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

ct_process *ct_process_start(const char *const *arguments, const char *folder, const char *log)
{
    size_t count = 0;
    while (arguments[count] != NULL)
        count++;
    ct_process *self = calloc(1, sizeof *self);
    char **all = calloc(count + 6, sizeof *all);
    char *const lead[] = {(char *)"sh", (char *)"-c", (char *)watch, (char *)"sh", (char *)folder};
    int ends[2] = {-1, -1};
    bool started = false;
    if (self != NULL && all != NULL && pipe2(ends, O_CLOEXEC) == 0) {
        memcpy(all, lead, sizeof lead);
        memcpy(all + 5, arguments, count * sizeof *all);
        const struct launch launch = {.program = "/bin/sh",
                                      .arguments = all,
                                      .environment = environ,
                                      .input = ends[0],
                                      .output = log,
                                      .is_watched = true};
        started = spawn(&self->id, &launch);
        close(ends[0]);
        self->life_line = ends[1];
    }
    free(all);
    if (started)
        return self;
    if (ends[1] >= 0)
        close(ends[1]);
    free(self);
    return NULL;
}

static void note_status(ct_process *self, int status)
{
    self->ended = true;
    self->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool ct_process_is_running(ct_process *self)
{
    int status = 0;
    if (!self->ended && waitpid(self->id, &status, WNOHANG) == self->id)
        note_status(self, status);
    return !self->ended;
}

int ct_process_status(const ct_process *self)
{
    return self->ended ? self->status : -1;
}

int ct_process_wait(ct_process *self)
{
    int status = 0;
    while (!self->ended) {
        if (waitpid(self->id, &status, 0) == self->id)
            note_status(self, status);
        else if (errno != EINTR)
            return -1;
    }
    return self->status;
}

int ct_process_run(const char *const *arguments, const char *const *environment, const char *folder,
                   const uint8_t *input, size_t input_len, const char *output, const char *messages)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    ct_process child = {.life_line = ends[1]};
    const struct launch launch = {.program = arguments[0],
                                  .arguments = (char *const *)arguments,
                                  .environment = environment != NULL ? (char *const *)environment : environ,
                                  .input = ends[0],
                                  .folder = folder,
                                  .output = output,
                                  .messages = messages};
    bool started = spawn(&child.id, &launch);
    close(ends[0]);
    if (started)
        feed(ends[1], input, input_len);
    close(ends[1]);
    return started ? ct_process_wait(&child) : -1;
}

/* Waits for the end for so long at most. */
static void await_end(ct_process *self, int patience_ms)
{
    int descriptor = (int)syscall(SYS_pidfd_open, self->id, 0);
    if (descriptor < 0)
        return;
    struct pollfd wait = {.fd = descriptor, .events = POLLIN};
    while (poll(&wait, 1, patience_ms) < 0 && errno == EINTR)
        ;
    close(descriptor);
}

void ct_process_stop(ct_process *self, int patience_ms)
{
    if (self == NULL)
        return;
    close(self->life_line);
    if (ct_process_is_running(self))
        await_end(self, patience_ms);
    if (ct_process_is_running(self)) {
        kill(-self->id, SIGKILL);
        ct_process_wait(self);
    }
    free(self);
}
