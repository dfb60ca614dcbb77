// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTLS

/// One connection of a channel: moves bytes between a socket and a session. All that one turn of
/// the loop gives it to say goes out in one write.
///
/// Calls begin on it once the server has greeted: what was never begun has surely not been seen.
final class ClientConnection: SocketHandler {
  let session: any ClientSession
  /// The call that has it for itself; nil where all share it.
  let onlyCall: ClientCall?
  private let socket: Socket
  private let options: ClientOptions
  private weak var connectivity: Connectivity?
  private var secure: SecureLayer?
  private var willSend = false
  private var isReady = false
  /// Whether the server goes away as soon as it has greeted.
  private(set) var wasTurnedAway = false
  /// Why the connection ended; nil while it goes on.
  private var reason: Status?
  /// Ends the connection where the server doesn't greet.
  private var greetingTimer: LoopTimer?
  private var keepalive: KeepaliveWatch?

  init(
    on socket: Socket, session: any ClientSession, for onlyCall: ClientCall?,
    _ options: ClientOptions, in connectivity: Connectivity
  ) {
    self.onlyCall = onlyCall
    self.socket = socket
    self.session = session
    self.options = options
    self.connectivity = connectivity
  }

  /// Begins to read, and says what there is to say. The server has to greet until the deadline.
  func start(until deadline: Deadline) {
    socket.handler = self
    socket.resumeReading()
    greetingTimer = socket.loop.makeTimer { [unowned self] in noGreeting() }
    greetingTimer?.start(at: deadline.nanoseconds)
    if let tls = options.tls { begin(tls) }
    sendLater()
  }

  /// Whether a call of all that share it can begin on it.
  var takesCalls: Bool {
    isReady && socket.isOpen && reason == nil && onlyCall == nil && session.takesCalls
  }

  func begin(_ call: ClientCall) {
    call.session = session
    session.begin(call, now: socket.loop.now)
    sendLater()
  }

  /// Reads on, if nothing holds it back any more, and says so.
  func makeRoom(for call: ClientCall) {
    session.makeRoom(for: call)
    if !session.isHeldBack { socket.resumeReading() }
    sendLater()
  }

  func close() { socket.close() }

  /// Sends at the end of this turn.
  func sendLater() {
    guard !willSend else { return }
    willSend = true
    socket.loop.beforeWaiting { [weak self] in self?.send() }
  }

  private func send() {
    willSend = false
    socket.loop.withOutput { output in
      while socket.queuedBytes < options.queuedOutputBytes {
        session.produce(into: &output, upTo: options.queuedOutputBytes)
        if output.isEmpty { break }
        if let secure { secure.write(&output) } else { socket.write(&output) }
      }
    }
    closeIfDone()
  }

  private func closeIfDone() {
    guard reason == nil, !takesCalls else { return }
    guard isReady else {
      if session.isFinished { fail(brokenProtocol) }
      return
    }
    connectivity?.retired(self)
    guard socket.queuedBytes == 0 else { return }
    if session.isFinished { session.fail(brokenProtocol) }
    guard session.callsInFlight == 0 else { return }
    secure?.end()
    socket.close()
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
    keepalive?.received()
    if let secure { decrypt(bytes, secure) } else { take(bytes) }
  }

  private func take(_ bytes: Span<UInt8>) {
    guard reason == nil else { return }
    if let fault = session.receive(bytes, now: socket.loop.now) {
      connectivity?.retired(self)
      // What it says last, such as a GOAWAY with the cause, may help whoever looks there.
      reason = fault
      send()
      return end(fault)
    }
    if !isReady, session.isReady { becomeReady() }
    if session.isHeldBack { socket.pauseReading() }
    if session.takeAskedTooOften() { connectivity?.askedTooOften() }
    sendLater()
  }

  func socketDidDrain(_ socket: Socket) { send() }

