#ifndef CSUPPORT_BASE_H
#define CSUPPORT_BASE_H
#include <stdint.h>
#include <stddef.h>
#endif
