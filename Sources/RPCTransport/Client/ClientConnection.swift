// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTLS

/// One connection of a channel: moves bytes between a socket and a session. All that one turn of
/// the loop gives it to say goes out in one write.
final class ClientConnection: SocketHandler {
  let session: any ClientSession
  private let socket: Socket
  private let options: ClientOptions
  private weak var core: ClientCore?
  /// Whether it is for one call only.
  private let isForOneCall: Bool
  private var secure: SecureLayer?
  private var willSend = false
  /// Why the connection ended, where the session knows better than the socket.
  private var reason: Status?

  init(
    on socket: Socket, session: any ClientSession, forOneCall isForOneCall: Bool,
    _ options: ClientOptions, core: ClientCore
  ) {
    self.isForOneCall = isForOneCall
    self.socket = socket
    self.session = session
    self.options = options
    self.core = core
  }

  /// Begins to read, and says what there is to say.
  func start() {
    socket.handler = self
    socket.resumeReading()
    if let tls = options.tls { begin(tls) }
    sendLater()
  }

  /// Whether a call can begin on it.
  var takesCalls: Bool {
    socket.isOpen && reason == nil && !isForOneCall && session.takesCalls
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
    guard !takesCalls else { return }
    core?.retired(self)
    guard socket.queuedBytes == 0 else { return }
    if session.isFinished {
      let words = "The connection to \(socket.peer) ended, since the server broke its protocol."
      session.fail(Status(.unavailable, words))
    }
    guard session.callsInFlight == 0 else { return }
    secure?.end()
    socket.close()
  }

  func socket(_ socket: Socket, didRead bytes: Span<UInt8>) {
    if let secure { decrypt(bytes, secure) } else { take(bytes) }
  }

  private func take(_ bytes: Span<UInt8>) {
    guard reason == nil else { return }
    reason = session.receive(bytes, now: socket.loop.now)
    if let reason {
      core?.retired(self)
      // What it says last, such as a GOAWAY with the cause, may help whoever looks there.
      send()
      session.fail(reason)
    } else if session.isHeldBack {
      socket.pauseReading()
    }
    sendLater()
  }

  func socketDidDrain(_ socket: Socket) { send() }

  func socketDidEndInput(_ socket: Socket) {
    let status = Status(.unavailable, "The connection to \(socket.peer) was closed by the server.")
    reason = reason ?? status
    core?.retired(self)
    session.fail(status)
    socket.close()
  }

  func socketDidClose(_ socket: Socket, _ error: NetError?) {
    let words = error?.description ?? "The connection to \(socket.peer) was closed."
    session.fail(Status(.unavailable, words))
    core?.closed(self)
  }
}

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
    let status = Status(.unavailable, "No TLS with \(socket.peer): \(error).")
    reason = reason ?? status
    core?.retired(self)
    session.fail(status)
    socket.close()
  }
}