  func socketDidEndInput(_ socket: Socket) {
    fail(Status(.unavailable, "The connection to \(socket.peer) was closed by the server.\(hint)"))
  }

  func socketDidClose(_ socket: Socket, _ error: NetError?) {
    let words = error?.description ?? "The connection to \(socket.peer) was closed."
    fail(Status(.unavailable, words + hint))
    connectivity?.closed(self)
  }
}

extension ClientConnection {
  private func becomeReady() {
    greetingTimer = nil
    guard session.takesCalls else {
      wasTurnedAway = true
      let reason = session.farewell.map { " It says that \($0)." } ?? ""
      return fail(
        Status(.unavailable, "\(socket.peer) goes away as soon as one connects to it.\(reason)"))
    }
    isReady = true
    if let options = options.keepalive, session.canPing {
      keepalive = KeepaliveWatch(
        options, on: socket.loop,
        hasCalls: { [unowned self] in session.callsInFlight > 0 },
        ping: { [unowned self] in
          session.ping()
          sendLater()
        },
        giveUp: { [unowned self] in
          fail(
            Status(
              .unavailable,
              "The connection to \(socket.peer) is dead: a PING was not answered within "
                + "\(options.timeout)."))
        })
    }
    connectivity?.ready(self)
  }

  /// Ends the connection, and the calls on it, by a status; the first one counts.
  private func fail(_ status: Status) {
    guard reason == nil else { return }
    reason = status
    end(status)
  }

  private func end(_ status: Status) {
    greetingTimer = nil
    keepalive = nil
    connectivity?.retired(self)
    session.fail(status)
    if !isReady { connectivity?.failed(self, status) }
    socket.close()
  }

  private func noGreeting() {
    fail(
      Status(
        .unavailable,
        "\(socket.peer) has not greeted within \(options.connectMilliseconds) ms: "
          + "\(secure?.session.isEstablished == false ? "it may speak no TLS" : suspicion)."))
  }

  private var brokenProtocol: Status {
    Status(
      .unavailable,
      "The connection to \(socket.peer) ended, since the server broke its protocol."
        + (isReady ? "" : hint))
  }

  /// What may be wrong, and would be right, where the server ends the connection at once.
  private var hint: String {
    guard !isReady else { return session.farewell.map { " It had said that \($0)." } ?? "" }
    guard let secure, !secure.session.isEstablished else {
      return " It had not greeted: \(suspicion)."
    }
    return
      " It had not answered TLS: it may speak none at this address. Call it without TLS, or at "
      + "the address where it does."
  }

  private var suspicion: String {
    "it may \(secure == nil ? "want TLS, or " : "")not speak \(session.protocolName) at this address"
  }
}

// TLS.
extension ClientConnection {
  private func begin(_ tls: ClientTLS) {
    do throws(TLSError) {
      let layer = SecureLayer(try TLSSession(client: tls.context, host: tls.host), on: socket)
      secure = layer
      layer.flush()
    } catch {
      fail(error)
    }
  }

  private func decrypt(_ bytes: Span<UInt8>, _ secure: SecureLayer) {
    let wasEstablished = secure.session.isEstablished
    do throws(TLSError) {
      try secure.read(bytes) { plaintext in
        if agrees(secure) { take(plaintext) }
      }
      if !wasEstablished, secure.session.isEstablished, !agrees(secure) {
        throw .noCommonProtocol
      }
    } catch {
      return fail(error)
    }
    if secure.session.inputEnded { socketDidEndInput(socket) }
  }

  /// Whether the server has agreed on what is spoken; only gRPC needs it to say so.
  private func agrees(_ secure: SecureLayer) -> Bool {
    let agreed = secure.session.applicationProtocol
    return agreed == session.applicationProtocol || (agreed == nil && !session.needsAgreement)
  }

  private func fail(_ error: TLSError) {
    fail(Status(.unavailable, "No TLS with \(socket.peer): \(error)."))
  }
}
