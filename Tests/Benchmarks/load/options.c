// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "Usage: delimited-load --port PORT [options]\n"
    "Loads a server of the delimited protocol on 127.0.0.1, checks every reply, and prints the\n"
    "calls answered, the wrong ones, calls per second and latencies. Exits 1 when one was wrong.\n"
    "\n"
    "  --connections N    connections (8)\n"
    "  --in-flight N      calls in flight on each (32)\n"
    "  --calls N          end after N calls in all\n"
    "  --seconds S        or start no call after S seconds (2)\n"
    "  --method PATH      the method (/quotes.v1.QuoteService/DailyQuote)\n"
    "  --request FILE     the encoded request (an empty message)\n"
    "  --dump-reply FILE  make one call only and write the response's message to FILE\n";

enum { CONNECTIONS_MAX = 10000, IN_FLIGHT_MAX = 100000 };

static _Noreturn void refuse(const char *problem) {
  fprintf(stderr, "delimited-load: %s\n%s", problem, usage);
  exit(64);
}

static double positive_number(const char *text, double maximum) {
  char *end;
  double number = strtod(text, &end);
  if (*text == 0 || *end != 0 || !(number > 0) || number > maximum) refuse(text);
  return number;
}

struct options options_of_arguments(int count, char **arguments) {
  static const struct option known[] = {
      {"port", required_argument, NULL, 'p'},       {"connections", required_argument, NULL, 'c'},
      {"in-flight", required_argument, NULL, 'i'},  {"calls", required_argument, NULL, 'n'},
      {"seconds", required_argument, NULL, 's'},    {"method", required_argument, NULL, 'm'},
      {"request", required_argument, NULL, 'r'},    {"dump-reply", required_argument, NULL, 'd'},
      {"help", no_argument, NULL, 'h'},             {NULL, 0, NULL, 0},
  };
  struct options options = {
      .connections = 8,
      .in_flight = 32,
      .seconds = 2,
      .method = "/quotes.v1.QuoteService/DailyQuote",
  };
  for (int option; (option = getopt_long(count, arguments, "", known, NULL)) != -1;) {
    switch (option) {
      case 'p': options.port = (uint16_t)positive_number(optarg, UINT16_MAX); break;
      case 'c': options.connections = (uint32_t)positive_number(optarg, CONNECTIONS_MAX); break;
      case 'i': options.in_flight = (uint32_t)positive_number(optarg, IN_FLIGHT_MAX); break;
      case 'n': options.calls = (uint64_t)positive_number(optarg, 1e15); break;
      case 's': options.seconds = positive_number(optarg, 86400); break;
      case 'm': options.method = optarg; break;
      case 'r': options.request = content_of_file(optarg); break;
      case 'd': options.dump_path = optarg; break;
      case 'h': fputs(usage, stdout); exit(0);
      default: refuse("an option is unknown");
    }
  }
  if (options.port == 0) refuse("--port is missing");
  if (optind != count) refuse(arguments[optind]);
  if (options.dump_path != NULL) options.connections = 1, options.in_flight = 1, options.calls = 1;
  return options;
}
