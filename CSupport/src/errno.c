#define _POSIX_C_SOURCE 200809L /* strerror_r as POSIX has it */

#include <csupport/errno.h>

#include <errno.h>
#include <string.h>

cs_errno cs_errno_meaning(int number)
{
    switch (number) {
    case ENOMEM:
    case ENOBUFS:
        return CS_ERRNO_NO_MEMORY;
    case ECONNREFUSED:
        return CS_ERRNO_REFUSED;
    case ENETUNREACH:
    case EHOSTUNREACH:
    case ENETDOWN:
    case EHOSTDOWN:
    case EAFNOSUPPORT:
        return CS_ERRNO_UNREACHABLE;
    case ETIMEDOUT:
        return CS_ERRNO_TIMED_OUT;
    case ECONNRESET:
    case ECONNABORTED:
    case EPIPE:
        return CS_ERRNO_RESET;
    case EBADF:
    case ENOTCONN:
        return CS_ERRNO_CLOSED;
    case EADDRNOTAVAIL:
    case EADDRINUSE:
        return CS_ERRNO_NO_ADDRESS;
    case EACCES:
    case EPERM:
    case EROFS:
        return CS_ERRNO_DENIED;
    case ENOENT:
    case ENOTDIR:
        return CS_ERRNO_NOT_FOUND;
    case EEXIST:
    case ENOTEMPTY:
        return CS_ERRNO_EXISTS;
    case EISDIR:
        return CS_ERRNO_IS_DIRECTORY;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return CS_ERRNO_NO_SPACE;
    case EMFILE:
    case ENFILE:
        return CS_ERRNO_TOO_MANY_FILES;
    case EXDEV:
        return CS_ERRNO_OTHER_FILE_SYSTEM;
    case EINVAL:
    case ENAMETOOLONG:
        return CS_ERRNO_INVALID;
    default:
        return CS_ERRNO_OTHER;
    }
}

void cs_errno_text(int number, char *out, size_t out_len)
{
    if (out_len == 0)
        return;
    if (strerror_r(number, out, out_len) != 0)
        out[0] = '\0';
    out[out_len - 1] = '\0';
}
