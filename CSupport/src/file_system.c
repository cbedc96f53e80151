#define _GNU_SOURCE /* renameat2 */

#include <csupport/file_system.h>

#include "system_error.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static cs_status answer(int outcome, int *error)
{
    return outcome == 0 ? CS_STATUS_OK : cs_system_failure(error);
}

static void read_facts(const struct stat *found, cs_file_facts *facts)
{
    facts->kind = S_ISREG(found->st_mode)   ? CS_FILE_REGULAR
                  : S_ISDIR(found->st_mode) ? CS_FILE_DIRECTORY
                                            : CS_FILE_OTHER;
    facts->size = found->st_size;
    /* Beyond the years 1678 and 2262 the clock of the file system is of no use to anybody. */
    int64_t whole;
    if (__builtin_mul_overflow((int64_t)found->st_mtim.tv_sec, (int64_t)1000000000, &whole))
        whole = found->st_mtim.tv_sec < 0 ? INT64_MIN : INT64_MAX - 999999999;
    facts->modified = whole + found->st_mtim.tv_nsec;
}

cs_status cs_path_facts(const char *path, cs_file_facts *facts, int *error)
{
    struct stat found;
    if (stat(path, &found) != 0)
        return cs_system_failure(error);
    read_facts(&found, facts);
    return CS_STATUS_OK;
}

cs_status cs_descriptor_facts(int descriptor, cs_file_facts *facts, int *error)
{
    struct stat found;
    if (fstat(descriptor, &found) != 0)
        return cs_system_failure(error);
    read_facts(&found, facts);
    return CS_STATUS_OK;
}

enum { LINK_LIMIT = 40 };

/* The goal of a link that lies at `path`. */
static char *goal(const char *path, const char *target, size_t target_len)
{
    const char *slash = strrchr(path, '/');
    size_t folder = target[0] == '/' || !slash ? 0 : (size_t)(slash - path) + 1;
    char *joined = malloc(folder + target_len + 1);
    if (!joined)
        return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, target, target_len);
    joined[folder + target_len] = 0;
    return joined;
}

/* Follows links that end at something that does not exist; null when `path` is no link. */
static char *follow_to_nothing(const char *path)
{
    char *current = strdup(path);
    for (int links = 0; current && links <= LINK_LIMIT; links++) {
        char target[PATH_MAX];
        ssize_t len = readlink(current, target, sizeof target);
        if (len < 0 && errno == ENOENT && links > 0)
            return current;
        if (len <= 0 || (size_t)len == sizeof target)
            break;
        char *next = goal(current, target, (size_t)len);
        free(current);
        current = next;
    }
    free(current);
    errno = ENOENT;
    return NULL;
}

cs_status cs_path_resolve(const char *path, char *out, size_t len, int *error)
{
    char *resolved = realpath(path, NULL);
    if (!resolved && errno == ENOENT)
        resolved = follow_to_nothing(path);
    if (!resolved)
        return cs_system_failure(error);
    size_t length = strlen(resolved);
    cs_status status = CS_STATUS_OK;
    if (length < len) {
        memcpy(out, resolved, length + 1);
    } else {
        *error = ENAMETOOLONG;
        status = CS_STATUS_SYSTEM;
    }
    free(resolved);
    return status;
}

/* For file systems that cannot rename without replacing: a second name, which is refused where there is one.
 */
static cs_status link_and_remove(const char *from, const char *to, int *error)
{
    if (link(from, to) != 0)
        return cs_system_failure(error);
    return answer(unlink(from), error);
}

cs_status cs_path_rename(const char *from, const char *to, bool replacing, int *error)
{
    if (!replacing) {
        if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
            return CS_STATUS_OK;
        return errno == EINVAL || errno == ENOSYS ? link_and_remove(from, to, error)
                                                  : cs_system_failure(error);
    }
    struct stat old;
    if (stat(to, &old) == 0 && S_ISREG(old.st_mode) && chmod(from, old.st_mode & 0777) != 0)
        return cs_system_failure(error);
    return answer(rename(from, to), error);
}

cs_status cs_path_remove(const char *path, int *error)
{
    return answer(remove(path), error);
}

cs_status cs_path_make_directory(const char *path, int *error)
{
    return answer(mkdir(path, 0777), error);
}

cs_status cs_path_set_modified(const char *path, int64_t modified, int *error)
{
    int64_t seconds = modified / 1000000000;
    int64_t rest = modified % 1000000000;
    if (rest < 0) {
        seconds -= 1;
        rest += 1000000000;
    }
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds, .tv_nsec = rest}};
    return answer(utimensat(AT_FDCWD, path, times, 0), error);
}

/* Appends a name with its zero byte; false without memory. */
static bool append(cs_names *names, size_t *capacity, const char *name)
{
    size_t added = strlen(name) + 1;
    if (added > *capacity - names->length) {
        size_t grown = *capacity * 2 + added;
        char *moved = grown > *capacity ? realloc(names->bytes, grown) : NULL;
        if (!moved)
            return false;
        names->bytes = moved;
        *capacity = grown;
    }
    memcpy(names->bytes + names->length, name, added);
    names->length += added;
    return true;
}

static cs_status read_names(DIR *folder, cs_names *names, int *error)
{
    size_t capacity = 0;
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir(folder);
        if (!entry)
            return errno == 0 ? CS_STATUS_OK : cs_system_failure(error);
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (!append(names, &capacity, entry->d_name))
            return CS_STATUS_NO_MEMORY;
    }
}

cs_status cs_path_list(const char *path, cs_names *names, int *error)
{
    *names = (cs_names){0};
    DIR *folder = opendir(path);
    if (!folder)
        return cs_system_failure(error);
    cs_status status = read_names(folder, names, error);
    closedir(folder);
    if (status != CS_STATUS_OK)
        cs_names_free(names);
    return status;
}

void cs_names_free(cs_names *names)
{
    free(names->bytes);
    *names = (cs_names){0};
}
