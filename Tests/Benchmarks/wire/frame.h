// SPDX-License-Identifier: Apache-2.0
// The delimited protocol's octets (proto/quotes/wire/v1/frame.proto): preface, varints, fields.
// Everything is inline, since the floor's figure is a few hundred nanoseconds a call.
#ifndef QUOTE_BENCHMARK_FRAME_H
#define QUOTE_BENCHMARK_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PREFACE_COUNT = 4, LENGTH_COUNT_MAX = 5, VARINT_COUNT_MAX = 10 };

static const uint8_t preface[PREFACE_COUNT] = {0x89, 'Q', 'D', 0x01};

enum wire_type { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

enum call_field { CALL_ID = 1, CALL_METHOD = 2, CALL_MESSAGE = 3 };
enum reply_field {
  REPLY_ID = 1,
  REPLY_MESSAGE = 2,
  REPLY_LAST = 3,
  REPLY_STATUS = 4,
  REPLY_LIMITS = 5,
  REPLY_GOING_AWAY = 6,
};
enum status_field { STATUS_CODE = 1, STATUS_MESSAGE = 2 };
enum limits_field {
  LIMITS_CALL_BYTES = 1,
  LIMITS_REPLY_BYTES = 2,
  LIMITS_CALLS_IN_FLIGHT = 3,
  LIMITS_IDLE_TIMEOUT = 4,
};

// Writes `value` at `out` and gives the place after it.
static inline uint8_t *put_varint(uint8_t *out, uint64_t value) {
  while (value >= 0x80) {
    *out++ = (uint8_t)(value | 0x80);
    value >>= 7;
  }
  *out++ = (uint8_t)value;
  return out;
}

static inline uint8_t *put_tag(uint8_t *out, uint32_t number, enum wire_type type) {
  return put_varint(out, number << 3 | type);
}

static inline uint8_t *put_bytes(uint8_t *out, uint32_t number, const void *bytes, size_t count) {
  out = put_varint(put_tag(out, number, WIRE_BYTES), count);
  if (count > 0) memcpy(out, bytes, count);
  return out + count;
}

static inline size_t varint_count(uint64_t value) {
  size_t count = 1;
  while (value >= 0x80) {
    value >>= 7;
    count++;
  }
  return count;
}

enum reading { READ_WHOLE, READ_PART, READ_GARBAGE };

// Reads a varint of at most `count_max` octets and moves `*cursor` behind it only when it is whole.
static inline enum reading get_varint(
    const uint8_t **cursor, const uint8_t *end, size_t count_max, uint64_t *value) {
  uint64_t result = 0;
  const uint8_t *at = *cursor;
  for (size_t index = 0; index < count_max; index++) {
    if (at == end) return READ_PART;
    uint8_t octet = *at++;
    result |= (uint64_t)(octet & 0x7f) << (7 * index);
    if (octet < 0x80) {
      *cursor = at;
      *value = result;
      return READ_WHOLE;
    }
  }
  return READ_GARBAGE;
}

struct field {
  uint32_t number;
  enum wire_type type;
  uint64_t value;        // of WIRE_VARINT; the count of `bytes`; else 0
  const uint8_t *bytes;  // of WIRE_BYTES, in place
};

// Reads the field at `*cursor`, which must lie before `end`; false = garbage.
static inline bool next_field(const uint8_t **cursor, const uint8_t *end, struct field *field) {
  uint64_t tag;
  if (get_varint(cursor, end, LENGTH_COUNT_MAX, &tag) != READ_WHOLE) return false;
  field->number = (uint32_t)(tag >> 3);
  field->type = (enum wire_type)(tag & 7);
  field->value = 0;
  field->bytes = NULL;
  size_t skipped;
  switch (field->type) {
    case WIRE_VARINT:
      return get_varint(cursor, end, VARINT_COUNT_MAX, &field->value) == READ_WHOLE;
    case WIRE_BYTES:
      if (get_varint(cursor, end, VARINT_COUNT_MAX, &field->value) != READ_WHOLE) return false;
      if (field->value > (size_t)(end - *cursor)) return false;
      field->bytes = *cursor;
      *cursor += field->value;
      return true;
    case WIRE_FIXED64:
    case WIRE_FIXED32:
      skipped = field->type == WIRE_FIXED64 ? 8 : 4;
      if (skipped > (size_t)(end - *cursor)) return false;
      *cursor += skipped;
      return true;
  }
  return false;
}

#endif
