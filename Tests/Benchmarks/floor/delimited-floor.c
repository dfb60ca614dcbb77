// SPDX-License-Identifier: Apache-2.0
// The floor of the delimited protocol: every call is answered with the same canned reply, in bare
// C. It reads each Call whole, as a server must, and looks at nothing but its id.
#include <stdbool.h>
#include <string.h>

#include "../wire/frame.h"
#include "event-server.h"

enum {
  CALL_COUNT_MAX = 60 * 1024,  // what is held of an unfinished call fits in the server's buffer
  CALLS_IN_FLIGHT_MAX = 1024,
};

struct session {
  bool greeted;
  uint64_t last_id;
};

static uint8_t *reply_tail;  // all of a Reply behind its id
static size_t reply_tail_count;

static void prepare_reply(struct content message) {
  reply_tail = malloc(message.count + 2 * VARINT_COUNT_MAX);
  if (reply_tail == NULL) abort();
  uint8_t *end = put_bytes(reply_tail, REPLY_MESSAGE, message.bytes, message.count);
  end = put_varint(put_tag(end, REPLY_LAST, WIRE_VARINT), true);
  reply_tail_count = (size_t)(end - reply_tail);
}

// The preface in return, and a Reply that carries the limits.
static void greet(struct connection *connection) {
  uint8_t limits[3 * VARINT_COUNT_MAX];
  uint8_t *end = put_varint(put_tag(limits, LIMITS_CALL_BYTES, WIRE_VARINT), CALL_COUNT_MAX);
  end = put_varint(put_tag(end, LIMITS_CALLS_IN_FLIGHT, WIRE_VARINT), CALLS_IN_FLIGHT_MAX);
  uint8_t reply[sizeof limits + VARINT_COUNT_MAX];
  end = put_bytes(reply, REPLY_LIMITS, limits, (size_t)(end - limits));
  size_t count = (size_t)(end - reply);

  uint8_t *out = output_room(connection, PREFACE_COUNT + 1 + sizeof reply);
  memcpy(out, preface, PREFACE_COUNT);
  out = put_varint(out + PREFACE_COUNT, count);
  memcpy(out, reply, count);
  connection->output_end = (size_t)(out + count - connection->output);
}

static bool answer(struct connection *connection, const uint8_t *call, const uint8_t *end) {
  struct session *session = connection->session;
  uint64_t id = 0;
  while (call < end) {
    struct field field;
    if (!next_field(&call, end, &field)) return false;
    if (field.number == CALL_ID && field.type == WIRE_VARINT) id = field.value;
  }
  if (id <= session->last_id || id > UINT32_MAX) return false;
  session->last_id = id;

  size_t count = 1 + varint_count(id) + reply_tail_count;
  uint8_t *out = output_room(connection, VARINT_COUNT_MAX + count);
  out = put_varint(out, count);
  out = put_varint(put_tag(out, REPLY_ID, WIRE_VARINT), id);
  memcpy(out, reply_tail, reply_tail_count);
  connection->output_end = (size_t)(out + reply_tail_count - connection->output);
  return true;
}

static ssize_t received(struct connection *connection, const uint8_t *bytes, size_t count) {
  struct session *session = connection->session;
  const uint8_t *cursor = bytes, *end = bytes + count;
  if (!session->greeted) {
    if (count < PREFACE_COUNT) return 0;
    if (memcmp(bytes, preface, PREFACE_COUNT) != 0) return -1;
    greet(connection);
    session->greeted = true;
    cursor += PREFACE_COUNT;
  }
  while (cursor < end) {
    const uint8_t *call = cursor;
    uint64_t length;
    enum reading reading = get_varint(&call, end, LENGTH_COUNT_MAX, &length);
    if (reading == READ_GARBAGE) return -1;
    if (reading == READ_PART) break;
    if (length > CALL_COUNT_MAX) return -1;
    if (length > (size_t)(end - call)) break;
    if (!answer(connection, call, call + length)) return -1;
    cursor = call + length;
  }
  return cursor - bytes;
}

static void opened(struct connection *connection) {
  connection->session = calloc(1, sizeof(struct session));
  if (connection->session == NULL) abort();
}

static void closed(struct connection *connection) {
  free(connection->session);
}

int main(int count, char **arguments) {
  struct options options = options_of_arguments(count, arguments);
  prepare_reply(options.reply);
  serve(options.port, &(struct protocol){opened, received, closed});
}
