/* SPDX-License-Identifier: Apache-2.0 */
/* What a display does once a month: it wakes, connects, learns which day it is, fetches the quotes of
   the days to come by one call, has each laid out for its grid, and may sleep again. Here the screens
   are printed; a device writes them to its flash.

   From connecting on nothing is allocated; all memory is in the static variables below. */

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "quote_client.h"

#define MOST_DAYS 31
#define MEMORY_SIZE (16 * 1024)
#define TRIES 3
#define EXIT_USAGE 64
#define EXIT_UNAVAILABLE 69

struct day {
  char date[11];
  char quote_id[17];
};

/* The days that were fetched. */
struct month {
  struct day days[MOST_DAYS];
  size_t count;
};

static _Alignas(max_align_t) unsigned char memory[MEMORY_SIZE];
static char output[4096];
static quote_client client;
static struct month month;

static struct {
  struct sockaddr_storage address;
  socklen_t address_size;
  const char *server, *time_zone;
  int columns, rows, days;
  bool ascii;
} settings = {.time_zone = "", .days = MOST_DAYS};

static int fail(quote_result result) {
  const char *words = result == QUOTE_UNREACHABLE ? strerror(client.system_error) : client.message;
  if (result == QUOTE_REFUSED) {
    fprintf(stderr, "%s: status %d: %s\n", settings.server, client.code, words);
  } else {
    fprintf(stderr, "%s: %s\n", settings.server, words);
  }
  bool may_try_again = result == QUOTE_UNREACHABLE || result == QUOTE_TIMED_OUT
                       || result == QUOTE_CLOSED || client.code == QUOTE_CODE_UNAVAILABLE;
  return may_try_again ? EXIT_UNAVAILABLE : EXIT_FAILURE;
}

/* Connects, and tries again where that fails: a network may not be there yet right after waking. */
static quote_result wake(void) {
  const quote_options options = {
      .memory = memory, .memory_size = sizeof memory, .timeout_ms = 10000,
      .authorization = getenv("QUOTE_AUTHORIZATION")};
  for (int attempt = 1;; attempt++) {
    quote_result result = quote_open(
        &client, (const struct sockaddr *)&settings.address, settings.address_size, &options);
    bool is_lasting = result == QUOTE_OK || result == QUOTE_NOT_QUOTED || attempt == TRIES;
    if (is_lasting) return result;
    nanosleep(&(struct timespec){.tv_nsec = attempt * 250000000L}, NULL);
  }
}

static void copy(char *to, size_t size, ProtobufCBinaryData text) {
  size_t count = text.len < size ? text.len : size - 1;
  memcpy(to, text.data, count);
  to[count] = 0;
}

/* Which day it is there, and how long it lasts: a display needs no clock. */
static quote_result ask_for_today(char date[11], long long *seconds_left) {
  Quotes__V1__DailyQuoteRequest request = QUOTES__V1__DAILY_QUOTE_REQUEST__INIT;
  const Quotes__V1__DailyQuoteResponse *today;
  request.time_zone = quote_text(settings.time_zone);
  quote_result result = quote_daily(&client, &request, &today);
  if (result != QUOTE_OK) return result;
  copy(date, 11, today->date);
  *seconds_left = today->valid_for == NULL ? 0 : (long long)today->valid_for->seconds;
  return QUOTE_OK;
}

/* Puts YYYY-MM-DD so many days forward. */
static void advance(char date[11], int days) {
  int year = 0, month = 1, day = 1;
  sscanf(date, "%d-%d-%d", &year, &month, &day);
  for (day += days;; month = month % 12 + 1, year += month == 1) {
    bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int length = month == 2 ? 28 + is_leap : 30 + (month + month / 8) % 2;
    if (day <= length) break;
    day -= length;
  }
  snprintf(date, 11, "%04u-%02u-%02u", (unsigned)year % 10000, (unsigned)month % 100,
           (unsigned)day % 100);
}

static void take_day(void *context, const Quotes__V1__DailyQuoteResponse *day) {
  struct month *all = context;
  if (all->count == MOST_DAYS || day->quote == NULL) return;
  struct day *taken = &all->days[all->count++];
  copy(taken->date, sizeof taken->date, day->date);
  copy(taken->quote_id, sizeof taken->quote_id, day->quote->id);
}

