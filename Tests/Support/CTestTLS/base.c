#include "ctesttls.h"
