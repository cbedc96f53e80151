#include "identity_internal.h"

#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

static bool add_extension(X509 *certificate, X509V3_CTX *context, int nid, const char *value)
{
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, context, nid, value);
    if (extension == NULL)
        return false;
    int added = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return added == 1;
}

static bool set_extensions(X509 *certificate, X509 *issuer, const ct_identity_request *request)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    bool ok = add_extension(certificate, &context, NID_subject_key_identifier, "hash");
    if (request->is_authority) {
        ok = ok && add_extension(certificate, &context, NID_basic_constraints, "critical,CA:TRUE");
        ok = ok && add_extension(certificate, &context, NID_key_usage, "critical,keyCertSign,cRLSign");
    } else {
        ok = ok && add_extension(certificate, &context, NID_basic_constraints, "critical,CA:FALSE");
        ok = ok && add_extension(certificate, &context, NID_key_usage, "critical,digitalSignature");
        ok = ok && add_extension(certificate, &context, NID_ext_key_usage, "serverAuth,clientAuth");
    }
    if (issuer != certificate)
        ok = ok && add_extension(certificate, &context, NID_authority_key_identifier, "keyid:always");
    if (request->alternative_names != NULL)
        ok = ok && add_extension(certificate, &context, NID_subject_alt_name, request->alternative_names);
    return ok;
}

static bool set_serial(X509 *certificate)
{
    uint8_t random[16];
    if (RAND_bytes(random, sizeof random) != 1)
        return false;
    random[0] = (uint8_t)((random[0] & 0x7f) | 0x40); /* positive, and of one length */
    BIGNUM *number = BN_bin2bn(random, sizeof random, NULL);
    if (number == NULL)
        return false;
    ASN1_INTEGER *serial = BN_to_ASN1_INTEGER(number, NULL);
    BN_free(number);
    bool ok = serial != NULL && X509_set_serialNumber(certificate, serial) == 1;
    ASN1_INTEGER_free(serial);
    return ok;
}

static bool set_name(X509 *certificate, const char *common_name)
{
    X509_NAME *name = X509_NAME_new();
    bool ok =
        name != NULL &&
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, (const uint8_t *)common_name, -1, -1, 0) == 1 &&
        X509_set_subject_name(certificate, name) == 1;
    X509_NAME_free(name);
    return ok;
}

static bool build(ct_identity *self, const ct_identity *issuer, const ct_identity_request *request)
{
    X509 *certificate = self->certificate;
    X509 *signer = issuer == NULL ? certificate : issuer->certificate;
    EVP_PKEY *signing_key = issuer == NULL ? self->key : issuer->key;
    return X509_set_version(certificate, X509_VERSION_3) == 1 && set_serial(certificate) &&
           set_name(certificate, request->common_name) &&
           X509_set_issuer_name(certificate, X509_get_subject_name(signer)) == 1 &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), (long)request->starts_in) != NULL &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), (long)request->ends_in) != NULL &&
           X509_set_pubkey(certificate, self->key) == 1 && set_extensions(certificate, signer, request) &&
           X509_sign(certificate, signing_key, EVP_sha256()) > 0;
}

static bool take_intermediates(ct_identity *self, const ct_identity *issuer)
{
    if (issuer == NULL || issuer->self_signed)
        return true;
    if (X509_add_cert(self->intermediates, issuer->certificate, X509_ADD_FLAG_UP_REF) != 1)
        return false;
    return X509_add_certs(self->intermediates, issuer->intermediates, X509_ADD_FLAG_UP_REF) == 1;
}

ct_identity *ct_identity_new(const ct_identity *issuer, const ct_identity_request *request)
{
    ct_identity *self = calloc(1, sizeof *self);
    if (self == NULL)
        return NULL;
    self->certificate = X509_new();
    self->key = EVP_EC_gen("P-256");
    self->intermediates = sk_X509_new_null();
    self->self_signed = issuer == NULL;
    if (self->certificate == NULL || self->key == NULL || self->intermediates == NULL ||
        !build(self, issuer, request) || !take_intermediates(self, issuer)) {
        ct_identity_free(self);
        return NULL;
    }
    return self;
}

/* Empties a memory BIO into a string of the caller's, and frees it. */
static char *text_of(BIO *bio, bool complete)
{
    char *text = NULL;
    if (bio != NULL && complete) {
        char *data = NULL;
        long length = BIO_get_mem_data(bio, &data);
        if (length >= 0)
            text = malloc((size_t)length + 1);
        if (text != NULL) {
            memcpy(text, data, (size_t)length);
            text[length] = 0;
        }
    }
    BIO_free(bio);
    return text;
}

char *ct_identity_certificate_pem(const ct_identity *self)
{
    BIO *bio = BIO_new(BIO_s_mem());
    return text_of(bio, bio != NULL && PEM_write_bio_X509(bio, self->certificate) == 1);
}

char *ct_identity_chain_pem(const ct_identity *self)
{
    BIO *bio = BIO_new(BIO_s_mem());
    bool ok = bio != NULL && PEM_write_bio_X509(bio, self->certificate) == 1;
    for (int i = 0; i < sk_X509_num(self->intermediates); i++)
        ok = ok && PEM_write_bio_X509(bio, sk_X509_value(self->intermediates, i)) == 1;
    return text_of(bio, ok);
}

char *ct_identity_key_pem(const ct_identity *self)
{
    BIO *bio = BIO_new(BIO_s_mem());
    return text_of(bio, bio != NULL &&
                            PEM_write_bio_PKCS8PrivateKey(bio, self->key, NULL, NULL, 0, NULL, NULL) == 1);
}

char *ct_identity_key_pem_encrypted(const ct_identity *self, const char *password)
{
    BIO *bio = BIO_new(BIO_s_mem());
    return text_of(bio,
                   bio != NULL && PEM_write_bio_PKCS8PrivateKey(bio, self->key, EVP_aes_128_cbc(), password,
                                                                (int)strlen(password), NULL, NULL) == 1);
}

char *ct_identity_pin(const ct_identity *self)
{
    uint8_t *der = NULL;
    int length = i2d_PUBKEY(self->key, &der);
    if (length <= 0)
        return NULL;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    bool ok = EVP_Digest(der, (size_t)length, digest, NULL, EVP_sha256(), NULL) == 1;
    OPENSSL_free(der);
    char *text = ok ? malloc(4 * ((sizeof digest + 2) / 3) + 1) : NULL;
    if (text != NULL)
        EVP_EncodeBlock((uint8_t *)text, digest, sizeof digest);
    return text;
}

void ct_identity_free(ct_identity *self)
{
    if (self == NULL)
        return;
    X509_free(self->certificate);
    EVP_PKEY_free(self->key);
    sk_X509_pop_free(self->intermediates, X509_free);
    free(self);
}
