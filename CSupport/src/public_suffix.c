#include <csupport/public_suffix.h>

#ifdef CS_LIBPSL

#include <libpsl.h>
#include <string.h>

enum { DOMAIN_LIMIT = 255 };

/* Both names are of the same object; ours keeps libpsl.h out of our header. */
static const psl_ctx_t *list_of(const cs_public_suffixes *self)
{
    return (const psl_ctx_t *)self;
}

const cs_public_suffixes *cs_public_suffixes_load(void)
{
    const psl_ctx_t *list = psl_latest(NULL);
    if (!list)
        list = psl_builtin();
    return (const cs_public_suffixes *)list;
}

bool cs_public_suffixes_contain(const cs_public_suffixes *self, const uint8_t *domain, size_t len)
{
    char text[DOMAIN_LIMIT + 1];
    if (len > DOMAIN_LIMIT || (len > 0 && memchr(domain, 0, len)))
        return true;
    if (len > 0)
        memcpy(text, domain, len);
    text[len] = 0;
    return psl_is_public_suffix2(list_of(self), text, PSL_TYPE_ANY) != 0;
}

#endif
