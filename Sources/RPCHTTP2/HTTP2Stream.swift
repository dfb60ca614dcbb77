// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// One stream of a session: what waits to go out, and who handles it.
///
/// A server's session uses its stream objects again and again, each with its handler; a handler must
/// not keep one after `streamClosed`.
@safe
package final class HTTP2Stream {
  /// What follows the bytes in `output`.
  enum Ending {
    /// More bytes may.
    case open
    /// Nothing: the last DATA frame ends the stream.
    case endStream
    /// The trailers.
    case trailers
  }

  /// All that changes from call to call, in memory of our own: it is touched many times a call, and
  /// always inside one call of the session.
  struct State {
    var id: Int32 = 0
    var output: [UInt8] = []
    var outputSent = 0
    var outputCounted = 0
    var ending = Ending.open
    var trailers: FixedFields?
    var moreTrailers: HeaderBlock?
    var deadline = Deadline.never
    var inputEnded = false
    var isDeferred = false
    var wasNeverSent = false
    /// Where the session keeps the stream while it is open.
    var index = 0
  }

  /// Who is told of what happens on the stream.
  package let handler: any HTTP2StreamHandler
  /// The session's block of received headers; holds during `headersReceived` only.
  package let headers: ReceivedHeaders

  let state: UnsafeMutablePointer<State>

  init(handler: any HTTP2StreamHandler, headers: ReceivedHeaders) {
    self.handler = handler
    self.headers = headers
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// The stream's number (RFC 9113, section 5.1.1).
  package var id: Int32 { unsafe state.pointee.id }

  /// Whether the peer has ended its side.
  package var inputEnded: Bool { unsafe state.pointee.inputEnded }

  /// Whether the stream of a client ends without anything of it having been sent.
  package var wasNeverSent: Bool { unsafe state.pointee.wasNeverSent }

  /// When `deadlinePassed` is due; set through the session's `setDeadline`.
  package var deadline: Deadline { unsafe state.pointee.deadline }

  /// Bytes to be sent as DATA. Append to it, then call the session's `outputAdded`.
  package var output: [UInt8] {
    _read { yield unsafe state.pointee.output }
    _modify { yield unsafe &state.pointee.output }
  }

  /// Exchanges `output` for another array, so that it can be filled without holding the stream.
  package func exchangeOutput(_ other: inout [UInt8]) {
    unsafe swap(&other, &state.pointee.output)
  }

  /// Bytes of `output` that have not been handed out yet.
  package var outputWaiting: Int { unsafe state.pointee.output.count - state.pointee.outputSent }

  /// Gives back the memory of what has been handed out, once that is more than `bytes` and than half:
  /// a stream that always has something waiting would keep all it ever sent.
  func forgetSent(above bytes: Int) {
    let sent = unsafe state.pointee.outputSent
    guard sent > bytes, unsafe sent > state.pointee.output.count / 2 else { return }
    unsafe state.pointee.output.removeSubrange(..<sent)
    unsafe state.pointee.outputCounted -= sent
    unsafe state.pointee.outputSent = 0
  }

  /// Makes the object fit for the next stream; memory above `kept` bytes goes back.
  func reset(keepingBytes kept: Int) {
    if unsafe state.pointee.output.capacity > kept {
      unsafe state.pointee.output = []
    } else if unsafe !state.pointee.output.isEmpty {
      unsafe state.pointee.output.removeAll(keepingCapacity: true)
    }
    unsafe state.pointee.outputSent = 0
    unsafe state.pointee.outputCounted = 0
    unsafe state.pointee.ending = .open
    unsafe state.pointee.trailers = nil
    unsafe state.pointee.moreTrailers = nil
    unsafe state.pointee.deadline = .never
    unsafe state.pointee.inputEnded = false
    unsafe state.pointee.isDeferred = false
    unsafe state.pointee.wasNeverSent = false
  }
}

/// What a stream's handler is told. All of it happens inside `receive`, `produce` or `expire` of the
/// session, on the session's thread.
package protocol HTTP2StreamHandler: AnyObject {
  /// `stream.headers` is complete: a request's or response's headers, or the trailers.
  func headersReceived(_ stream: HTTP2Stream, in session: HTTP2Session)

  /// Bytes came. The window is given back by the session's `consumed`, when they are dealt with.
  func dataReceived(_ bytes: Span<UInt8>, on stream: HTTP2Stream, in session: HTTP2Session)

  /// The peer has ended its side; comes after `headersReceived` too.
  func inputEnded(_ stream: HTTP2Stream, in session: HTTP2Session)

  /// The deadline has passed. It is cleared before the call.
  func deadlinePassed(_ stream: HTTP2Stream, in session: HTTP2Session)

  /// The stream is over; nothing more comes. `code` is `noError` after a regular end.
  func streamClosed(_ stream: HTTP2Stream, in session: HTTP2Session, code: HTTP2ErrorCode)
}
