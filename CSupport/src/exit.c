#include <csupport/exit.h>

#include <stdlib.h>

void cs_exit(int code)
{
    exit(code);
}
