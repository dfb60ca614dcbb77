// SPDX-License-Identifier: Apache-2.0
// OpenSSL's macros and variadic functions, which Swift can't call, under names of their own.
#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static inline int COpenSSL_set_min_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version);
}

static inline void COpenSSL_set_server_options(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE);
}

static inline void COpenSSL_release_idle_buffers(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}

static inline int COpenSSL_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
  return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

static inline int COpenSSL_set_server_name(SSL *connection, const char *name) {
  return (int)SSL_set_tlsext_host_name(connection, name);
}

static inline int COpenSSL_error_reason(unsigned long error) { return ERR_GET_REASON(error); }
static inline int COpenSSL_error_library(unsigned long error) { return ERR_GET_LIB(error); }

static inline EVP_PKEY *COpenSSL_make_key(void) { return EVP_EC_gen("P-256"); }
