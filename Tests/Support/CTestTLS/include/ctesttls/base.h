#ifndef CTESTTLS_BASE_H
#define CTESTTLS_BASE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Frees a string that a function here has given away. Null is fine. */
void ct_string_free(char *string);
#endif
