/* SPDX-License-Identifier: Apache-2.0 */

#include "quote_client.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "quotes/wire/v1/frame.pb-c.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* Systems without it have SO_NOSIGPIPE. */
#endif

/* What decoding takes beside the bytes themselves: the structures of one day or message. */
#define DECODING_RESERVE 2048
#define LENGTH_OCTETS 5

static const char too_small[] = "the block of memory is too small for this";
static const char unreadable[] = "the server sent a reply that can't be read";

/* Bytes that are being read. */
typedef struct { const uint8_t *at, *end; } span;

/* One field of an encoded message: a number where it is a varint, else its bytes. */
typedef struct {
  uint32_t number;
  uint64_t value;
  span bytes;
} field;

/* Keeps what went wrong; whatever may still come on the connection belongs to no call any more. */
static quote_result fail(quote_client *client, quote_result result, const char *message) {
  client->message = message;
  if (result != QUOTE_REFUSED) quote_close(client);
  return result;
}

static quote_result fail_system(quote_client *client, const char *message) {
  client->system_error = errno;
  return fail(client, QUOTE_UNREACHABLE, message);
}

static void *allocate(void *data, size_t size) {
  quote_client *client = data;
  uintptr_t start = (uintptr_t)client->options.memory + client->used;
  size_t padding = -start & (_Alignof(max_align_t) - 1);
  size_t left = client->options.memory_size - client->used;
  client->is_full = padding > left || size > left - padding;
  if (client->is_full) return NULL;
  client->used += padding + size;
  return (void *)(start + padding);
}

/* All of it is given back at once, by `used`. */
static void free_nothing(void *data, void *pointer) { (void)data, (void)pointer; }

static quote_result decode(
    quote_client *client, const ProtobufCMessageDescriptor *type, span bytes,
    const ProtobufCMessage **message) {
  ProtobufCAllocator arena = {allocate, free_nothing, client};
  *message = protobuf_c_message_unpack(type, &arena, (size_t)(bytes.end - bytes.at), bytes.at);
  if (*message != NULL) return QUOTE_OK;
  return client->is_full ? fail(client, QUOTE_TOO_LARGE, too_small)
                         : fail(client, QUOTE_MALFORMED, unreadable);
}

static bool read_varint(span *rest, uint64_t *value) {
  *value = 0;
  for (unsigned shift = 0; shift < 64 && rest->at < rest->end; shift += 7) {
    uint8_t octet = *rest->at++;
    *value |= (uint64_t)(octet & 0x7F) << shift;
    if (octet < 0x80) return true;
  }
  return false;
}

static size_t write_varint(uint8_t *out, size_t value) {
  size_t count = 0;
  for (; value >= 0x80; value >>= 7) out[count++] = (uint8_t)(value | 0x80);
  out[count++] = (uint8_t)value;
  return count;
}

