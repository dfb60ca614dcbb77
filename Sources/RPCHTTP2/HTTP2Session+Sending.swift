// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2
package import RPCCore

extension HTTP2Session {
  /// What follows a block of headers.
  package enum Continuation: Sendable {
    /// Nothing: the block ends the stream.
    case end
    /// The bytes of `stream.output`, then what `finish` says.
    case body
  }

  /// Sends the headers of a response, the fixed ones first.
  package func respond(
    _ stream: HTTP2Stream, _ fixed: FixedFields, adding more: HeaderBlock? = nil,
    then continuation: Continuation
  ) {
    let result = unsafe withFields(fixed, more) { start, count in
      switch continuation {
      case .end:
        return unsafe nghttp2_submit_response(raw, stream.id, start, count, nil)
      case .body:
        var provider = unsafe bodyProvider(stream)
        return unsafe nghttp2_submit_response(raw, stream.id, start, count, &provider)
      }
    }
    check(result)
    switch continuation {
    case .end: ended(stream)
    case .body: count(stream)
    }
  }

  /// Opens a stream and sends the headers of a request, the fixed ones first. `prepare` may fill
  /// the stream's `output` before anything is sent. Nil when the numbers have run out.
  package func request(
    _ fixed: FixedFields, adding more: HeaderBlock, handler: any HTTP2StreamHandler,
    prepare: (HTTP2Stream) -> Void
  ) -> HTTP2Stream? {
    let stream = HTTP2Stream(handler: handler, headers: headers)
    prepare(stream)
    var provider = unsafe bodyProvider(stream)
    let id = unsafe withFields(fixed, more) { start, count in
      unsafe nghttp2_submit_request(
        raw, nil, start, count, &provider, Unmanaged.passUnretained(stream).toOpaque())
    }
    guard id > 0 else {
      guard id == NGHTTP2_ERR_STREAM_ID_NOT_AVAILABLE.rawValue else {
        preconditionFailure("nghttp2 refused a request: \(id).")
      }
      return nil
    }
    unsafe stream.state.pointee.id = id
    open(stream)
    count(stream)
    return stream
  }

  /// Says that bytes were appended to `stream.output`.
  package func outputAdded(_ stream: HTTP2Stream) {
    stream.forgetSent(above: Self.pieceBytes)
    count(stream)
    resume(stream)
  }

  /// Says that `stream.output` is complete; the last DATA frame ends the stream.
  package func finish(_ stream: HTTP2Stream) {
    unsafe stream.state.pointee.ending = .endStream
    resume(stream)
  }

  /// Says that `stream.output` is complete and which trailers follow it.
  package func finish(
    _ stream: HTTP2Stream, trailers fixed: FixedFields, adding more: HeaderBlock? = nil
  ) {
    unsafe stream.state.pointee.ending = .trailers
    unsafe stream.state.pointee.trailers = fixed
    if let more { unsafe stream.state.pointee.moreTrailers = more }
    resume(stream)
  }

  /// Ends a stream at once; what waits to be sent on it is dropped.
  package func reset(_ stream: HTTP2Stream, _ code: HTTP2ErrorCode) {
    check(
      unsafe nghttp2_submit_rst_stream(
        raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream.id, code.rawValue))
  }

  /// Gives the window of bytes back that a handler has dealt with.
  package func consumed(_ bytes: Int, on stream: HTTP2Stream) {
    consumedOfConnection(bytes)
    consumedOfStream(bytes, on: stream)
  }

  /// Gives back the connection's window of bytes, with the end of the `receive` that is running.
  package func consumedOfConnection(_ bytes: Int) {
    unsafe state.pointee.connectionConsumed += bytes
  }

  /// Gives back a stream's own window of bytes, at any time.
  package func consumedOfStream(_ bytes: Int, on stream: HTTP2Stream) {
    // No one sends on a stream that has ended, so its own window is of no use.
    if !stream.inputEnded { _ = unsafe nghttp2_session_consume_stream(raw, stream.id, bytes) }
  }

  /// How many bytes of DATA the peer takes of a stream by now.
  package func window(of stream: HTTP2Stream) -> Int {
    unsafe Int(
      min(
        nghttp2_session_get_stream_remote_window_size(raw, stream.id),
        nghttp2_session_get_remote_window_size(raw)))
  }

  /// Sets when the stream's handler is told that time is up.
  package func setDeadline(_ deadline: Deadline, of stream: HTTP2Stream) {
    unsafe stream.state.pointee.deadline = deadline
    if deadline < nextDeadline { unsafe state.pointee.nextDeadline = deadline }
  }

