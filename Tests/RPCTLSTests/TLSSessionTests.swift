// SPDX-License-Identifier: Apache-2.0

internal import RPCTLS
internal import Testing

@Suite("A TLS session")
struct TLSSessionTests {
  private let identity: TLSIdentity

  init() throws {
    identity = try SelfSignedCertificate.make(for: ["quotes.test", "127.0.0.1"], days: 1)
  }

  @Test(
    "carries bytes both ways however the network cuts them",
    arguments: [1, 7, 1_000, 100_000])
  func bothWays(piece: Int) throws {
    var pair = try pair()
    let question = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try pair.client.send(question.span)
    try pair.exchange(piece: piece)
    #expect(pair.heardByServer == question)
    let answer = Array("It answers.".utf8)
    try pair.server.send(answer.span)
    try pair.exchange(piece: piece)
    #expect(pair.heardByClient == answer)
  }

  @Test(
    "agrees on the first of the server's protocols that the client offers",
    arguments: [
      (["h2", "http/1.1"], ["http/1.1", "h2"], "h2"),
      (["h2", "http/1.1"], ["http/1.1"], "http/1.1"),
      (["quotes-delimited/1", "h2"], ["h2", "quotes-delimited/1"], "quotes-delimited/1"),
    ])
  func chooses(ours: [String], offered: [String], chosen: String) throws {
    var pair = try pair(ours: ours, offered: offered)
    try pair.exchange()
    #expect(pair.server.applicationProtocol == chosen)
    #expect(pair.client.applicationProtocol == chosen)
  }

  @Test("takes a client that offers no protocol, and says that there is none")
  func offersNone() throws {
    var pair = try pair(offered: [])
    try pair.exchange()
    #expect(pair.server.isEstablished && pair.client.isEstablished)
    #expect(pair.server.applicationProtocol == nil)
  }

  @Test("refuses a client that offers other protocols only, and both are told why")
  func noCommonProtocol() throws {
    var pair = try pair(offered: ["smtp"])
    pair.exchangeToTheEnd()
    #expect(pair.serverFailure == .noCommonProtocol)
    #expect(pair.clientFailure == .noCommonProtocol)
  }

  @Test(
    "trusts a certificate for the names that it has, and for no others",
    arguments: [
      ("quotes.test", nil), ("127.0.0.1", nil), ("other.test", "hostname mismatch"),
      ("127.0.0.2", "IP address mismatch"), ("sub.quotes.test", "hostname mismatch"),
    ] as [(String, String?)])
  func names(host: String, problem: String?) throws {
    var pair = try pair(host: host)
    pair.exchangeToTheEnd()
    #expect(pair.clientFailure == problem.map { .peerNotTrusted($0) })
    #expect(pair.client.isEstablished == (problem == nil))
  }

  @Test("does not trust a certificate that nobody vouches for")
  func stranger() throws {
    let other = try SelfSignedCertificate.make(for: ["quotes.test"], days: 1)
    var pair = try pair(trusting: other.certificates)
    pair.exchangeToTheEnd()
    #expect(pair.clientFailure == .peerNotTrusted("self-signed certificate"))
    #expect(pair.heardByServer.isEmpty)
  }

  @Test("does not trust a certificate that is over")
  func expired() throws {
    let old = try SelfSignedCertificate.make(for: ["quotes.test"], days: -1)
    var pair = try pair(server: old, trusting: old.certificates)
    pair.exchangeToTheEnd()
    #expect(pair.clientFailure == .peerNotTrusted("certificate has expired"))
  }

  @Test("knows a client by its certificate where one is asked for")
  func mutual() throws {
    let reader = try SelfSignedCertificate.make(for: ["reader.test"], days: 1)
    var pair = try pair(clients: reader.certificates, client: reader)
    try pair.exchange()
    #expect(pair.server.peerName == "reader.test")
  }

  @Test("refuses a client without a certificate, or with a stranger's, where one is asked for")
  func mutualRefusal() throws {
    let known = try SelfSignedCertificate.make(for: ["reader.test"], days: 1)
    for client in [nil, identity] {
      var pair = try pair(clients: known.certificates, client: client)
      let secret = Array("secret".utf8)
      try pair.client.send(secret.span)
      pair.exchangeToTheEnd()
      #expect(pair.serverFailure != nil)
      #expect(pair.heardByServer.isEmpty)
      #expect(!pair.server.isEstablished)
    }
  }

  @Test("says that the other side has ended, which a connection that is cut does not")
  func ends() throws {
    var pair = try pair()
    try pair.exchange()
    #expect(!pair.server.inputEnded)
    pair.client.end()
    try pair.exchange()
    #expect(pair.server.inputEnded)
    let more = [UInt8](repeating: 0x17, count: 1 << 20)
    var plaintext: [UInt8] = []
    try pair.server.receive(more.span, into: &plaintext)
    #expect(plaintext.isEmpty)
    #expect(pair.server.incompleteBytes == 0, "What comes after the end is not kept.")
  }

  @Test(
    "fails at bytes that are not TLS's, and has an alert to send",
    arguments: [Array("GET / HTTP/1.1\r\n\r\n".utf8), [UInt8](repeating: 0x16, count: 64)])
  func rubbish(bytes: [UInt8]) throws {
    let server = try TLSSession(server: serverContext())
    var plaintext: [UInt8] = []
    #expect(throws: TLSError.self) { try server.receive(bytes.span, into: &plaintext) }
    #expect(plaintext.isEmpty)
  }

  @Test("fails where a byte of a record was changed on the way")
  func altered() throws {
    var pair = try pair()
    try pair.exchange()
    let words = Array("Take care of the sense.".utf8)
    try pair.client.send(words.span)
    var bytes: [UInt8] = []
    try pair.client.takeOutput(into: &bytes)
    bytes[bytes.count - 1] ^= 1
    var plaintext: [UInt8] = []
    #expect(throws: TLSError.self) { try pair.server.receive(bytes.span, into: &plaintext) }
    #expect(plaintext.isEmpty)
  }
}

extension TLSSessionTests {
  private func serverContext(
    _ identity: TLSIdentity? = nil, clients: [UInt8]? = nil,
    protocols: [String] = ["h2", "http/1.1"]
  ) throws -> TLSContext {
    try TLSContext(
      server: identity ?? self.identity, clients: clients.map { .authorities($0) },
      protocols: protocols)
  }

  private func pair(
    host: String = "quotes.test", server: TLSIdentity? = nil, trusting: [UInt8]? = nil,
    clients: [UInt8]? = nil, client: TLSIdentity? = nil, ours: [String] = ["h2", "http/1.1"],
    offered: [String] = ["h2"]
  ) throws -> Pair {
    let context = try TLSContext(
      client: client, servers: .authorities(trusting ?? identity.certificates),
      protocols: offered)
    return Pair(
      client: try TLSSession(client: context, host: host),
      server: try TLSSession(server: serverContext(server, clients: clients, protocols: ours)))
  }
}
