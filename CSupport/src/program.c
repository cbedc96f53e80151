#define _POSIX_C_SOURCE 200809L /* sigtimedwait, pthread_sigmask */

#include <csupport/clock.h>
#include <csupport/program.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

/* Those that end a process unless it handles them, and that others or the system send to ask for that. Of one
 * for a file that grew too large holding it back is enough: the write fails. */
static const int endings[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ};
static const size_t ending_count = sizeof endings / sizeof *endings;

/* The lowest number that is free is the one given out: with those below it taken, the one that is missing. */
cs_status cs_program_fill_descriptors(int *error)
{
    for (int descriptor = 0; descriptor < 3; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF)
            continue;
        if (open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0) {
            *error = errno;
            return CS_STATUS_SYSTEM;
        }
    }
    return CS_STATUS_OK;
}

static sigset_t set_of(uint64_t held)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < ending_count; i++)
        if (held & (uint64_t)1 << endings[i])
            sigaddset(&set, endings[i]);
    return set;
}

uint64_t cs_program_hold_endings(void)
{
    sigset_t blocked;
    if (pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0)
        return 0;
    uint64_t held = 0;
    for (size_t i = 0; i < ending_count; i++) {
        struct sigaction action;
        if (sigaction(endings[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN &&
            sigismember(&blocked, endings[i]) == 0)
            held |= (uint64_t)1 << endings[i];
    }
    sigset_t set = set_of(held);
    return pthread_sigmask(SIG_BLOCK, &set, NULL) == 0 ? held : 0;
}

void cs_program_release_endings(uint64_t held)
{
    sigset_t set = set_of(held);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int cs_program_await_ending(uint64_t held, uint64_t deadline)
{
    sigset_t set = set_of(held);
    for (;;) {
        int number;
        if (deadline == CS_CLOCK_NEVER) {
            number = sigwaitinfo(&set, NULL);
        } else {
            uint64_t now = cs_clock_now();
            uint64_t left = deadline > now ? deadline - now : 0;
            struct timespec time = {.tv_sec = (time_t)(left / 1000000000u),
                                    .tv_nsec = (long)(left % 1000000000u)};
            number = sigtimedwait(&set, NULL, &time);
        }
        if (number > 0)
            return number;
        if (errno != EINTR)
            return 0;
    }
}

void cs_program_end_by(int number)
{
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    _Exit(128 + number); /* for a signal that ends nothing */
}
