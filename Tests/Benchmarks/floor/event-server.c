// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "event-server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  READ_COUNT_MAX = 64 * 1024,
  HELD_COUNT_MAX = 64 * 1024,
  OUTPUT_COUNT_FIRST = 16 * 1024,
  EVENT_COUNT_MAX = 256,
};

static int poller;
static const struct protocol *served;
// One buffer for all connections, so that it stays in the cache.
static uint8_t input[HELD_COUNT_MAX + READ_COUNT_MAX];

static void fail(const char *what) {
  perror(what);
  exit(1);
}

struct options options_of_arguments(int count, char **arguments) {
  static const struct option known[] = {
      {"port", required_argument, NULL, 'p'},
      {"reply", required_argument, NULL, 'r'},
      {NULL, 0, NULL, 0},
  };
  struct options options = {0, {NULL, 0}};
  for (int option; (option = getopt_long(count, arguments, "", known, NULL)) != -1;) {
    if (option == 'p') options.port = (uint16_t)strtoul(optarg, NULL, 10);
    if (option == 'r') options.reply = content_of_file(optarg);
  }
  if (options.port == 0 || options.reply.count == 0 || optind != count) {
    fprintf(stderr, "Usage: %s --port PORT --reply FILE (an encoded response, not empty)\n",
            arguments[0]);
    exit(64);
  }
  return options;
}

uint8_t *output_room(struct connection *connection, size_t count) {
  size_t needed = connection->output_end + count;
  if (needed > connection->output_capacity) {
    size_t capacity = connection->output_capacity * 2;
    if (capacity < OUTPUT_COUNT_FIRST) capacity = OUTPUT_COUNT_FIRST;
    while (capacity < needed) capacity *= 2;
    connection->output = realloc(connection->output, capacity);
    if (connection->output == NULL) fail("output");
    connection->output_capacity = capacity;
  }
  return connection->output + connection->output_end;
}

static void await(struct connection *connection, uint32_t events) {
  if (connection->awaited == events) return;
  struct epoll_event event = {.events = events, .data.ptr = connection};
  int operation = connection->awaited == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  if (epoll_ctl(poller, operation, connection->socket, &event) < 0) fail("epoll_ctl");
  connection->awaited = events;
}

static void close_connection(struct connection *connection) {
  served->closed(connection);
  close(connection->socket);
  free(connection->output);
  free(connection->held);
  free(connection);
}

// Sends the output in one write. While the peer doesn't take it, nothing more is read from it.
static bool flush(struct connection *connection) {
  size_t count = connection->output_end - connection->output_start;
  if (count > 0) {
    ssize_t sent = send(
        connection->socket, connection->output + connection->output_start, count, MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN) return false;
    if (sent > 0) connection->output_start += (size_t)sent;
  }
  bool done = connection->output_start == connection->output_end;
  if (done) connection->output_start = connection->output_end = 0;
  await(connection, done ? EPOLLIN : EPOLLOUT);
  return true;
}

static bool hold(struct connection *connection, const uint8_t *bytes, size_t count) {
  if (count > HELD_COUNT_MAX) return false;
  if (count > 0 && connection->held == NULL) connection->held = malloc(HELD_COUNT_MAX);
  if (count > 0) memcpy(connection->held, bytes, count);
  connection->held_count = count;
  return true;
}

static bool receive(struct connection *connection) {
  ssize_t count;
  do {
    size_t held = connection->held_count;
    if (held > 0) memcpy(input, connection->held, held);
    count = recv(connection->socket, input + held, READ_COUNT_MAX, 0);
    if (count < 0 && errno == EAGAIN) break;
    if (count <= 0) return false;
    size_t available = held + (size_t)count;
    ssize_t used = served->received(connection, input, available);
    if (used < 0) return false;
    if (!hold(connection, input + used, available - (size_t)used)) return false;
    // A read that did not fill the buffer has emptied the socket: no second one to learn that.
  } while (count == READ_COUNT_MAX);
  return flush(connection);
}

static void accept_connections(int listener) {
  for (;;) {
    int accepted = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (accepted < 0) return;
    int enabled = 1;
    setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &enabled, sizeof enabled);
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) fail("connection");
    connection->socket = accepted;
    served->opened(connection);
    if (!flush(connection)) close_connection(connection);
  }
}

static int listen_locally(uint16_t port) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  int enabled = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &enabled, sizeof enabled);
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons(port),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
  };
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0) fail("bind");
  if (listen(listener, SOMAXCONN) < 0) fail("listen");
  return listener;
}

void serve(uint16_t port, const struct protocol *protocol) {
  served = protocol;
  int listener = listen_locally(port);
  poller = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event) < 0) fail("epoll_ctl");
  struct epoll_event events[EVENT_COUNT_MAX];
  for (;;) {
    int count = epoll_wait(poller, events, EVENT_COUNT_MAX, -1);
    if (count < 0 && errno != EINTR) fail("epoll_wait");
    for (int index = 0; index < count; index++) {
      struct connection *connection = events[index].data.ptr;
      if (connection == NULL) {
        accept_connections(listener);
        continue;
      }
      bool open = connection->awaited == EPOLLOUT ? flush(connection) : receive(connection);
      if (!open) close_connection(connection);
    }
  }
}
