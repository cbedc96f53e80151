#include <csupport/base.h>
