#include "ctesttls/base.h"

#include <stdlib.h>

void ct_string_free(char *string)
{
    free(string);
}
