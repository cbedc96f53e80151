#ifndef CSUPPORT_H
#define CSUPPORT_H
#include "base.h"
#endif
