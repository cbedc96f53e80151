#include <csupport/host_name.h>

#ifdef CS_LIBIDN2

#include <idn2.h>
#include <string.h>

/* A name of 255 ASCII characters never comes of more UTF-8 than this; more is not worth a look. */
enum { INPUT_LIMIT = 1024 };

cs_status cs_host_name_to_ascii(const uint8_t *name, size_t len, uint8_t *out, size_t out_len,
                                size_t *produced)
{
    char text[INPUT_LIMIT + 1];
    *produced = 0;
    if (len == 0 || len > INPUT_LIMIT || memchr(name, 0, len))
        return CS_STATUS_INVALID;
    memcpy(text, name, len);
    text[len] = 0;
    char *ascii = NULL;
    int rc = idn2_to_ascii_8z(text, &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    if (rc != IDN2_OK)
        return rc == IDN2_MALLOC ? CS_STATUS_NO_MEMORY : CS_STATUS_INVALID;
    size_t size = strlen(ascii);
    cs_status status = size <= out_len ? CS_STATUS_OK : CS_STATUS_LIMIT;
    if (status == CS_STATUS_OK && size > 0) {
        memcpy(out, ascii, size);
        *produced = size;
    }
    idn2_free(ascii);
    return status;
}

#endif
