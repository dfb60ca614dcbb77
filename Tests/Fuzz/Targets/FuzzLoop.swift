// SPDX-License-Identifier: Apache-2.0

internal import CFuzz
internal import RPCCore
internal import RPCTransport
internal import Synchronization

/// What a server's session needs of an event loop, without one: tasks run on this thread when they
/// are let, and what they send is handed on at once.
final class FuzzLoop {
  /// What happened in the handlers, in order.
  let log = CallLog()
  let tasks: CallTasks
  let services: Services
  private let mail = Mail()

  /// What waits for the loop.
  private final class Mail: Sendable {
    typealias Work = @Sendable (CallTasks) -> Void
    private let works = Mutex<[Work]>([])

    func append(_ work: @escaping Work) -> Bool {
      works.withLock { $0.append(work) }
      return true
    }

    func takeAll() -> [Work] {
      works.withLock { works in
        defer { works = [] }
        return works
      }
    }
  }

  init(_ limits: Limits) {
    tasks = CallTasks(limit: limits.runningCalls) { [mail] work in mail.append(work) }
    let share = LoopShare(
      limits: limits, encodeStatusDetails: { _ in [0xD, 0xE] }, counters: ServerCounters(),
      tasks: tasks, clock: { 0 }, callReporting: nil, unknownMethods: MethodTally(nil, .unary),
      floodHasGone: {})
    services = Services(router: .fuzzed(log), share: share)
  }

  /// Lets the tasks run until none can, and hands on what they send. A task that runs for ever ends
  /// the process.
  func turn() {
    for _ in 0..<100_000 {
      if fuzz_run_job() { continue }
      let works = mail.takeAll()
      if works.isEmpty { return }
      for work in works { work(tasks) }
    }
    fatalError("The tasks never come to rest.")
  }
}

/// What the handlers of a fuzzed server were given, one line each.
final class CallLog: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A message that is its bytes.
struct FuzzMessage: WireMessage {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(wire: Span<UInt8>) throws(WireError) {
    bytes = []
    bytes.append(copying: wire)
    if bytes.first == 0xBB { throw .malformed(message: "FuzzMessage") }
  }

  func append(to bytes: inout [UInt8]) { bytes += self.bytes }
}

/// A method of a fuzzed server; what sets them apart is their names.
protocol FuzzMethod: RPCMethod where Request == FuzzMessage, Response == FuzzMessage {
  static var name: String { get }
}

extension FuzzMethod {
  static var path: MethodPath { MethodPath(service: "f.S", method: name) }
}

/// Answers at once.
enum Inline: FuzzMethod { static let name = "Inline" }
/// Fails at once.
enum Failing: FuzzMethod { static let name = "Failing" }
/// Answers at once or later, as its request's first byte says.
enum Sometimes: FuzzMethod { static let name = "Sometimes" }
/// Answers by a stream.
enum Count: FuzzMethod { static let name = "Count" }
/// Reads a stream.
enum Sum: FuzzMethod { static let name = "Sum" }
/// Answers each request of a stream.
enum Mirror: FuzzMethod { static let name = "Mirror" }

extension Router {
  /// Serves every kind of method, each of which notes what it is given.
  static func fuzzed(_ log: CallLog) -> Router {
    var router = Router()
    router.on(Inline.self) { request, context throws(Status) in
      log.append("Inline \(request.bytes) \(context.metadata.entries) \(context.deadline)")
      context.initialMetadata.append("a-bin", request.bytes)
      return request
    }
    router.on(Failing.self) { request, context throws(Status) in
      log.append("Failing \(request.bytes)")
      context.trailingMetadata.append("b", [0x62])
      throw Status(.notFound, "é%\(request.bytes.count)")
    }
    router.onReady(Sometimes.self) { request, _, output throws(Status) in
      log.append("Sometimes \(request.bytes)")
      output.append(contentsOf: request.bytes)
      return (request.bytes.first ?? 0) < 100 ? .now : .later
    } orLater: { request, _ async throws(Status) in
      log.append("Later \(request.bytes)")
      return request
    }
    router.onStream(Count.self) { request, _, replies async throws(Status) in
      log.append("Count \(request.bytes)")
      for number in 0..<(request.bytes.first ?? 0) {
        try await replies.send(FuzzMessage([UInt8](repeating: number, count: Int(number) * 4)))
      }
      if request.bytes.count > 1 { throw Status(.aborted, "It was asked to fail.") }
    }
    router.onRequests(Sum.self) { requests, _ async throws(Status) in
      var sum = 0
      for try await request in requests { sum += request.bytes.count }
      log.append("Sum \(sum)")
      return FuzzMessage(Array("\(sum)".utf8))
    }
    router.onBidirectional(Mirror.self) { requests, _, replies async throws(Status) in
      for try await request in requests {
        if request.bytes.first == 0 { return }
        try await replies.send(request)
      }
    }
    return router
  }
}
