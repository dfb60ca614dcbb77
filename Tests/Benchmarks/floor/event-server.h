// SPDX-License-Identifier: Apache-2.0
// A single-threaded epoll server that knows no protocol: what both floors stand on.
#ifndef QUOTE_BENCHMARK_EVENT_SERVER_H
#define QUOTE_BENCHMARK_EVENT_SERVER_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../wire/file.h"

struct connection {
  int socket;
  uint32_t awaited;  // the epoll events asked for
  // What is to be sent lies in output[output_start ..< output_end].
  uint8_t *output;
  size_t output_start, output_end, output_capacity;
  // The beginning of a message whose rest has not come yet.
  uint8_t *held;
  size_t held_count;
  void *session;  // the protocol's own
};

struct protocol {
  // Sets `session` up; what it puts into the output goes out at once.
  void (*opened)(struct connection *connection);
  // Takes what came and puts the answers into the output. Gives the number of octets used (the rest
  // comes again with what follows it), or -1 to close.
  ssize_t (*received)(struct connection *connection, const uint8_t *bytes, size_t count);
  void (*closed)(struct connection *connection);
};

struct options {
  uint16_t port;
  struct content reply;
};

// Reads --port and --reply; explains itself and ends the program when they are wrong.
struct options options_of_arguments(int count, char **arguments);

// Makes room for `count` octets at the end of the output and gives the place; the caller then
// moves `output_end`.
uint8_t *output_room(struct connection *connection, size_t count);

// Serves on 127.0.0.1 until a signal ends the program.
void serve(uint16_t port, const struct protocol *protocol);

#endif
