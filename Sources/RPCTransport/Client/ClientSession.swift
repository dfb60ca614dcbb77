// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The client's side of one connection's protocol: bytes in, bytes out, no socket.
protocol ClientSession: AnyObject {
  /// Takes a call, once it is ready; what it has to say is then produced.
  func begin(_ call: ClientCall, now: UInt64)

  /// Tells the server that nobody waits for this call any more.
  func abandon(_ call: ClientCall)

  /// There is room again for more responses of a stream.
  func makeRoom(for call: ClientCall)

  /// Takes the requests that wait in the outbox of a call that has begun.
  func sendRequests(of call: ClientCall)

  /// Consumes bytes and ends the calls that they answer. Returns why the connection can't go on,
  /// or nil.
  func receive(_ bytes: Span<UInt8>, now: UInt64) -> Status?

  /// Appends what is to be sent, until `output` holds about `limit` bytes.
  func produce(into output: inout [UInt8], upTo limit: Int)

  /// Ends every call by a status: the connection is gone.
  func fail(_ status: Status)

  /// Asks the server for a sign of life.
  func ping()

  /// Whether the protocol has a way to ask for that.
  var canPing: Bool { get }

  /// Whether the server has said that it is asked for that too often, since this was looked at last.
  func takeAskedTooOften() -> Bool

  /// Why the server takes no new calls, in its words; nil where it has not said.
  var farewell: String? { get }

  /// Whether the server has greeted: calls may begin.
  var isReady: Bool { get }

  /// What the protocol is called where people read it.
  var protocolName: String { get }

  /// What it is called where TLS agrees on what is spoken (ALPN).
  var applicationProtocol: String { get }

  /// Whether TLS without such an agreement is not enough.
  var needsAgreement: Bool { get }

  /// Whether the server takes new calls on this connection.
  var takesCalls: Bool { get }

  /// Whether nothing is to be read, since a reader has not taken what it has.
  var isHeldBack: Bool { get }

  /// Whether there is nothing more to read nor to send: the connection can close.
  var isFinished: Bool { get }

  /// How many calls have begun and not ended.
  var callsInFlight: Int { get }
}
