// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteServices
internal import RPCCore
internal import Synchronization
internal import Testing

@Suite("A gate")
struct GateTests {
  private static func limits(
    address: CallLimits.Limit? = nil, token: CallLimits.Limit? = nil
  ) -> CallLimits {
    CallLimits(perAddress: address, perToken: token, failuresPerAddress: { _ in nil })
  }

  private func gate(
    of desk: TestDesk, _ limits: CallLimits, needsToken: Bool
  ) -> ((inout CallContext) throws(Status) -> Void)? {
    var router = Router()
    CallGate(
      authority: Authority(admitsUnixSockets: false, proxies: .none, limits: limits),
      reader: CatalogueReader(desk.catalogue.snapshots), needsToken: needsToken
    ).guardCalls(of: &router)
    return router.gate
  }

  private func context(token: String? = nil) -> CallContext {
    var context = CallContext(peer: TestDesk.stranger)
    if let token { context.metadata.append("authorization", Array("Bearer \(token)".utf8)) }
    return context
  }

  @Test("isn't there where reading is open and nobody is limited: it costs nothing")
  func open() throws {
    #expect(gate(of: try TestDesk(), Self.limits(), needsToken: false) == nil)
  }

  @Test("lets nobody read without a token where that is asked for, and everybody with one")
  func closed() async throws {
    let desk = try TestDesk()
    let pass = try #require(gate(of: desk, Self.limits(), needsToken: true))
    for (role, token) in [
      (Role.reader, try await desk.token(.reader).secret),
      (.admin, try await desk.token(.admin).secret),
    ] {
      var context = context(token: token)
      #expect(throws: Never.self, "\(role)") { try pass(&context) }
    }
    for (token, reason) in [(nil, "TOKEN_MISSING"), ("quoted_x", "TOKEN_UNKNOWN")] {
      var context = context(token: token)
      let status = #expect(throws: Status.self) { try pass(&context) }
      #expect(status?.code == .unauthenticated)
      #expect(status?.reason == reason)
    }
  }

  @Test("counts a call for its address, and for its token where it has one that holds")
  func counts() async throws {
    let desk = try TestDesk()
    let made = try await desk.token(.reader)
    let gone = try await desk.token(.reader)
    _ = try await desk.catalogue.revokeToken(id: gone.id, by: .local)
    let (addresses, tokens) = (TestDesk.Limits(), TestDesk.Limits())
    let pass = try #require(
      gate(
        of: desk, Self.limits(address: { addresses.take($0) }, token: { tokens.take($0) }),
        needsToken: false))
    for token in [nil, made.secret, gone.secret, "quoted_x"] {
      var context = context(token: token)
      try pass(&context)
    }
    #expect(addresses.asked.withLock { $0 } == Array(repeating: "192.0.2.7", count: 4))
    #expect(tokens.asked.withLock { $0 } == [made.id])
    tokens.isReached.store(true, ordering: .relaxed)
    var context = context(token: made.secret)
    let status = #expect(throws: Status.self) { try pass(&context) }
    #expect(status?.code == .resourceExhausted)
    #expect(status?.message.contains(made.id) == true)
    #expect(status?.message.contains(made.secret) == false)
  }

  @Test("tells who calls too often how long to wait, in whole milliseconds rounded up")
  func tooOften() throws {
    let limit: CallLimits.Limit = { _ in .nanoseconds(1_000_001) }
    let pass = try #require(
      gate(of: try TestDesk(), Self.limits(address: limit), needsToken: false))
    var context = context()
    let status = #expect(throws: Status.self) { try pass(&context) }
    #expect(status?.reason == "RATE_LIMITED")
    #expect(status?.details.contains(.retryInfo(delay: .milliseconds(2))) == true)
  }
}
