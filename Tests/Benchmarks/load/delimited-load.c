// SPDX-License-Identifier: Apache-2.0
// Loads a server of the delimited protocol: connections times calls in flight, each reply answered
// by the next call, everything that one read brought by one write. Every reply is checked.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "../wire/frame.h"
#include "latencies.h"
#include "options.h"
#include "reply.h"

enum {
  INPUT_COUNT_FIRST = 64 << 10,
  REPLY_COUNT_MAX = 16 << 20,
  EVENT_COUNT_MAX = 256,
  STALL_MILLISECONDS = 10000,
};

// A connection. The call with id N has its place at N modulo the number of places; the place says
// when the call left, or 0 when none is open.
struct client {
  int socket;
  bool greeted;  // the server's preface came
  bool limited;  // its first Reply came
  bool sending;  // epoll is asked for room to write
  uint32_t last_id;
  uint32_t in_flight;
  uint64_t *left_at;
  uint8_t *input;
  size_t input_count, input_capacity;
  uint8_t *output;
  size_t output_start, output_end;
};

static struct options options;
static uint8_t *call_tail;  // all of a Call behind its id
static size_t call_tail_count;
static uint32_t place_count;  // a power of two
static size_t output_capacity;
static int poller;
static struct latencies latencies;
static uint64_t called, answered, wrong, stop_at;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void fail(const char *what) {
  fprintf(stderr, "delimited-load: %s\n", what);
  exit(1);
}

static void *allocate(size_t count) {
  void *bytes = calloc(1, count);
  if (bytes == NULL) fail("out of memory");
  return bytes;
}

static void prepare_call(void) {
  size_t method_count = strlen(options.method);
  call_tail = allocate(method_count + options.request.count + 4 * VARINT_COUNT_MAX);
  uint8_t *end = put_bytes(call_tail, CALL_METHOD, options.method, method_count);
  if (options.request.count > 0) {
    end = put_bytes(end, CALL_MESSAGE, options.request.bytes, options.request.count);
  }
  call_tail_count = (size_t)(end - call_tail);
  // Four times as many places as calls, so that replies may overtake each other by far.
  for (place_count = 4; place_count < 4 * options.in_flight;) place_count *= 2;
  output_capacity = PREFACE_COUNT + options.in_flight * (call_tail_count + 2 * VARINT_COUNT_MAX);
}

static bool may_call(uint64_t time) {
  return options.calls > 0 ? called < options.calls : time < stop_at;
}

// Puts as many calls into the output as may be in flight.
static void put_calls(struct client *client, uint64_t time) {
  if (client->output_start == client->output_end) client->output_start = client->output_end = 0;
  while (client->in_flight < options.in_flight && may_call(time)) {
    uint32_t id = client->last_id + 1;
    uint64_t *place = &client->left_at[id & (place_count - 1)];
    size_t count = 1 + varint_count(id) + call_tail_count;
    if (*place != 0 || client->output_end + count + VARINT_COUNT_MAX > output_capacity) return;
    uint8_t *out = put_varint(client->output + client->output_end, count);
    out = put_varint(put_tag(out, CALL_ID, WIRE_VARINT), id);
    memcpy(out, call_tail, call_tail_count);
    client->output_end = (size_t)(out + call_tail_count - client->output);
    client->last_id = id;
    client->in_flight++;
    *place = time;
    called++;
  }
}

static void flush(struct client *client) {
  size_t count = client->output_end - client->output_start;
  if (count > 0) {
    ssize_t sent =
        send(client->socket, client->output + client->output_start, count, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN) fail("the server closed a connection");
    if (sent > 0) client->output_start += (size_t)sent;
  }
  bool sending = client->output_start < client->output_end;
  if (sending == client->sending) return;
  client->sending = sending;
  struct epoll_event event = {
      .events = EPOLLIN | (sending ? EPOLLOUT : 0), .data.ptr = client};
  epoll_ctl(poller, EPOLL_CTL_MOD, client->socket, &event);
}

// Tells the first wrong reply in words; the others are only counted.
static void complain(const struct reply *reply) {
  if (wrong++ > 0) return;
  fprintf(stderr, "delimited-load: a wrong reply: id %llu, last %d, %llu octets of message",
          (unsigned long long)reply->id, reply->last, (unsigned long long)reply->message.value);
  const uint8_t *cursor = reply->status.bytes, *end = cursor + reply->status.value;
  struct field field;
  while (cursor < end && next_field(&cursor, end, &field)) {
    if (field.number == STATUS_CODE) fprintf(stderr, ", status %d", (int)field.value);
    if (field.number == STATUS_MESSAGE && field.type == WIRE_BYTES) {
      fprintf(stderr, ", \"%.*s\"", (int)field.value, (const char *)field.bytes);
    }
  }
  fputc('\n', stderr);
}

static void dump(const struct field *message) {
  FILE *file = fopen(options.dump_path, "wb");
  if (file == NULL || fwrite(message->bytes, 1, message->value, file) != message->value ||
      fclose(file) != 0) {
    perror(options.dump_path);
    exit(1);
  }
}

