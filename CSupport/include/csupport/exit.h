#ifndef CSUPPORT_EXIT_H
#define CSUPPORT_EXIT_H

#include "base.h"

CS_NONNULL_BEGIN

/* Ends the process as `exit` does. For programs; a library has no business to call it. */
_Noreturn void cs_exit(int code);

CS_NONNULL_END

#endif
