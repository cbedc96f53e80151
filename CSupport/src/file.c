#define _GNU_SOURCE /* sigtimedwait, O_CLOEXEC */

#include <csupport/file.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static cs_status answer(long outcome, int *error)
{
    if (outcome >= 0)
        return CS_STATUS_OK;
    *error = errno;
    return CS_STATUS_SYSTEM;
}

static cs_status open_at(const char *path, int flags, mode_t mode, int *descriptor, int *error)
{
    int fd;
    do
        fd = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
    while (fd < 0 && errno == EINTR);
    if (fd >= 0)
        *descriptor = fd;
    return answer(fd, error);
}

cs_status cs_file_create(const char *path, uint32_t flags, int *descriptor, int *error)
{
    int how = O_WRONLY | O_CREAT;
    how |= flags & CS_FILE_EXCLUSIVE ? O_EXCL : 0;
    how |= flags & CS_FILE_APPEND ? O_APPEND : O_TRUNC;
    return open_at(path, how, flags & CS_FILE_PRIVATE ? 0600 : 0666, descriptor, error);
}

cs_status cs_file_open(const char *path, int *descriptor, int *error)
{
    return open_at(path, O_RDONLY, 0, descriptor, error);
}

cs_status cs_file_open_now(const char *path, int *descriptor, int *error)
{
    return open_at(path, O_RDONLY | O_NONBLOCK, 0, descriptor, error);
}

/* A descriptor that somebody has made non-blocking is waited for. */
static bool can_go_on(int descriptor, short events)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN)
        return false;
    struct pollfd item = {.fd = descriptor, .events = events};
    return poll(&item, 1, -1) > 0 || errno == EINTR;
}

cs_status cs_file_read(int descriptor, uint8_t *out, size_t len, size_t *got, int *error)
{
    ssize_t count;
    do
        count = read(descriptor, out, len);
    while (count < 0 && can_go_on(descriptor, POLLIN));
    *got = count > 0 ? (size_t)count : 0;
    return count == 0 && len > 0 ? CS_STATUS_CLOSED : answer(count, error);
}

cs_status cs_file_read_now(int descriptor, uint8_t *out, size_t len, size_t *got, int *error)
{
    struct pollfd item = {.fd = descriptor, .events = POLLIN};
    ssize_t count;
    do
        count = poll(&item, 1, 0);
    while (count < 0 && errno == EINTR);
    if (count == 0)
        return CS_STATUS_WANT_INPUT;
    if (count > 0)
        do
            count = read(descriptor, out, len);
        while (count < 0 && errno == EINTR);
    if (count < 0 && errno == EAGAIN)
        return CS_STATUS_WANT_INPUT;
    *got = count > 0 ? (size_t)count : 0;
    return count == 0 && len > 0 ? CS_STATUS_CLOSED : answer(count, error);
}

cs_status cs_file_write_regular(int descriptor, const uint8_t *bytes, size_t len, int *error)
{
    while (len > 0) {
        ssize_t count = write(descriptor, bytes, len);
        if (count >= 0) {
            bytes += count;
            len -= (size_t)count;
        } else if (!can_go_on(descriptor, POLLOUT)) {
            return answer(count, error);
        }
    }
    return CS_STATUS_OK;
}

/* SIGPIPE is held back on this thread, and one that the write has raised is taken off it again. */
cs_status cs_file_write(int descriptor, const uint8_t *bytes, size_t len, int *error)
{
    sigset_t pipe, pending, old;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe, &old);
    cs_status status = cs_file_write_regular(descriptor, bytes, len, error);
    if (status == CS_STATUS_SYSTEM && *error == EPIPE && !was_pending) {
        struct timespec at_once = {0};
        while (sigtimedwait(&pipe, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return status;
}

cs_status cs_file_seek(int descriptor, int64_t offset, int *error)
{
    return answer(lseek(descriptor, offset, SEEK_SET), error);
}

cs_status cs_file_sync(int descriptor, int *error)
{
    int outcome;
    do
        outcome = fsync(descriptor);
    while (outcome < 0 && errno == EINTR);
    return answer(outcome, error);
}

cs_status cs_file_close(int descriptor, int *error)
{
    int outcome = close(descriptor);
    return outcome < 0 && errno == EINTR ? CS_STATUS_OK : answer(outcome, error); /* it is closed, on Linux */
}

uint32_t cs_file_terminal_columns(int descriptor)
{
    if (!isatty(descriptor))
        return 0;
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
