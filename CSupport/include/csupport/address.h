#ifndef CSUPPORT_ADDRESS_H
#define CSUPPORT_ADDRESS_H

#include "base.h"

CS_NONNULL_BEGIN

/* Addresses of sockets, as the bytes of the system's sockaddr: opaque to the caller, equal when the bytes
 * are. None of these calls waits, and any thread may make them. */

enum { CS_ADDRESS_MAX = 128, CS_ADDRESS_TEXT_MAX = 128 };

typedef enum CS_CLOSED_ENUM cs_address_family {
    CS_ADDRESS_OTHER CS_SWIFT_NAME("other") = 0,
    CS_ADDRESS_IPV4 CS_SWIFT_NAME("ipv4") = 1,
    CS_ADDRESS_IPV6 CS_SWIFT_NAME("ipv6") = 2,
    CS_ADDRESS_LOCAL CS_SWIFT_NAME("local") = 3, /* a path in the file system */
} cs_address_family;

/* Reads "127.0.0.1", "::1" or "fe80::1%eth0"; no other spelling is taken. OK: `*out_used` bytes were
 * written. INVALID: not such a text, an interface that is not there, or out_len below CS_ADDRESS_MAX. */
cs_status cs_address_parse(const uint8_t *CS_NULLABLE CS_COUNT(len) text CS_BORROWED, size_t len,
                           uint16_t port, uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len,
                           size_t *out_used);

/* The address of a socket in the file system. INVALID: empty, too long, or a zero byte in it. */
cs_status cs_address_from_path(const uint8_t *CS_NULLABLE CS_COUNT(len) path CS_BORROWED, size_t len,
                               uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len, size_t *out_used);

cs_address_family cs_address_family_of(const uint8_t *CS_NULLABLE CS_COUNT(len) address CS_BORROWED,
                                       size_t len);

/* 0 where there is none. */
uint16_t cs_address_port(const uint8_t *CS_NULLABLE CS_COUNT(len) address CS_BORROWED, size_t len);

/* Puts a port into it; nothing happens where there is none. */
void cs_address_set_port(uint8_t *CS_COUNT(len) address CS_BORROWED, size_t len, uint16_t port);

/* Whether it is this machine's own: 127.0.0.0/8, ::1, the first as IPv6, or a path. */
bool cs_address_is_loopback(const uint8_t *CS_NULLABLE CS_COUNT(len) address CS_BORROWED, size_t len);

/* The numeric host or the path, without an end mark; `*out_used` bytes. INVALID: OTHER, or no room. */
cs_status cs_address_host(const uint8_t *CS_NULLABLE CS_COUNT(len) address CS_BORROWED, size_t len,
                          uint8_t *CS_COUNT(out_len) out CS_BORROWED, size_t out_len, size_t *out_used);

CS_NONNULL_END

#endif
