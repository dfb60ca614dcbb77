// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCNet
internal import RPCTLS

/// How a connection begins: with TLS or without, then by the protocol that it speaks.
extension Connection {
  /// Does what its first bytes, or the first within TLS, ask for.
  func begin(_ finding: Sniffer.Finding, with held: [UInt8], _ bytes: Span<UInt8>) {
    if let reason = refusal(of: finding) {
      services.counters.add(.protocolNotPermitted)
      return close(reason)
    }
    switch finding {
    case .http2:
      services.counters.add(.http2Connection)
      farewell = .http2ConnectionClosed
      serve(server.makeGRPCSession(services, caller), held, bytes)
    case .delimited:
      services.counters.add(.delimitedConnection)
      farewell = .delimitedConnectionClosed
      serve(DelimitedSession(services: services, peer: caller), held, bytes)
    case .http1:
      if let web = services.web {
        services.counters.add(.http1Connection)
        farewell = .http1ConnectionClosed
        let now = socket.loop.now
        serve(
          HTTP1ServerSession(services: services, web: web, peer: caller, now: now), held, bytes)
        return
      }
      services.counters.add(.http1Refused)
      var reply = HTTP1Refusal.reply
      write(&reply)
      close("It speaks HTTP/1, which is not served here.")
    case .tls:
      beginTLS(held, bytes)
    case .unknown, .undecided:
      services.counters.add(.unknownProtocolRefused)
      close("It began with bytes of no protocol that is served here.")
    }
  }

  private func serve(_ session: any ServerSession, _ held: [UInt8], _ bytes: Span<UInt8>) {
    state = .serving(session)
    session.host = self
    var first = held
    first.append(copying: bytes)
    run(session) { session.receive(first.span, now: socket.loop.now, output: &$0) }
    if times.isLeavingEarly { drain() }
    if case .serving = state { arm() }
  }

  /// Starts TLS, within which the client then shows what it speaks.
  private func beginTLS(_ held: [UInt8], _ bytes: Span<UInt8>) {
    guard let context = server.tls?.current, secure == nil else {
      services.counters.add(.tlsRefused)
      return close("It speaks TLS, which is not served here.")
    }
    do throws(TLSError) {
      secure = SecureLayer(try TLSSession(server: context), on: socket)
    } catch {
      return close("No TLS: \(error).")
    }
    services.counters.add(.tlsConnection)
    state = .sniffing(Sniffer())
    var first = held
    first.append(copying: bytes)
    if let secure { decrypt(first.span, secure) }
  }

  /// Counts that the connection has gone.
  func countEnd() {
    if let farewell { services.counters.add(farewell) }
    if secure != nil { services.counters.add(.tlsConnectionClosed) }
  }

  /// Takes what the socket has brought.
  func decrypt(_ bytes: Span<UInt8>, _ secure: SecureLayer) {
    do throws(TLSError) {
      let answered = try secure.read(bytes) { take($0) }
      written += answered
      // TLS answers by itself too: who doesn't read that is held back like any other.
      if case .serving(let session) = state { heedOutput(session, socket.loop.now) }
    } catch {
      services.counters.add(.tlsFailed)
      return close("TLS failed: \(error).")
    }
    if secure.session.inputEnded { socketDidEndInput(socket) }
  }

  /// Why what the client speaks may not be spoken here; nil where it may. HTTP/2 is agreed on by
  /// name where there is TLS (RFC 9113, section 3.2); of the others the first bytes are enough.
  private func refusal(of finding: Sniffer.Finding) -> String? {
    guard let secure else {
      let isPlain = finding != .tls
      return isPlain && entrance.requiresTLS
        ? "It speaks no TLS, which this address asks for." : nil
    }
    let agreed = secure.session.applicationProtocol
    switch finding {
    case .http2 where agreed != ApplicationProtocol.http2:
      return "It speaks HTTP/2 within TLS, but did not agree on h2 (ALPN)."
    case .delimited where agreed != nil && agreed != ApplicationProtocol.delimited:
      return "It agreed on \(agreed ?? "") (ALPN), but speaks the delimited protocol."
    case .http1 where agreed != nil && agreed != ApplicationProtocol.http1:
      return "It agreed on \(agreed ?? "") (ALPN), but speaks HTTP/1."
    default: return nil
    }
  }

  /// Who calls, as far as TLS tells more than the address does.
  private var caller: Peer {
    guard let secure else { return peer }
    return peer.secured(certificateName: secure.session.peerName)
  }
}
