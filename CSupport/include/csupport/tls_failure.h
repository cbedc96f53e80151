#ifndef CSUPPORT_TLS_FAILURE_H
#define CSUPPORT_TLS_FAILURE_H

#include "tls.h"

CS_NONNULL_BEGIN

/* Why a TLS session failed. */
typedef enum CS_CLOSED_ENUM cs_tls_failure {
    CS_TLS_FAILURE_NONE CS_SWIFT_NAME("none") = 0,
    CS_TLS_FAILURE_HANDSHAKE CS_SWIFT_NAME("handshake") = 1, /* no agreement, or not TLS at all */
    CS_TLS_FAILURE_ALERT CS_SWIFT_NAME("alert") = 2,         /* the peer has refused */
    CS_TLS_FAILURE_PROTOCOL CS_SWIFT_NAME("protocol") = 3,   /* after the handshake: not what TLS allows */
    CS_TLS_FAILURE_EXPIRED CS_SWIFT_NAME("certificateExpired") = 4,
    CS_TLS_FAILURE_NOT_YET_VALID CS_SWIFT_NAME("certificateNotYetValid") = 5,
    CS_TLS_FAILURE_HOST_MISMATCH CS_SWIFT_NAME("certificateHostMismatch") = 6,
    CS_TLS_FAILURE_SELF_SIGNED CS_SWIFT_NAME("certificateSelfSigned") = 7,
    CS_TLS_FAILURE_UNTRUSTED CS_SWIFT_NAME("certificateUntrusted") = 8,
    CS_TLS_FAILURE_INVALID CS_SWIFT_NAME("certificateInvalid") = 9,
    CS_TLS_FAILURE_PIN CS_SWIFT_NAME("pinMismatch") = 10,
    CS_TLS_FAILURE_NO_MEMORY CS_SWIFT_NAME("noMemory") = 11,
} cs_tls_failure;

/* Of the last call that answered LIBRARY. */
cs_tls_failure cs_tls_failure_of(const cs_tls *self);
/* The library's words for it, which live as long as the program. */
const char *cs_tls_failure_text(const cs_tls *self);

CS_NONNULL_END

#endif