  /// Announces that the session will end: a GOAWAY that names no last stream yet, and a PING whose
  /// answer shows that all streams begun before it are known here (RFC 9113, section 6.8).
  package func announceShutdown() {
    if role == .server { check(unsafe nghttp2_submit_shutdown_notice(raw)) }
    ping()
  }

  /// Refuses streams from here on, by a GOAWAY that names the last one taken. Those that are open
  /// go on; when they are done, so is the session.
  package func refuseNewStreams() {
    let last = unsafe nghttp2_session_get_last_proc_stream_id(raw)
    check(
      unsafe nghttp2_submit_goaway(
        raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, HTTP2ErrorCode.noError.rawValue, nil, 0))
  }

  /// Sends a PING.
  package func ping() {
    check(unsafe nghttp2_submit_ping(raw, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil))
  }

  /// Whether anything of an open stream has been produced: a request waits while the peer has as many
  /// streams as it takes.
  package func hasBegun(_ stream: HTTP2Stream) -> Bool {
    unsafe nghttp2_session_get_stream_user_data(raw, stream.id) != nil
  }

  /// Whether the peer still takes new streams from this side.
  package var canRequest: Bool { unsafe nghttp2_session_check_request_allowed(raw) != 0 }
}

extension HTTP2Session {
  func submitSettings() {
    var entries: [nghttp2_settings_entry] = []
    func add(_ id: nghttp2_settings_id, _ value: Int) {
      entries.append(
        nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: UInt32(clamping: value)))
    }
    switch role {
    case .server:
      add(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, settings.maxConcurrentStreams)
      add(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1)
    case .client:
      add(NGHTTP2_SETTINGS_ENABLE_PUSH, 0)
    }
    add(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, settings.streamWindowBytes)
    add(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, settings.headerListBytes)
    let none = UInt8(NGHTTP2_FLAG_NONE.rawValue)
    check(unsafe nghttp2_submit_settings(raw, none, entries, entries.count))
    check(
      unsafe nghttp2_session_set_local_window_size(
        raw, none, 0, Int32(clamping: settings.connectionWindowBytes)))
  }

  func giveConnectionWindowBack() {
    let consumed = unsafe state.pointee.connectionConsumed
    guard consumed > 0 else { return }
    unsafe state.pointee.connectionConsumed = 0
    _ = unsafe nghttp2_session_consume_connection(raw, consumed)
  }

  /// Resets the streams that ended before the peer did; returns whether there were any.
  func resetEndedEarly() -> Bool {
    guard unsafe !state.pointee.endedEarly.isEmpty else { return false }
    let streams = unsafe state.pointee.endedEarly
    unsafe state.pointee.endedEarly.removeAll()
    for stream in streams where !stream.inputEnded { reset(stream, .noError) }
    return true
  }

  /// Notes that the end of our side is on its way.
  func ended(_ stream: HTTP2Stream) {
    if role == .server, !stream.inputEnded { unsafe state.pointee.endedEarly.append(stream) }
  }

  func open(_ stream: HTTP2Stream) {
    unsafe stream.state.pointee.index = state.pointee.streams.count
    unsafe state.pointee.streams.append(stream)
  }

  func check(_ result: Int32) {
    // What is left is wrong use and want of memory; a stream that is gone is no news to anyone.
    guard result < 0, result != NGHTTP2_ERR_INVALID_STREAM_STATE.rawValue else { return }
    preconditionFailure("nghttp2 was used wrongly: \(result).")
  }

  /// Calls `body` with the fixed fields and then the others, which nghttp2 copies.
  func withFields(
    _ fixed: FixedFields, _ more: HeaderBlock?,
    _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Int32
  ) -> Int32 {
    guard let more, !more.fields.isEmpty else {
      return unsafe body(fixed.array.baseAddress, fixed.array.count)
    }
    return unsafe scratch.withFields(fixed, more, body)
  }

  private func count(_ stream: HTTP2Stream) {
    let count = unsafe stream.state.pointee.output.count
    unsafe state.pointee.outputWaiting += count - stream.state.pointee.outputCounted
    unsafe stream.state.pointee.outputCounted = count
  }

  private func resume(_ stream: HTTP2Stream) {
    guard unsafe stream.state.pointee.isDeferred else { return }
    unsafe stream.state.pointee.isDeferred = false
    _ = unsafe nghttp2_session_resume_data(raw, stream.id)
  }
}
