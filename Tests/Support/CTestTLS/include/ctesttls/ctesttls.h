#ifndef CTESTTLS_H
#define CTESTTLS_H
/* What tests and the demo need of C: certificates, the server's end of a connection, processes, guarded
 * memory. No product links this. */
#include "base.h"
#include "guarded.h"
#include "identity.h"
#include "process.h"
#include "socket.h"
#include "stream.h"
#include "tls.h"
#endif
