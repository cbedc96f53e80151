#ifndef CSUPPORT_FILE_SYSTEM_H
#define CSUPPORT_FILE_SYSTEM_H

#include "base.h"

CS_NONNULL_BEGIN

/* Files and folders by their paths. Each call answers OK, or SYSTEM with errno in `*error`. */

typedef enum CS_CLOSED_ENUM cs_file_kind {
    CS_FILE_REGULAR CS_SWIFT_NAME("regular") = 0,
    CS_FILE_DIRECTORY CS_SWIFT_NAME("directory") = 1,
    CS_FILE_OTHER CS_SWIFT_NAME("other") = 2, /* a device, a pipe, a socket */
} cs_file_kind;

typedef struct cs_file_facts {
    cs_file_kind kind;
    int64_t size;     /* in bytes */
    int64_t modified; /* in nanoseconds since 1970 */
} cs_file_facts;

/* About what the path leads to, links followed. */
cs_status cs_path_facts(const char *path, cs_file_facts *facts, int *error);

/* About an open file. */
cs_status cs_descriptor_facts(int descriptor, cs_file_facts *facts, int *error);

/* The path with all links followed, ended by a zero byte; ENAMETOOLONG when it does not fit. What a link
 * leads to need not exist. */
cs_status cs_path_resolve(const char *path, char *CS_COUNT(len) out CS_BORROWED, size_t len, int *error);

/* In one step. A regular file that is replaced passes its permissions on. Without `replacing` a file that is
 * there is left, with EEXIST. */
cs_status cs_path_rename(const char *from, const char *to, bool replacing, int *error);

/* A file, or a folder that is empty. */
cs_status cs_path_remove(const char *path, int *error);

/* One folder; EEXIST when something of the name is there. */
cs_status cs_path_make_directory(const char *path, int *error);

cs_status cs_path_set_modified(const char *path, int64_t modified, int *error);

/* The names in a folder, in no order. Also NO_MEMORY. */
typedef struct cs_names {
    char *CS_NULLABLE bytes; /* each name ended by a zero byte; the call's, until cs_names_free */
    size_t length;
} cs_names;

cs_status cs_path_list(const char *path, cs_names *names, int *error);
void cs_names_free(cs_names *names);

CS_NONNULL_END

#endif
