#ifndef CTESTTLS_H
#define CTESTTLS_H
#endif
