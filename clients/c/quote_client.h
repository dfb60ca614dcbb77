/* SPDX-License-Identifier: Apache-2.0 */
/* A client of the delimited protocol for small devices: protobuf-c, sockets, and no allocation.

   All memory is the caller's: the client itself, and one block in which requests are encoded and
   replies received and decoded. What a call returns lies in that block until the next call. One
   call at a time; a client belongs to one thread. */

#ifndef QUOTE_CLIENT_H
#define QUOTE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include "quotes/v1/quotes.pb-c.h"

/* How a call ended. After anything but QUOTE_OK and QUOTE_REFUSED the connection is closed. */
typedef enum {
  QUOTE_OK = 0,
  QUOTE_REFUSED,     /* The server said no: `code` is gRPC's, `message` says what would be right. */
  QUOTE_UNREACHABLE, /* The system failed to connect, send or receive: `system_error` is errno. */
  QUOTE_TIMED_OUT,   /* Nothing came in time. */
  QUOTE_CLOSED,      /* There is no connection, or the server has closed it: open it anew. */
  QUOTE_NOT_QUOTED,  /* Whatever answers there doesn't speak this protocol. */
  QUOTE_MALFORMED,   /* A reply can't be read. */
  QUOTE_TOO_LARGE,   /* The block is too small for the request or for what came. */
} quote_result;

/* What a client is made of. */
typedef struct {
  void *memory;              /* The block; it must live as long as the client. */
  size_t memory_size;        /* In bytes; at least QUOTE_LEAST_MEMORY. */
  uint32_t timeout_ms;       /* For a connection and for each call as a whole; at least 1. */
  const char *authorization; /* "Bearer TOKEN" where the server asks for one, else NULL. */
} quote_options;

/* The smallest block: enough for quotes of some hundred bytes. */
#define QUOTE_LEAST_MEMORY 4096

/* gRPC's code of a server that is not able to answer now: try again after a pause. */
#define QUOTE_CODE_UNAVAILABLE 14

typedef struct {
  /* Of the last call that didn't end with QUOTE_OK. `message` is never NULL, and ends with NUL. */
  const char *message;
  int code;
  int system_error;

  /* The client's own. */
  quote_options options;
  int socket;
  uint32_t last_id;
  bool is_going_away, is_full;
  int64_t deadline_ms;
  size_t used;
} quote_client;

/* Connects, and waits for the server's greeting. The address may be IPv4, IPv6 or of a Unix socket.
   To be called once; after `quote_close` it may be called again. */
quote_result quote_open(
    quote_client *client, const struct sockaddr *address, socklen_t address_size,
    const quote_options *options);

/* Closes the connection; nothing to do where there is none. */
void quote_close(quote_client *client);

/* Takes one day; the day is gone when it returns. It must not call the client. */
typedef void quote_day_visitor(void *context, const Quotes__V1__DailyQuoteResponse *day);

/* The quotes of a range of dates, one after the other: all of them lie encoded in the block, and one
   decoded. A month of usual quotes fits into 16 KiB. */
quote_result quote_list_daily(
    quote_client *client, const Quotes__V1__ListDailyQuotesRequest *request,
    quote_day_visitor *visit, void *context);

/* Any method that has one reply, by its path: "/quotes.v1.QuoteService/RandomQuotes". */
quote_result quote_call(
    quote_client *client, const char *method, const ProtobufCMessage *request,
    const ProtobufCMessageDescriptor *response_type, const ProtobufCMessage **response);

/* The quote of a date. */
static inline quote_result quote_daily(
    quote_client *client, const Quotes__V1__DailyQuoteRequest *request,
    const Quotes__V1__DailyQuoteResponse **response) {
  return quote_call(
      client, "/quotes.v1.QuoteService/DailyQuote", &request->base,
      &quotes__v1__daily_quote_response__descriptor, (const ProtobufCMessage **)response);
}

/* A quote as a message: for CHANNEL_DISPLAY, its text laid out on a grid. */
static inline quote_result quote_compose(
    quote_client *client, const Quotes__V1__ComposeMessageRequest *request,
    const Quotes__V1__ComposeMessageResponse **response) {
  return quote_call(
      client, "/quotes.v1.QuoteService/ComposeMessage", &request->base,
      &quotes__v1__compose_message_response__descriptor, (const ProtobufCMessage **)response);
}

/* A text for a field of a request. */
static inline ProtobufCBinaryData quote_text(const char *text) {
  /* Requests are only read. */
  return (ProtobufCBinaryData){.len = strlen(text), .data = (uint8_t *)text};
}

#endif
