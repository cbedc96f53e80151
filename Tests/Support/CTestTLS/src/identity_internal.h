#ifndef CTESTTLS_IDENTITY_INTERNAL_H
#define CTESTTLS_IDENTITY_INTERNAL_H
#include "ctesttls/identity.h"

#include <openssl/evp.h>
#include <openssl/x509.h>

struct ct_identity {
    X509 *certificate;
    EVP_PKEY *key;
    STACK_OF(X509) *intermediates; /* nearest first, without the root */
    bool self_signed;
};
#endif
