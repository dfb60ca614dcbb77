// SPDX-License-Identifier: Apache-2.0
// What delimited-load is asked to do.
#ifndef QUOTE_BENCHMARK_OPTIONS_H
#define QUOTE_BENCHMARK_OPTIONS_H

#include <stdint.h>

#include "../wire/file.h"

struct options {
  uint16_t port;
  uint32_t connections;
  uint32_t in_flight;  // calls, on each connection
  uint64_t calls;      // in all; 0 = as many as fit into `seconds`
  double seconds;
  const char *method;
  struct content request;  // empty = an empty message
  const char *dump_path;   // NULL, or where one reply's message goes
};

// Reads the arguments; explains itself and ends the program when they are wrong.
struct options options_of_arguments(int count, char **arguments);

#endif