static quote_result fetch_month(const char *first_date, const char *last_date) {
  Quotes__V1__ListDailyQuotesRequest request = QUOTES__V1__LIST_DAILY_QUOTES_REQUEST__INIT;
  request.first_date = quote_text(first_date);
  request.last_date = quote_text(last_date);
  return quote_list_daily(&client, &request, take_day, &month);
}

static quote_result lay_out(const struct day *day) {
  Quotes__V1__DisplayGrid grid = QUOTES__V1__DISPLAY_GRID__INIT;
  grid.columns = settings.columns;
  grid.rows = settings.rows;
  grid.ascii = settings.ascii;
  Quotes__V1__ComposeMessageRequest request = QUOTES__V1__COMPOSE_MESSAGE_REQUEST__INIT;
  request.subject_case = QUOTES__V1__COMPOSE_MESSAGE_REQUEST__SUBJECT_QUOTE_ID;
  request.quote_id = quote_text(day->quote_id);
  request.channel = QUOTES__V1__CHANNEL__CHANNEL_DISPLAY;
  request.display = &grid;
  const Quotes__V1__ComposeMessageResponse *composed;
  quote_result result = quote_compose(&client, &request, &composed);
  if (result != QUOTE_OK || composed->message == NULL) return result;
  ProtobufCBinaryData text = composed->message->text;
  printf("[%s]\n%.*s\n", day->date, (int)text.len, (const char *)text.data);
  return QUOTE_OK;
}

/* What a wake-up is for. */
static quote_result run(void) {
  char first_date[11] = "", last_date[11];
  long long seconds_left = 0;
  quote_result result = wake();
  if (result == QUOTE_OK) result = ask_for_today(first_date, &seconds_left);
  if (result != QUOTE_OK) return result;
  memcpy(last_date, first_date, sizeof last_date);
  advance(last_date, settings.days - 1);
  result = fetch_month(first_date, last_date);
  for (size_t index = 0; result == QUOTE_OK && index < month.count; index++) {
    result = lay_out(&month.days[index]);
  }
  quote_close(&client);
  if (result == QUOTE_OK) printf("[the first day ends in %lld s]\n", seconds_left);
  return result;
}

/* The one thing that may allocate, and only where the server has a name instead of a number. */
static bool find_server(char *host_and_port) {
  char *colon = strrchr(host_and_port, ':');
  if (colon == NULL) return false;
  *colon = 0;
  struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};
  int problem = getaddrinfo(host_and_port, colon + 1, &hints, &found);
  *colon = ':';
  if (problem != 0) return false;
  memcpy(&settings.address, found->ai_addr, found->ai_addrlen);
  settings.address_size = found->ai_addrlen;
  freeaddrinfo(found);
  return true;
}

static int fail_usage(const char *words) {
  fprintf(stderr,
          "display: %s\nusage: display [-a] [-d DAYS] [-z ZONE] HOST:PORT COLUMNS ROWS\n"
          "  -a: ASCII only   -d: days to fetch, 1 to %d   -z: an IANA time zone\n",
          words, MOST_DAYS);
  return EXIT_USAGE;
}

int main(int count, char **arguments) {
  /* A buffer of our own: the C library would allocate one. */
  setvbuf(stdout, output, _IOFBF, sizeof output);
  for (int option; (option = getopt(count, arguments, "ad:z:")) != -1;) {
    switch (option) {
      case 'a': settings.ascii = true; break;
      case 'd': settings.days = atoi(optarg); break;
      case 'z': settings.time_zone = optarg; break;
      default: return fail_usage("unknown option");
    }
  }
  if (count - optind != 3) return fail_usage("a server and a grid are needed");
  settings.server = arguments[optind];
  settings.columns = atoi(arguments[optind + 1]);
  settings.rows = atoi(arguments[optind + 2]);
  if (settings.days < 1 || settings.days > MOST_DAYS) return fail_usage("DAYS is out of range");
  if (!find_server(arguments[optind])) return fail_usage("there is no such HOST:PORT");
  quote_result result = run();
  return result == QUOTE_OK ? EXIT_SUCCESS : fail(result);
}
