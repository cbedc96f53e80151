#include <csupport/tls_info.h>

#include <string.h>

#include "tls_shared.h"

const char *cs_tls_version_text(const cs_tls *self)
{
    return SSL_get_version(self->ssl);
}

const char *cs_tls_cipher_text(const cs_tls *self)
{
    const char *name = SSL_get_cipher_name(self->ssl);
    return name ? name : "";
}

bool cs_tls_is_resumed(const cs_tls *self)
{
    return SSL_session_reused(self->ssl) == 1;
}

cs_status cs_tls_protocol(const cs_tls *self, uint8_t *out, size_t out_len, size_t *used)
{
    const unsigned char *name = NULL;
    unsigned len = 0;
    SSL_get0_alpn_selected(self->ssl, &name, &len);
    if (len > out_len)
        return CS_STATUS_INVALID;
    if (len > 0)
        memcpy(out, name, len);
    *used = len;
    return CS_STATUS_OK;
}

cs_status cs_tls_certificate(const cs_tls *self, uint8_t *out, size_t out_len, size_t *used)
{
    const X509 *certificate = SSL_get0_peer_certificate(self->ssl);
    int len = certificate ? i2d_X509(certificate, NULL) : 0;
    if (len <= 0)
        return CS_STATUS_INVALID;
    *used = (size_t)len;
    if (*used > out_len)
        return CS_STATUS_WANT_OUTPUT;
    unsigned char *to = out;
    return i2d_X509(certificate, &to) == len ? CS_STATUS_OK : CS_STATUS_INVALID;
}
