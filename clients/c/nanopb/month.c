/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the quotes of a range of dates, by the delimited protocol on nanopb. Days are decoded from
   the socket as they come, so that a whole year takes no more memory than its longest day.

   usage: month HOST PORT FIRST-DATE LAST-DATE */

#include <netdb.h>
#include <pb_decode.h>
#include <pb_encode.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "quotes/v1/quotes.pb.h"
#include "quotes/wire/v1/frame.pb.h"

#define TIMEOUT_SECONDS 10
#define EXIT_FAILED 1
#define EXIT_USAGE 64
#define EXIT_UNAVAILABLE 69

/* What has been received and not been read. */
typedef struct {
  int socket;
  size_t next, end;
  uint8_t bytes[256];
} receiver;

static bool receive(pb_istream_t *stream, pb_byte_t *to, size_t count) {
  receiver *from = stream->state;
  for (size_t index = 0; index < count; index++) {
    if (from->next == from->end) {
      ssize_t received = recv(from->socket, from->bytes, sizeof from->bytes, 0);
      if (received <= 0) PB_RETURN_ERROR(stream, "the connection is lost, or nothing came in time");
      from->next = 0;
      from->end = (size_t)received;
    }
    to[index] = from->bytes[from->next++];
  }
  return true;
}

static bool print_day(pb_istream_t *stream, const pb_field_t *field, void **argument) {
  static quotes_v1_DailyQuoteResponse day; /* The largest thing here, and not on the stack. */
  (void)field;
  (void)argument;
  if (!pb_decode(stream, quotes_v1_DailyQuoteResponse_fields, &day)) return false;
  printf("[%s] %s — %s\n", day.date, day.quote.text,
         *day.quote.creator ? day.quote.creator : "Unknown");
  return true;
}

static bool read_days(pb_istream_t *stream, const pb_field_t *field, void **argument) {
  quotes_v1_ListDailyQuotesResponse days = quotes_v1_ListDailyQuotesResponse_init_zero;
  (void)field;
  (void)argument;
  days.days.funcs.decode = print_day;
  return pb_decode(stream, quotes_v1_ListDailyQuotesResponse_fields, &days);
}

static bool write_request(pb_ostream_t *stream, const pb_field_t *field, void *const *argument) {
  return pb_encode_tag_for_field(stream, field)
         && pb_encode_submessage(stream, quotes_v1_ListDailyQuotesRequest_fields, *argument);
}

static bool send_call(int to, quotes_v1_ListDailyQuotesRequest *request) {
  uint8_t bytes[256] = {0x89, 'Q', 'D', 1};
  pb_ostream_t stream = pb_ostream_from_buffer(bytes + 4, sizeof bytes - 4);
  quotes_wire_v1_Call call = quotes_wire_v1_Call_init_zero;
  call.id = 1;
  strcpy(call.method, "/quotes.v1.QuoteService/ListDailyQuotes");
  call.message.funcs.encode = write_request;
  call.message.arg = request;
  call.timeout_ms = TIMEOUT_SECONDS * 1000;
  if (!pb_encode_ex(&stream, quotes_wire_v1_Call_fields, &call, PB_ENCODE_DELIMITED)) return false;
  size_t count = 4 + stream.bytes_written;
  return send(to, bytes, count, MSG_NOSIGNAL) == (ssize_t)count;
}

/* Reads the preface, the greeting and the reply. */
static int read_replies(int from) {
  receiver state = {.socket = from};
  pb_istream_t stream = {.callback = receive, .state = &state, .bytes_left = SIZE_MAX};
  uint8_t preface[4];
  static quotes_wire_v1_Reply reply;
  if (!pb_read(&stream, preface, 4) || memcmp(preface, "\x89QD\1", 4) != 0) {
    fputs("this is no server of the delimited protocol\n", stderr);
    return EXIT_FAILED;
  }
  do {
    reply = (quotes_wire_v1_Reply)quotes_wire_v1_Reply_init_zero;
    reply.message.funcs.decode = read_days;
    if (!pb_decode_ex(&stream, quotes_wire_v1_Reply_fields, &reply, PB_DECODE_DELIMITED)) {
      fprintf(stderr, "%s\n", PB_GET_ERROR(&stream));
      return EXIT_FAILED;
    }
    if (reply.has_status) {
      fprintf(stderr, "status %d: %s\n", (int)reply.status.code, reply.status.message);
      return EXIT_FAILED;
    }
  } while (!reply.last);
  return 0;
}

static int connect_to(const char *host, const char *port) {
  struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};
  if (getaddrinfo(host, port, &hints, &found) != 0) return -1;
  int made = socket(found->ai_family, SOCK_STREAM, 0);
  struct timeval limit = {.tv_sec = TIMEOUT_SECONDS};
  setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  bool is_connected = made >= 0 && connect(made, found->ai_addr, found->ai_addrlen) == 0;
  freeaddrinfo(found);
  return is_connected ? made : -1;
}

int main(int count, char **arguments) {
  quotes_v1_ListDailyQuotesRequest request = quotes_v1_ListDailyQuotesRequest_init_zero;
  if (count != 5 || strlen(arguments[3]) > 10 || strlen(arguments[4]) > 10) {
    fputs("usage: month HOST PORT FIRST-DATE LAST-DATE\n", stderr);
    return EXIT_USAGE;
  }
  strcpy(request.first_date, arguments[3]);
  strcpy(request.last_date, arguments[4]);
  int server = connect_to(arguments[1], arguments[2]);
  if (server < 0 || !send_call(server, &request)) {
    fprintf(stderr, "%s:%s can't be reached\n", arguments[1], arguments[2]);
    return EXIT_UNAVAILABLE;
  }
  int status = read_replies(server);
  close(server);
  return status;
}