static void check_reply(struct client *client, const struct reply *reply, uint64_t time) {
  uint64_t *place = &client->left_at[reply->id & (place_count - 1)];
  bool known = reply->id > 0 && reply->id <= client->last_id && *place != 0 &&
               client->last_id - reply->id < place_count;
  if (!known) {
    complain(reply);
    fail("a reply to no open call");
  }
  answered++;
  record_latency(&latencies, time - *place);
  *place = 0;
  client->in_flight--;
  if (!reply->last || reply->status.bytes != NULL || reply->message.value == 0) {
    complain(reply);
  } else if (options.dump_path != NULL) {
    dump(&reply->message);
  }
}

// Holds the server to its own first Reply: it must allow the calls in flight that are asked for.
static void read_limits(struct client *client, const struct reply *reply) {
  if (reply->id != 0 || reply->status.bytes != NULL || reply->limits.bytes == NULL) {
    complain(reply);
    fail("the first reply does not carry the limits");
  }
  const uint8_t *cursor = reply->limits.bytes, *end = cursor + reply->limits.value;
  struct field field;
  while (cursor < end && next_field(&cursor, end, &field)) {
    if (field.number == LIMITS_CALLS_IN_FLIGHT && field.value < options.in_flight) {
      fail("the server allows fewer calls in flight");
    }
  }
  client->limited = true;
}

static void read_input(struct client *client, uint64_t time) {
  const uint8_t *cursor = client->input, *end = cursor + client->input_count;
  if (!client->greeted && client->input_count >= PREFACE_COUNT) {
    if (memcmp(cursor, preface, PREFACE_COUNT) != 0) fail("no preface from the server");
    client->greeted = true;
    cursor += PREFACE_COUNT;
  }
  while (client->greeted && cursor < end) {
    const uint8_t *message = cursor;
    uint64_t count;
    enum reading reading = get_varint(&message, end, LENGTH_COUNT_MAX, &count);
    if (reading == READ_GARBAGE || (reading == READ_WHOLE && count > REPLY_COUNT_MAX)) {
      fail("a reply's length is garbage or too large");
    }
    if (reading == READ_PART || count > (size_t)(end - message)) break;
    struct reply reply;
    if (!read_reply(message, message + count, &reply)) fail("a reply is garbage");
    cursor = message + count;
    if (!client->limited) {
      read_limits(client, &reply);
    } else {
      if (reply.going_away) fail("the server goes away");
      check_reply(client, &reply, time);
    }
  }
  client->input_count = (size_t)(end - cursor);
  memmove(client->input, cursor, client->input_count);
}

static void receive(struct client *client) {
  if (client->input_count == client->input_capacity) {
    client->input_capacity *= 2;
    client->input = realloc(client->input, client->input_capacity);
    if (client->input == NULL) fail("out of memory");
  }
  ssize_t count = recv(client->socket, client->input + client->input_count,
                       client->input_capacity - client->input_count, 0);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) fail("the server closed a connection");
  client->input_count += (size_t)count;
  // One look at the clock for all that came together: they came at the same time.
  uint64_t time = now();
  read_input(client, time);
  put_calls(client, time);
}

static struct client *connect_client(void) {
  struct client *client = allocate(sizeof *client);
  client->left_at = allocate(place_count * sizeof *client->left_at);
  client->input = allocate(INPUT_COUNT_FIRST);
  client->input_capacity = INPUT_COUNT_FIRST;
  client->output = allocate(output_capacity);
  client->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons(options.port),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
  };
  if (connect(client->socket, (struct sockaddr *)&address, sizeof address) < 0) {
    perror("delimited-load: connect");
    exit(1);
  }
  int enabled = 1;
  setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &enabled, sizeof enabled);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
  epoll_ctl(poller, EPOLL_CTL_ADD, client->socket, &event);
  memcpy(client->output, preface, PREFACE_COUNT);
  client->output_end = PREFACE_COUNT;
  return client;
}

// Gives the seconds that it took.
static double run(void) {
  poller = epoll_create1(EPOLL_CLOEXEC);
  uint64_t started = now();
  stop_at = started + (uint64_t)(options.seconds * 1e9);
  for (uint32_t index = 0; index < options.connections; index++) {
    struct client *client = connect_client();
    put_calls(client, now());
    flush(client);
  }
  struct epoll_event events[EVENT_COUNT_MAX];
  while (answered < called || may_call(now())) {
    int count = epoll_wait(poller, events, EVENT_COUNT_MAX, STALL_MILLISECONDS);
    if (count == 0) fail("no reply for 10 seconds");
    for (int index = 0; index < count; index++) {
      struct client *client = events[index].data.ptr;
      if (events[index].events & ~(uint32_t)EPOLLOUT) receive(client);
      flush(client);
    }
  }
  return (double)(now() - started) / 1e9;
}

int main(int count, char **arguments) {
  options = options_of_arguments(count, arguments);
  prepare_call();
  double seconds = run();
  printf("calls: %llu\nwrong: %llu\nseconds: %.6f\ncalls/s: %.0f\np50_us: %.1f\np99_us: %.1f\n",
         (unsigned long long)answered, (unsigned long long)wrong, seconds,
         (double)answered / seconds, (double)latency_at(&latencies, 0.5) / 1e3,
         (double)latency_at(&latencies, 0.99) / 1e3);
  return wrong == 0 ? 0 : 1;
}
