// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// One stream of a session: what came in, what waits to go out, and who handles it.
///
/// A session uses its stream objects again and again; a handler must not keep one after
/// `streamClosed`.
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

  /// Who is told of what happens on the stream.
  package internal(set) var handler: any HTTP2StreamHandler
  /// The stream's number (RFC 9113, section 5.1.1).
  package internal(set) var id: Int32 = 0
  /// The headers that came last: the request's or the response's, then the trailers.
  package internal(set) var headers = HeaderBlock()
  /// Bytes to be sent as DATA. Append to it, then call the session's `outputAdded`.
  package var output: [UInt8] = []
  /// When `deadlinePassed` is due. Set it through the session's `setDeadline`.
  package internal(set) var deadline = Deadline.never
  /// Whether the peer has ended its side.
  package internal(set) var inputEnded = false

  /// Where the session keeps the stream while it is open.
  var index = 0
  var outputSent = 0
  var outputCounted = 0
  var ending = Ending.open
  var trailers: FixedFields?
  var moreTrailers = HeaderBlock()
  var sendsBody = false
  var isDeferred = false
  var wasNeverSent = false

  init(handler: any HTTP2StreamHandler) {
    self.handler = handler
  }

  /// Bytes of `output` that have not been handed out yet.
  package var outputWaiting: Int { output.count - outputSent }

  /// Makes the object fit for the next stream; memory above `kept` bytes goes back.
  func reset(keepingBytes kept: Int) {
    headers.removeAll()
    if output.capacity > kept { output = [] } else { output.removeAll(keepingCapacity: true) }
    deadline = .never
    inputEnded = false
    outputSent = 0
    outputCounted = 0
    ending = .open
    trailers = nil
    if !moreTrailers.fields.isEmpty { moreTrailers.removeAll() }
    sendsBody = false
    isDeferred = false
    wasNeverSent = false
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
