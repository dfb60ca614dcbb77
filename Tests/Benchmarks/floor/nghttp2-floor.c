// SPDX-License-Identifier: Apache-2.0
// The floor of gRPC on nghttp2: every request is answered with the same canned reply, in bare C.
// What a server on nghttp2 costs above this is its own doing. It checks what nghttp2 checks by
// itself and looks at nothing else; its allocator is malloc.
#include <nghttp2/nghttp2.h>
#include <stdbool.h>
#include <string.h>

#include "event-server.h"

enum { PREFIX_COUNT = 5, FRAME_HEADER_COUNT = 9, STREAM_COUNT_MAX = 1024, WINDOW = 16 << 20 };

// Names and values live for ever, so that nghttp2 need not copy them.
#define HEADER(text_name, text_value)                                      \
  {                                                                        \
    .name = (uint8_t *)text_name, .namelen = sizeof text_name - 1,         \
    .value = (uint8_t *)text_value, .valuelen = sizeof text_value - 1,     \
    .flags = NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE, \
  }

static const nghttp2_nv headers[] = {
    HEADER(":status", "200"),
    HEADER("content-type", "application/grpc"),
};
static const nghttp2_nv trailers[] = {HEADER("grpc-status", "0")};

static nghttp2_session_callbacks *callbacks;
static nghttp2_option *session_options;
static uint8_t *body;  // the five-octet prefix and the message
static size_t body_count;

// Announces the whole body as one DATA frame, to be copied by `send_body`, and the trailers.
// (A flow-control window or frame size below one reply's size does not come up in this benchmark;
// it ends the stream with an error, which the load tester counts.)
static ssize_t announce_body(nghttp2_session *session, int32_t stream, uint8_t *unused,
                             size_t count_max, uint32_t *flags, nghttp2_data_source *source,
                             void *connection) {
  (void)unused, (void)source, (void)connection;
  if (count_max < body_count) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
  *flags = NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM | NGHTTP2_DATA_FLAG_NO_COPY;
  if (nghttp2_submit_trailer(session, stream, trailers, 1) != 0) {
    return NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  return (ssize_t)body_count;
}

static int send_body(nghttp2_session *session, nghttp2_frame *frame, const uint8_t *frame_header,
                     size_t count, nghttp2_data_source *source, void *user) {
  (void)session, (void)frame, (void)source;
  struct connection *connection = user;
  uint8_t *out = output_room(connection, FRAME_HEADER_COUNT + count);
  memcpy(out, frame_header, FRAME_HEADER_COUNT);
  memcpy(out + FRAME_HEADER_COUNT, body, count);
  connection->output_end += FRAME_HEADER_COUNT + count;
  return 0;
}

static int frame_received(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
  (void)user;
  bool ends = frame->hd.flags & NGHTTP2_FLAG_END_STREAM;
  bool carries = frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS;
  if (!ends || !carries) return 0;
  static const nghttp2_data_provider provider = {.read_callback = announce_body};
  return nghttp2_submit_response(session, frame->hd.stream_id, headers, 2, &provider) == 0
             ? 0
             : NGHTTP2_ERR_CALLBACK_FAILURE;
}

// Moves all that nghttp2 has to say into the output.
static bool collect(struct connection *connection) {
  for (;;) {
    const uint8_t *bytes;
    ssize_t count = nghttp2_session_mem_send(connection->session, &bytes);
    if (count <= 0) return count == 0;
    memcpy(output_room(connection, (size_t)count), bytes, (size_t)count);
    connection->output_end += (size_t)count;
  }
}

static void opened(struct connection *connection) {
  nghttp2_session *session;
  if (nghttp2_session_server_new2(&session, callbacks, connection, session_options) != 0) abort();
  connection->session = session;
  static const nghttp2_settings_entry settings[] = {
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, STREAM_COUNT_MAX},
      // No tree of dependencies is kept then.
      {NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1},
  };
  nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, settings, 2);
  // So wide that a WINDOW_UPDATE comes once in a million calls.
  nghttp2_session_set_local_window_size(session, NGHTTP2_FLAG_NONE, 0, WINDOW);
  collect(connection);
}

static ssize_t received(struct connection *connection, const uint8_t *bytes, size_t count) {
  if (nghttp2_session_mem_recv(connection->session, bytes, count) != (ssize_t)count) return -1;
  if (!collect(connection)) return -1;
  return (ssize_t)count;
}

static void closed(struct connection *connection) {
  nghttp2_session_del(connection->session);
}

static void prepare_body(struct content reply) {
  body_count = PREFIX_COUNT + reply.count;
  body = malloc(body_count);
  if (body == NULL) abort();
  body[0] = 0;  // not compressed
  for (int index = 0; index < 4; index++) {
    body[1 + index] = (uint8_t)(reply.count >> (24 - 8 * index));
  }
  memcpy(body + PREFIX_COUNT, reply.bytes, reply.count);
}

int main(int count, char **arguments) {
  struct options options = options_of_arguments(count, arguments);
  prepare_body(options.reply);
  nghttp2_session_callbacks_new(&callbacks);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, frame_received);
  nghttp2_session_callbacks_set_send_data_callback(callbacks, send_body);
  nghttp2_option_new(&session_options);
  nghttp2_option_set_no_closed_streams(session_options, 1);
  serve(options.port, &(struct protocol){opened, received, closed});
}
