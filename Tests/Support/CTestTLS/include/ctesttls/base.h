#ifndef CTESTTLS_BASE_H
#define CTESTTLS_BASE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Clang reads buffers marked so as spans; other compilers see plain C. */
#if defined(__clang__) && defined(__has_include)
#if __has_include(<ptrcheck.h>) && __has_include(<lifetimebound.h>)
#include <lifetimebound.h>
#include <ptrcheck.h>
#define CT_COUNT(n) __counted_by(n)
#define CT_BORROWED __noescape
#endif
#endif
#ifndef CT_COUNT
#define CT_COUNT(n)
#define CT_BORROWED
#endif

/* Frees a string that a function here has given away. Null is fine. */
void ct_string_free(char *string);
#endif
