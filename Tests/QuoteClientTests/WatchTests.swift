// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import Synchronization
internal import Testing

@Suite("A client's watch", .timeLimit(.minutes(5)))
struct WatchTests {
  private let gone = Status(.unavailable, "The server shuts down.")
  private let wrong = Status(.notFound, "There is no calendar x.")

  /// What a watch brings until it ends, how it ends, what was asked, and how often it was
  /// interrupted.
  private func watch(
    _ watches: [(dates: [String], end: Status)], over transport: QuoteClient.TransportProtocol
  ) async throws -> (dates: [String], end: Status?, asked: [String], interruptions: Int) {
    let server = try ScriptedServer(.init(watches: watches))
    let client = try QuoteClient(server: server.address, protocol: transport)
    let interruptions = Mutex(0)
    var dates: [String] = []
    var end: Status?
    do {
      let days = client.watch(calendar: "x") { _, _ in interruptions.withLock { $0 += 1 } }
      for try await daily in days { dates.append(daily.date) }
    } catch {
      end = error
    }
    await client.close()
    await server.stop()
    let asked = server.requests.map { request in
      if case .watch(let request) = request { request.afterDate } else { "another call" }
    }
    return (dates, end, asked, interruptions.withLock { $0 })
  }

  @Test(
    "goes on behind the last day where it was interrupted",
    arguments: QuoteClient.TransportProtocol.allCases)
  func resumes(over transport: QuoteClient.TransportProtocol) async throws {
    let told = try await watch(
      [
        (["2026-11-29", "2026-11-30"], gone), ([], gone), (["2026-12-01"], wrong),
      ], over: transport)
    #expect(told.dates == ["2026-11-29", "2026-11-30", "2026-12-01"])
    #expect(told.end == wrong)
    #expect(told.asked == ["", "2026-11-30", "2026-11-30"])
    #expect(told.interruptions == 2)
  }

  @Test(
    "throws what goes wrong before the first day",
    arguments: QuoteClient.TransportProtocol.allCases)
  func fails(over transport: QuoteClient.TransportProtocol) async throws {
    let told = try await watch([([], gone)], over: transport)
    #expect(told.end == gone)
    #expect(told.asked == [""])
    #expect(told.interruptions == 0)
  }
}
