#ifndef CSUPPORT_H
#define CSUPPORT_H

#include "base.h"
#include "digest.h"
#include "errno.h"
#include "inflate.h"

#endif