/* Takes the next field off an encoded message; false where it can't be read. */
static bool read_field(span *rest, field *out) {
  uint64_t tag, size;
  if (!read_varint(rest, &tag) || tag < 8 || tag >> 3 > UINT32_MAX) return false;
  *out = (field){.number = (uint32_t)(tag >> 3)};
  switch (tag & 7) {
    case 0: return read_varint(rest, &out->value);
    case 1: size = 8; break;
    case 2: if (!read_varint(rest, &size)) return false; break;
    case 5: size = 4; break;
    default: return false;
  }
  if (size > (uint64_t)(rest->end - rest->at)) return false;
  out->bytes = (span){rest->at, rest->at + size};
  rest->at += size;
  return true;
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits until the socket can be read or written, until the deadline at most. */
static quote_result wait_for(quote_client *client, short events) {
  for (;;) {
    int64_t left = client->deadline_ms - now_ms();
    if (left <= 0) return fail(client, QUOTE_TIMED_OUT, "the server didn't answer in time");
    struct pollfd waiting = {.fd = client->socket, .events = events};
    int count = poll(&waiting, 1, left < INT_MAX ? (int)left : INT_MAX);
    if (count > 0) return QUOTE_OK;
    if (count < 0 && errno != EINTR) return fail_system(client, "the socket can't be waited for");
  }
}

/* Sends or receives all of some bytes. */
static quote_result transfer(quote_client *client, short event, uint8_t *bytes, size_t count) {
  while (count > 0) {
    quote_result result = wait_for(client, event);
    if (result != QUOTE_OK) return result;
    ssize_t done = event == POLLIN ? recv(client->socket, bytes, count, 0)
                                   : send(client->socket, bytes, count, MSG_NOSIGNAL);
    if (done == 0) return fail(client, QUOTE_CLOSED, "the server closed the connection");
    if (done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) continue;
    if (done < 0) return fail_system(client, "the connection is lost");
    bytes += done;
    count -= (size_t)done;
  }
  return QUOTE_OK;
}

/* Receives one message at the beginning of the block; what follows it there is free. */
static quote_result receive_message(quote_client *client, span *message) {
  uint64_t size = 0;
  uint8_t octet = 0x80;
  for (unsigned shift = 0; octet >= 0x80; shift += 7) {
    if (shift == 7 * LENGTH_OCTETS) {
      return fail(client, QUOTE_MALFORMED, "the server sent a length of more than five octets");
    }
    quote_result result = transfer(client, POLLIN, &octet, 1);
    if (result != QUOTE_OK) return result;
    size |= (uint64_t)(octet & 0x7F) << shift;
  }
  if (size > client->options.memory_size) return fail(client, QUOTE_TOO_LARGE, too_small);
  client->used = (size_t)size;
  *message = (span){client->options.memory, (uint8_t *)client->options.memory + size};
  return transfer(client, POLLIN, client->options.memory, (size_t)size);
}

static quote_result connect_to(
    quote_client *client, const struct sockaddr *address, socklen_t address_size) {
  client->socket = socket(address->sa_family, SOCK_STREAM, 0);
  if (client->socket < 0 || fcntl(client->socket, F_SETFL, O_NONBLOCK) < 0
      || (connect(client->socket, address, address_size) < 0 && errno != EINPROGRESS)) {
    return fail_system(client, "the server can't be reached");
  }
  quote_result result = wait_for(client, POLLOUT);
  if (result != QUOTE_OK) return result;
  socklen_t size = sizeof errno; /* How connecting ended, also where asking fails. */
  getsockopt(client->socket, SOL_SOCKET, SO_ERROR, &errno, &size);
  return errno == 0 ? QUOTE_OK : fail_system(client, "the server can't be reached");
}

void quote_close(quote_client *client) {
  if (client->socket >= 0) close(client->socket);
  client->socket = -1;
}

/* Tells the server's own words, ended by a NUL. */
static quote_result refuse(quote_client *client, span status) {
  span message = {status.at, status.at};
  field part;
  while (status.at < status.end && read_field(&status, &part)) {
    if (part.number == 1) client->code = (int)part.value;
    if (part.number == 2 && part.bytes.at != NULL) message = part.bytes;
  }
  size_t size = (size_t)(message.end - message.at);
  char *words = allocate(client, size + 1);
  if (words == NULL) return fail(client, QUOTE_REFUSED, "the server's words are too long");
  memcpy(words, message.at, size);
  words[size] = 0;
  return fail(client, QUOTE_REFUSED, words);
}

/* Waits for the reply of a call, or for the greeting where the id is 0. */
static quote_result receive_reply(quote_client *client, uint32_t id, span *message) {
  for (;;) {
    span rest, status = {NULL, NULL};
    uint64_t reply_id = 0;
    quote_result result = receive_message(client, &rest);
    if (result != QUOTE_OK) return result;
    *message = (span){rest.at, rest.at};
    while (rest.at < rest.end) {
      field part;
      if (!read_field(&rest, &part)) return fail(client, QUOTE_MALFORMED, unreadable);
      if (part.number == 1) reply_id = part.value;
      if (part.number == 2 && part.bytes.at != NULL) *message = part.bytes;
      if (part.number == 4) status = part.bytes;
      if (part.number == 6) client->is_going_away = part.value != 0;
    }
    /* A status without an id ends the connection, and with it this call. */
    if (status.at != NULL && (reply_id == id || reply_id == 0)) {
      result = refuse(client, status);
      if (reply_id == 0) quote_close(client);
      return result;
    }
    if (reply_id == id) return QUOTE_OK;
  }
}

quote_result quote_open(
    quote_client *client, const struct sockaddr *address, socklen_t address_size,
    const quote_options *options) {
  span greeting;
  uint8_t octets[] = {0x89, 'Q', 'D', 1};
  *client = (quote_client){.message = "", .options = *options, .socket = -1};
  client->deadline_ms = now_ms() + options->timeout_ms;
  if (options->memory_size < QUOTE_LEAST_MEMORY) return fail(client, QUOTE_TOO_LARGE, too_small);
  quote_result result = connect_to(client, address, address_size);
  if (result == QUOTE_OK) result = transfer(client, POLLOUT, octets, sizeof octets);
  if (result == QUOTE_OK) result = transfer(client, POLLIN, octets, sizeof octets);
  if (result == QUOTE_CLOSED || (result == QUOTE_OK && memcmp(octets, "\x89QD\1", sizeof octets) != 0)) {
    return fail(client, QUOTE_NOT_QUOTED, "this is no server of the delimited protocol");
  }
  return result == QUOTE_OK ? receive_reply(client, 0, &greeting) : result;
}

/* Makes a call, and returns the reply as it came. The request is encoded at the beginning of the
   block, its frame behind it; once they are sent, the reply takes their place. */
static quote_result exchange(
    quote_client *client, const char *method, const ProtobufCMessage *request,
    size_t max_reply_bytes, span *reply) {
  client->code = 0;
  client->deadline_ms = now_ms() + client->options.timeout_ms;
  if (client->socket < 0) return fail(client, QUOTE_CLOSED, "there is no connection");
  if (client->is_going_away) return fail(client, QUOTE_CLOSED, "the server is going away");
  Quotes__Wire__V1__Header authorization = QUOTES__WIRE__V1__HEADER__INIT;
  Quotes__Wire__V1__Header *metadata[] = {&authorization};
  Quotes__Wire__V1__Call call = QUOTES__WIRE__V1__CALL__INIT;
  size_t request_size = protobuf_c_message_get_packed_size(request);
  call.id = ++client->last_id;
  call.method = quote_text(method);
  call.message = (ProtobufCBinaryData){request_size, client->options.memory};
  call.timeout_ms = client->options.timeout_ms;
  call.max_reply_bytes = (uint32_t)max_reply_bytes;
  if (client->options.authorization != NULL) {
    authorization.name = quote_text("authorization");
    authorization.value = quote_text(client->options.authorization);
    call.n_metadata = 1;
    call.metadata = metadata;
  }
  size_t call_size = protobuf_c_message_get_packed_size(&call.base);
  size_t size = request_size + LENGTH_OCTETS + call_size;
  if (size > client->options.memory_size) return fail(client, QUOTE_TOO_LARGE, too_small);
  protobuf_c_message_pack(request, client->options.memory);
  uint8_t *frame = (uint8_t *)client->options.memory + request_size;
  size_t length_size = write_varint(frame, call_size);
  protobuf_c_message_pack(&call.base, frame + length_size);
  quote_result result = transfer(client, POLLOUT, frame, length_size + call_size);
  return result == QUOTE_OK ? receive_reply(client, client->last_id, reply) : result;
}

quote_result quote_call(
    quote_client *client, const char *method, const ProtobufCMessage *request,
    const ProtobufCMessageDescriptor *response_type, const ProtobufCMessage **response) {
  /* The reply lies in the block as it came, and again as it was decoded. */
  size_t max_reply_bytes = (client->options.memory_size - DECODING_RESERVE) / 2;
  span reply;
  quote_result result = exchange(client, method, request, max_reply_bytes, &reply);
  return result == QUOTE_OK ? decode(client, response_type, reply, response) : result;
}

quote_result quote_list_daily(
    quote_client *client, const Quotes__V1__ListDailyQuotesRequest *request,
    quote_day_visitor *visit, void *context) {
  span days;
  quote_result result = exchange(
      client, "/quotes.v1.QuoteService/ListDailyQuotes", &request->base,
      client->options.memory_size - DECODING_RESERVE, &days);
  size_t used = client->used;
  /* `days` is field 1. */
  while (result == QUOTE_OK && days.at < days.end) {
    field day;
    const ProtobufCMessage *decoded;
    if (!read_field(&days, &day)) return fail(client, QUOTE_MALFORMED, unreadable);
    if (day.number != 1 || day.bytes.at == NULL) continue;
    client->used = used;
    result = decode(client, &quotes__v1__daily_quote_response__descriptor, day.bytes, &decoded);
    if (result == QUOTE_OK) visit(context, (const Quotes__V1__DailyQuoteResponse *)decoded);
  }
  return result;
}
