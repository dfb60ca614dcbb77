/* SPDX-License-Identifier: Apache-2.0 */
/* Makes calls by the client for small devices, and prints a line for each: how it ended and what came.

   usage: device_calls PORT MEMORY TIMEOUT CALL...

   MEMORY is the size of the client's block in bytes, TIMEOUT in milliseconds. A CALL is `daily`,
   `days:FIRST:LAST`, `compose:ID`, `random`, `get:ID`, `reopen`, or `many:COUNT`: open and ask for a
   daily quote so often, whatever comes. */

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>

#include "quote_client.h"

static const char *const results[] = {"ok", "refused", "unreachable", "timed out", "closed",
                                      "not quoted", "malformed", "too large"};
static struct sockaddr_in address = {.sin_family = AF_INET};
static quote_options options;
static quote_client client;
static char output[4096]; /* The C library would allocate one. */

static void tell(quote_result result, ProtobufCBinaryData text) {
  printf("%s: ", results[result]);
  if (result == QUOTE_OK) {
    printf("%.*s\n", (int)text.len, (const char *)text.data);
  } else {
    printf("%d %s\n", client.code, client.message);
  }
}

static ProtobufCBinaryData text_of(const Quotes__V1__Quote *quote) {
  return quote == NULL ? quote_text("no quote") : quote->text;
}

static quote_result reopen(void) {
  quote_close(&client);
  return quote_open(&client, (const struct sockaddr *)&address, sizeof address, &options);
}

static quote_result daily(ProtobufCBinaryData *text) {
  const Quotes__V1__DailyQuoteRequest request = QUOTES__V1__DAILY_QUOTE_REQUEST__INIT;
  const Quotes__V1__DailyQuoteResponse *response;
  quote_result result = quote_daily(&client, &request, &response);
  if (result == QUOTE_OK) *text = text_of(response->quote);
  return result;
}

static void print_day(void *context, const Quotes__V1__DailyQuoteResponse *day) {
  ++*(int *)context;
  ProtobufCBinaryData text = text_of(day->quote);
  printf("  %.*s %.*s\n", (int)day->date.len, (const char *)day->date.data, (int)text.len,
         (const char *)text.data);
}

static void list_days(char *range) {
  Quotes__V1__ListDailyQuotesRequest request = QUOTES__V1__LIST_DAILY_QUOTES_REQUEST__INIT;
  int count = 0;
  char *last = strchr(range, ':');
  *last = 0;
  request.first_date = quote_text(range);
  request.last_date = quote_text(last + 1);
  quote_result result = quote_list_daily(&client, &request, print_day, &count);
  char words[16];
  snprintf(words, sizeof words, "%d days", count);
  tell(result, quote_text(words));
}

static void compose(const char *id) {
  Quotes__V1__ComposeMessageRequest request = QUOTES__V1__COMPOSE_MESSAGE_REQUEST__INIT;
  const Quotes__V1__ComposeMessageResponse *response;
  request.subject_case = QUOTES__V1__COMPOSE_MESSAGE_REQUEST__SUBJECT_QUOTE_ID;
  request.quote_id = quote_text(id);
  quote_result result = quote_compose(&client, &request, &response);
  tell(result, result == QUOTE_OK && response->message != NULL ? response->message->text
                                                               : quote_text(""));
}

static void get(const char *id) {
  Quotes__V1__GetQuoteRequest request = QUOTES__V1__GET_QUOTE_REQUEST__INIT;
  const ProtobufCMessage *response;
  request.id = quote_text(id);
  quote_result result = quote_call(
      &client, "/quotes.v1.QuoteService/GetQuote", &request.base,
      &quotes__v1__get_quote_response__descriptor, &response);
  tell(result, result == QUOTE_OK
                   ? text_of(((const Quotes__V1__GetQuoteResponse *)response)->quote)
                   : quote_text(""));
}

static void random_quotes(void) {
  Quotes__V1__RandomQuotesRequest request = QUOTES__V1__RANDOM_QUOTES_REQUEST__INIT;
  const ProtobufCMessage *response;
  request.count = 3;
  quote_result result = quote_call(
      &client, "/quotes.v1.QuoteService/RandomQuotes", &request.base,
      &quotes__v1__random_quotes_response__descriptor, &response);
  char words[16] = "";
  if (result == QUOTE_OK) {
    snprintf(words, sizeof words, "%zu quotes",
             ((const Quotes__V1__RandomQuotesResponse *)response)->n_quotes);
  }
  tell(result, quote_text(words));
}

static void many(int count) {
  int ended[sizeof results / sizeof results[0]] = {0};
  for (int index = 0; index < count; index++) {
    ProtobufCBinaryData text;
    quote_result result = reopen();
    if (result == QUOTE_OK) result = daily(&text);
    ended[result]++;
  }
  for (size_t index = 0; index < sizeof ended / sizeof ended[0]; index++) {
    printf("%s: %d\n", results[index], ended[index]);
  }
}

static void make(char *call) {
  char *argument = strchr(call, ':');
  if (argument != NULL) *argument++ = 0;
  ProtobufCBinaryData text = quote_text("");
  if (strcmp(call, "daily") == 0) {
    quote_result result = daily(&text);
    tell(result, text);
  } else if (strcmp(call, "days") == 0) {
    list_days(argument);
  } else if (strcmp(call, "compose") == 0) {
    compose(argument);
  } else if (strcmp(call, "get") == 0) {
    get(argument);
  } else if (strcmp(call, "random") == 0) {
    random_quotes();
  } else if (strcmp(call, "reopen") == 0) {
    tell(reopen(), quote_text("connected"));
  } else if (strcmp(call, "many") == 0) {
    many(atoi(argument));
  }
}

int main(int count, char **arguments) {
  if (count < 5) return 64;
  setvbuf(stdout, output, _IOFBF, sizeof output);
  /* Its own, of exactly this size: so a sanitizer sees what is written beyond it. */
  void *memory = malloc((size_t)atoi(arguments[2]));
  options = (quote_options){
      .memory = memory, .memory_size = (size_t)atoi(arguments[2]),
      .timeout_ms = (uint32_t)atoi(arguments[3]), .authorization = getenv("AUTHORIZATION")};
  address.sin_port = htons((uint16_t)atoi(arguments[1]));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  quote_result result = quote_open(
      &client, (const struct sockaddr *)&address, sizeof address, &options);
  tell(result, quote_text("connected"));
  for (int index = 4; result == QUOTE_OK && index < count; index++) make(arguments[index]);
  quote_close(&client);
  free(memory);
  return 0;
}
