#include <csupport/digest.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

/* The public type is OpenSSL's own reference-counted object under another name. */
static EVP_MD *method(const cs_digest_algorithm *algorithm)
{
    return (EVP_MD *)(uintptr_t)algorithm;
}

static const char *name(cs_digest_kind kind)
{
    switch (kind) {
    case CS_DIGEST_MD5:
        return "MD5";
    case CS_DIGEST_SHA1:
        return "SHA1";
    case CS_DIGEST_SHA256:
        return "SHA256";
    case CS_DIGEST_SHA512_256:
        return "SHA512-256";
    }
    return "";
}

cs_digest_algorithm *cs_digest_algorithm_new(cs_digest_kind kind)
{
    return (cs_digest_algorithm *)EVP_MD_fetch(NULL, name(kind), NULL);
}

void cs_digest_algorithm_free(cs_digest_algorithm *self)
{
    EVP_MD_free(method(self));
}

size_t cs_digest_algorithm_size(const cs_digest_algorithm *self)
{
    int size = EVP_MD_get_size(method(self));
    return size > 0 ? (size_t)size : 0;
}

cs_status cs_digest_algorithm_hash(const cs_digest_algorithm *self, const uint8_t *bytes, size_t len,
                                   uint8_t *out, size_t out_len)
{
    if (out_len != cs_digest_algorithm_size(self))
        return CS_STATUS_INVALID;
    return EVP_Digest(bytes, len, out, NULL, method(self), NULL) == 1 ? CS_STATUS_OK : CS_STATUS_LIBRARY;
}

/* The longest block among the algorithms offered. */
enum { MAX_BLOCK = 128 };

/* H(key ^ pad, bytes): one of the two layers of RFC 2104 section 2. */
static cs_status hmac_layer(EVP_MD_CTX *context, const EVP_MD *md, const uint8_t key[MAX_BLOCK], uint8_t pad,
                            const uint8_t *bytes, size_t len, uint8_t *out)
{
    uint8_t block[MAX_BLOCK];
    size_t block_len = (size_t)EVP_MD_get_block_size(md);
    for (size_t i = 0; i < block_len; i++)
        block[i] = key[i] ^ pad;
    int ok = EVP_DigestInit_ex2(context, md, NULL) == 1 && EVP_DigestUpdate(context, block, block_len) == 1 &&
             EVP_DigestUpdate(context, bytes, len) == 1 && EVP_DigestFinal_ex(context, out, NULL) == 1;
    OPENSSL_cleanse(block, sizeof block);
    return ok ? CS_STATUS_OK : CS_STATUS_LIBRARY;
}

cs_status cs_digest_algorithm_hmac(const cs_digest_algorithm *self, const uint8_t *key, size_t key_len,
                                   const uint8_t *bytes, size_t len, uint8_t *out, size_t out_len)
{
    int block_len = EVP_MD_get_block_size(method(self));
    if (out_len != cs_digest_algorithm_size(self) || block_len <= 0 || block_len > MAX_BLOCK)
        return CS_STATUS_INVALID;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!context)
        return CS_STATUS_NO_MEMORY;
    uint8_t block[MAX_BLOCK] = {0};
    cs_status status = CS_STATUS_OK;
    if (key_len > (size_t)block_len)
        status = cs_digest_algorithm_hash(self, key, key_len, block, out_len);
    else if (key_len > 0)
        memcpy(block, key, key_len);
    if (status == CS_STATUS_OK)
        status = hmac_layer(context, method(self), block, 0x36, bytes, len, out);
    if (status == CS_STATUS_OK)
        status = hmac_layer(context, method(self), block, 0x5c, out, out_len, out);
    OPENSSL_cleanse(block, sizeof block);
    EVP_MD_CTX_free(context);
    return status;
}

struct cs_digest {
    EVP_MD_CTX *context;
};

cs_digest *cs_digest_new(const cs_digest_algorithm *algorithm)
{
    cs_digest *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->context = EVP_MD_CTX_new();
    if (!self->context || EVP_DigestInit_ex2(self->context, method(algorithm), NULL) != 1) {
        cs_digest_free(self);
        return NULL;
    }
    return self;
}

void cs_digest_free(cs_digest *self)
{
    if (!self)
        return;
    EVP_MD_CTX_free(self->context);
    free(self);
}

cs_status cs_digest_update(cs_digest *self, const uint8_t *bytes, size_t len)
{
    return EVP_DigestUpdate(self->context, bytes, len) == 1 ? CS_STATUS_OK : CS_STATUS_LIBRARY;
}

cs_status cs_digest_finish(cs_digest *self, uint8_t *out, size_t out_len)
{
    int size = EVP_MD_CTX_get_size(self->context);
    if (size < 0 || out_len != (size_t)size)
        return CS_STATUS_INVALID;
    if (EVP_DigestFinal_ex(self->context, out, NULL) != 1)
        return CS_STATUS_LIBRARY;
    return EVP_DigestInit_ex2(self->context, NULL, NULL) == 1 ? CS_STATUS_OK : CS_STATUS_LIBRARY;
}
