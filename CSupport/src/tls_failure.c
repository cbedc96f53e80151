#include <csupport/tls_failure.h>

#include <openssl/err.h>
#include <openssl/sslerr.h>
#include <openssl/x509_vfy.h>

#include "tls_shared.h"

static cs_tls_failure certificate_failure(long verified)
{
    switch (verified) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return CS_TLS_FAILURE_EXPIRED;
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return CS_TLS_FAILURE_NOT_YET_VALID;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return CS_TLS_FAILURE_HOST_MISMATCH;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return CS_TLS_FAILURE_SELF_SIGNED;
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_UNTRUSTED:
    case X509_V_ERR_CERT_REJECTED:
        return CS_TLS_FAILURE_UNTRUSTED;
    case X509_V_ERR_APPLICATION_VERIFICATION:
        return CS_TLS_FAILURE_PIN;
    case X509_V_ERR_OUT_OF_MEM:
        return CS_TLS_FAILURE_NO_MEMORY;
    default:
        return CS_TLS_FAILURE_INVALID;
    }
}

static void note(cs_tls *self, cs_tls_failure failure, const char *text)
{
    self->failure = (int)failure;
    self->failure_text = text ? text : "";
}

void cs_tls_note_failure(cs_tls *self)
{
    /* The first is the cause; what follows are its consequences. */
    unsigned long error = ERR_peek_error();
    int reason = ERR_GET_REASON(error);
    const char *text = ERR_reason_error_string(error);
    long verified = SSL_get_verify_result(self->ssl);
    bool is_ssl = ERR_GET_LIB(error) == ERR_LIB_SSL;
    if (self->lacked_memory || reason == ERR_R_MALLOC_FAILURE)
        note(self, CS_TLS_FAILURE_NO_MEMORY, "out of memory");
    else if (is_ssl && reason == SSL_R_CERTIFICATE_VERIFY_FAILED &&
             verified == X509_V_ERR_APPLICATION_VERIFICATION)
        note(self, CS_TLS_FAILURE_PIN, "no key in the peer's certificates is pinned");
    else if (is_ssl && reason == SSL_R_CERTIFICATE_VERIFY_FAILED)
        note(self, certificate_failure(verified), X509_verify_cert_error_string(verified));
    else if (is_ssl && reason >= SSL_AD_REASON_OFFSET)
        note(self, CS_TLS_FAILURE_ALERT, text);
    else if (!self->is_established)
        note(self, CS_TLS_FAILURE_HANDSHAKE, text ? text : "the handshake broke off");
    else
        note(self, CS_TLS_FAILURE_PROTOCOL, text ? text : "the session broke");
    ERR_clear_error();
}

cs_tls_failure cs_tls_failure_of(const cs_tls *self)
{
    return (cs_tls_failure)self->failure;
}

const char *cs_tls_failure_text(const cs_tls *self)
{
    return self->failure_text;
}
