#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H
#endif
