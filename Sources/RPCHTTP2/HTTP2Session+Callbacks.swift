// SPDX-License-Identifier: Apache-2.0

internal import CNghttp2
internal import RPCCore

extension HTTP2Session {
  /// Creates nghttp2's session, which calls back into `session`.
  static func makeRaw(
    _ role: Role, memory: HTTP2Memory?, session: HTTP2Session
  ) -> OpaquePointer {
    var callbacks: OpaquePointer?
    var option: OpaquePointer?
    guard
      unsafe nghttp2_session_callbacks_new(&callbacks) == 0,
      unsafe nghttp2_option_new(&option) == 0,
      let callbacks = unsafe callbacks, let option = unsafe option
    else { preconditionFailure("No memory for an HTTP/2 session.") }
    defer {
      unsafe nghttp2_session_callbacks_del(callbacks)
      unsafe nghttp2_option_del(option)
    }
    unsafe setCallbacks(callbacks)
    unsafe nghttp2_option_set_no_auto_window_update(option, 1)
    unsafe nghttp2_option_set_no_closed_streams(option, 1)
    if role == .server {
      // A server keeps the rules itself: see HeaderRules.
      unsafe nghttp2_option_set_no_http_messaging(option, 1)
      // We count resets ourselves, and say so: nghttp2 would end the session without a word.
      unsafe nghttp2_option_set_stream_reset_rate_limit(option, 1 << 60, 1 << 60)
      // So that it can count them: frames of types that it doesn't know begin like others then.
      for type in UInt8(10)...255 {
        unsafe nghttp2_option_set_user_recv_extension_type(option, type)
      }
    }
    let user = unsafe Unmanaged.passUnretained(session).toOpaque()
    var raw: OpaquePointer?
    var allocator = unsafe memory?.allocator ?? nghttp2_mem()
    let result = unsafe withUnsafeMutablePointer(to: &allocator) { allocator in
      let allocator = unsafe memory == nil ? nil : allocator
      return switch role {
      case .server: unsafe nghttp2_session_server_new3(&raw, callbacks, user, option, allocator)
      case .client: unsafe nghttp2_session_client_new3(&raw, callbacks, user, option, allocator)
      }
    }
    guard result == 0, let raw = unsafe raw else {
      preconditionFailure("No memory for an HTTP/2 session.")
    }
    return unsafe raw
  }

  private static func setCallbacks(_ callbacks: OpaquePointer) {
    unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, frame, user in
      guard let user = unsafe user, let frame = unsafe frame else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef {
        unsafe $0.frameBegan(frame.pointee)
      }
    }
    unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, user in
      guard let user = unsafe user, let frame = unsafe frame else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef {
        unsafe $0.headersBegan(frame.pointee.hd.stream_id)
      }
    }
    unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, _, name, nameCount, value, valueCount, _, user in
      guard let user = unsafe user else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef {
        unsafe $0.headerReceived(
          UnsafeBufferPointer(start: name, count: nameCount),
          UnsafeBufferPointer(start: value, count: valueCount))
      }
    }
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, id, bytes, count, user in
      guard let user = unsafe user else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef {
        unsafe $0.dataReceived(id, UnsafeBufferPointer(start: bytes, count: count))
      }
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
      guard let user = unsafe user, let frame = unsafe frame else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef {
        unsafe $0.frameReceived(frame)
      }
    }
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, id, code, user in
      guard let user = unsafe user else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef {
        $0.streamClosed(id, HTTP2ErrorCode(rawValue: code))
      }
    }
    unsafe nghttp2_session_callbacks_set_unpack_extension_callback(callbacks) { _, _, _, _ in
      NGHTTP2_ERR_CANCEL.rawValue  // ignored
    }
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, user in
      guard let user = unsafe user, let frame = unsafe frame else { return 0 }
      unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef {
        unsafe $0.frameSent(frame)
      }
      return 0
    }
    unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) {
      _, frame, code, user in
      guard let user = unsafe user, let frame = unsafe frame else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef {
        unsafe $0.frameNotSent(frame.pointee.hd, code)
      }
    }
    unsafe nghttp2_session_callbacks_set_send_data_callback(callbacks) {
      _, _, header, count, source, user in
      guard let user = unsafe user, let header = unsafe header,
        let pointer = unsafe source?.pointee.ptr
      else { return 0 }
      return unsafe Unmanaged<HTTP2Session>.fromOpaque(user)._withUnsafeGuaranteedRef { session in
        unsafe Unmanaged<HTTP2Stream>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
          unsafe session.send($0, header: header, count)
        }
      }
    }
  }
}
