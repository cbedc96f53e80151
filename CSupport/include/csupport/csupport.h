#ifndef CSUPPORT_H
#define CSUPPORT_H

#include "address.h"
#include "base.h"
#include "clock.h"
#include "descriptor.h"
#include "digest.h"
#include "errno.h"
#include "exit.h"
#include "file.h"
#include "file_system.h"
#include "host_name.h"
#include "inflate.h"
#include "json.h"
#include "poller.h"
#include "process.h"
#include "program.h"
#include "public_suffix.h"
#include "resolve.h"
#include "route_watch.h"
#include "socket.h"
#include "thread.h"
#include "tls.h"
#include "tls_context.h"
#include "tls_failure.h"
#include "tls_info.h"

#endif
