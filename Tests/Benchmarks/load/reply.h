// SPDX-License-Identifier: Apache-2.0
// A Reply of the delimited protocol, taken apart.
#ifndef QUOTE_BENCHMARK_REPLY_H
#define QUOTE_BENCHMARK_REPLY_H

#include "../wire/frame.h"

struct reply {
  uint64_t id;
  bool last, going_away;
  struct field message, status, limits;  // absent = their `bytes` are NULL
};

// Reads a whole Reply, in place; false = garbage.
static inline bool read_reply(const uint8_t *cursor, const uint8_t *end, struct reply *reply) {
  *reply = (struct reply){0};
  while (cursor < end) {
    struct field field;
    if (!next_field(&cursor, end, &field)) return false;
    bool is_bytes = field.type == WIRE_BYTES;
    if (field.number == REPLY_ID) reply->id = field.value;
    if (field.number == REPLY_LAST) reply->last = field.value != 0;
    if (field.number == REPLY_GOING_AWAY) reply->going_away = field.value != 0;
    if (field.number == REPLY_MESSAGE && is_bytes) reply->message = field;
    if (field.number == REPLY_STATUS && is_bytes) reply->status = field;
    if (field.number == REPLY_LIMITS && is_bytes) reply->limits = field;
  }
  return true;
}

#endif
