#define _GNU_SOURCE /* pipe2 */

#include "plan.h"

#include <cfaults/cfaults.h>

#include <fcntl.h>
#include <unistd.h>

bool cf_pipe_open(int *reading, int *writing)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *reading = ends[0];
    *writing = ends[1];
    return true;
}

void cf_pipe_write(int writing, const uint8_t *bytes, size_t len)
{
    while (len > 0) {
        ssize_t count = CF_REAL(write)(writing, bytes, len);
        if (count < 0)
            return;
        bytes += count;
        len -= (size_t)count;
    }
}

void cf_pipe_close(int end)
{
    CF_REAL(close)(end);
}
