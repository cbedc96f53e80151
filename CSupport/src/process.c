#include <csupport/process.h>

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

const char *cs_environment_value(const char *name)
{
    return getenv(name);
}

cs_status cs_random_fill(uint8_t *out, size_t len, int *error)
{
    while (len > 0) {
        ssize_t got = getrandom(out, len, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            *error = got < 0 ? errno : EIO;
            return CS_STATUS_SYSTEM;
        }
        out += got;
        len -= (size_t)got;
    }
    return CS_STATUS_OK;
}
