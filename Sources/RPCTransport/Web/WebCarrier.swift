// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// What carries one exchange of HTTP: a stream of HTTP/2, or a connection of HTTP/1.1 while it
/// serves a request.
protocol WebCarrier: AnyObject {
  /// The tasks of its connection.
  var tasks: ConnectionTasks { get }
  /// When the turn began, in nanoseconds of the loop's clock.
  var now: UInt64 { get }
  /// What of the exchange's answer waits to be sent, in bytes.
  var waitingBytes: Int { get }
  /// What waits on the whole connection, in bytes.
  var connectionWaitingBytes: Int { get }
  /// What the client takes by now, in bytes.
  var window: Int { get }

  /// Sends the whole answer, which ends the exchange.
  func respond(_ answer: WebAnswer)

  /// Begins an answer whose body comes piece by piece.
  func begin(_ answer: WebAnswer)

  /// Sends a piece.
  func send(_ bytes: [UInt8])

  /// Ends the answer.
  func finish()

  /// What the exchange makes the server hold while a task makes its answer, in bytes.
  func hold(_ byteCount: Int)

  /// Tells the exchange by its `makeRoom` when there is room again.
  func awaitRoom()

  /// What a task has given is to be sent soon.
  func hasOutput()
}

/// An answer of HTTP as it is sent.
struct WebAnswer {
  var status: Int
  var fields: [WebField]
  /// The body, or what there is of it as yet.
  var body: [UInt8] = []
  /// Whether the length is told and the body left out (HEAD), or there is none at all (304).
  var hasNoBody = false

  /// What `content-length` says: nil where it says nothing.
  var contentLength: Int? { status == 204 || status == 304 ? nil : body.count }
}
