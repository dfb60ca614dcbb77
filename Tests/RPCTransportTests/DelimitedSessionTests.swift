// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport
internal import Testing

@Suite("The server's side of the delimited protocol")
struct DelimitedSessionTests {
  @Test("answers the preface by its own and its limits, however it is cut", arguments: 0...4)
  func preface(cut: Int) throws {
    var peer = DelimitedPeer()
    #expect(peer.send(Array(DelimitedPreface.bytes[..<cut])) == .open)
    #expect(peer.output.isEmpty == (cut < 4))
    #expect(peer.send(Array(DelimitedPreface.bytes[cut...])) == .open)
    let reply = try #require(peer.replies().first)
    #expect(reply.id == 0 && reply.status == nil && !reply.isLast)
    #expect(reply.limits?.maxCallBytes == UInt32(peer.limits.messageBytes))
    #expect(reply.limits?.maxReplyBytes == UInt32(peer.limits.replyBytes))
    #expect(reply.limits?.maxCallsInFlight == UInt32(peer.limits.concurrentStreams))
    #expect(reply.limits?.idleTimeoutMilliseconds == UInt32(peer.limits.idleMilliseconds))
  }

  @Test("refuses another preface and says which it wants", arguments: 0..<4)
  func wrongPreface(place: Int) {
    var peer = DelimitedPeer()
    var preface = DelimitedPreface.bytes
    preface[place] ^= 2
    let verdict = peer.send(preface + [1, 2, 3])
    let reply = peer.replies().first
    #expect(reply?.id == 0)
    #expect(reply?.status?.message.contains("89 51 44 01") == true)
    #expect(verdict == .closeAfterOutput(reason: reply?.status?.message))
  }

  @Test("answers many calls of one piece in their order, and the calls between them")
  func manyCalls() {
    var peer = DelimitedPeer.open()
    var bytes: [UInt8] = []
    for id in 1...40 as ClosedRange<UInt32> {
      bytes.append(delimited: call(id * 3, EchoMethod.self, Array("\(id)".utf8)))
    }
    #expect(peer.send(bytes) == .open)
    let replies = peer.replies()
    #expect(replies.map(\.id) == (1...40).map { $0 * 3 })
    #expect(replies.map(\.message) == (1...40).map { Array("\($0)".utf8) })
    #expect(replies.allSatisfy { $0.isLast && $0.status == nil })
  }

  @Test("answers a call however it is cut")
  func cuts() {
    var bytes: [UInt8] = []
    bytes.append(delimited: call(1, EchoMethod.self, [1, 2, 3]))
    bytes.append(delimited: call(2, EchoMethod.self, []))
    for cut in bytes.indices {
      var peer = DelimitedPeer.open()
      peer.send(Array(bytes[..<cut]))
      peer.send(Array(bytes[cut...]))
      #expect(peer.replies().map(\.message) == [[1, 2, 3], []])
    }
  }

  @Test("gives the handler metadata and deadline of its own call, and nothing of another's")
  func context() {
    var peer = DelimitedPeer.open()
    var first = call(1, ContextMethod.self, [])
    first.metadata.append("a", [1])
    first.metadata.append("b-bin", [0, 255])
    first.metadata.append("a", [2])
    first.timeoutMilliseconds = 7
    peer.send(first)
    peer.send(call(2, ContextMethod.self, []))
    let texts = peer.replies().map { String(decoding: $0.message, as: UTF8.self) }
    #expect(texts == ["a=[1] b-bin=[0, 255] a=[2] \(DelimitedPeer.now + 7_000_000)", "never"])
  }

  @Test("sends a handler's status with its details")
  func status() {
    var peer = DelimitedPeer.open()
    peer.send(call(5, FailMethod.self, []))
    var expected = DelimitedReply(id: 5)
    expected.isLast = true
    expected.status = DelimitedStatus(
      code: 5, message: FailMethod.status.message, details: [0xD, 0xE])
    #expect(peer.replies() == [expected])
  }

  @Test("refuses a call without harm to the next")
  func refusals() {
    var peer = DelimitedPeer.open()
    peer.send(call(1, MissingMethod.self, []))
    peer.send(call(2, EchoMethod.self, [0xBB]))
    peer.send(call(3, EchoMethod.self, [3]))
    let replies = peer.replies()
    #expect(replies.map { $0.status?.code } == [12, 13, nil])
    #expect(replies.map(\.isLast) == [true, true, true])
    #expect(replies[0].status?.message == "There is no method /test.Service/Missing here.")
    #expect(replies[2].message == [3])
  }

  @Test("keeps a response within what the caller takes, to the byte")
  func maxReplyBytes() {
    var peer = DelimitedPeer.open()
    for (id, limit) in [(1, 1_999), (2, 2_000), (3, 2_001), (4, 0)] as [(UInt32, UInt32)] {
      var large = call(id, LargeMethod.self, [2])
      large.maxReplyBytes = limit
      peer.send(large)
    }
    let replies = peer.replies()
    #expect(replies.map { $0.status?.code } == [8, nil, nil, nil])
    #expect(replies.map(\.message.count) == [0, 2_000, 2_000, 2_000])
    #expect(
      replies[0].status?.message
        == "A response of 2000 bytes is more than the 1999 bytes that are taken: ask for less.")
  }

  @Test("keeps a response within its own limit")
  func serverReplyLimit() {
    var peer = DelimitedPeer.open { $0.replyBytes = 2_000 }
    var large = call(1, LargeMethod.self, [2])
    large.maxReplyBytes = 1_000_000
    peer.send(large)
    peer.send(call(2, LargeMethod.self, [1]))
    #expect(peer.replies().map { $0.status?.code } == [8, nil])
  }

  @Test(
    "ends the connection with a status of id 0 after what no call can be blamed for",
    arguments: [
      ("an id that repeats", [5, 8, 1, 18, 1, 0x2F, 5, 8, 1, 18, 1, 0x2F], 13),
      ("the id 0", [2, 18, 0], 13),
      ("bytes that are no Call", [2, 8, 0x80], 13),
      ("text that is not UTF-8", [5, 8, 1, 18, 1, 0xFF], 13),
      ("a message above the limit", [0x81, 0x80, 0x80, 0x02], 8),
      ("a message of four gigabytes", [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], 8),
      ("a length of six bytes", [0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 13),
    ] as [(String, [UInt8], Int32)])
  func faults(name: String, bytes: [UInt8], code: Int32) throws {
    var peer = DelimitedPeer.open()
    let verdict = peer.send(bytes)
    let last = try #require(peer.replies().last, "\(name)")
    #expect(last.id == 0)
    #expect(last.status?.code == code)
    #expect(verdict == .closeAfterOutput(reason: last.status?.message))
    // It is deaf from then on.
    peer.send(call(9, EchoMethod.self, []))
    #expect(peer.replies().isEmpty)
  }

  @Test(
    "counts once, and names, a connection that ends where it must not",
    arguments: [
      ([0x89, 0x51], "It ended within the preface."),
      (DelimitedPreface.bytes + [5, 8], "It ended within a message."),
    ] as [([UInt8], String)])
  func endsWithin(bytes: [UInt8], reason: String) {
    var peer = DelimitedPeer()
    peer.send(bytes)
    for _ in 0..<2 { #expect(peer.endInput() == .closeAfterOutput(reason: reason)) }
    #expect(peer.counters[.protocolBroken] == 1)
  }

  @Test("answers the calls before a fault")
  func answersBeforeFault() {
    var peer = DelimitedPeer.open()
    var bytes: [UInt8] = []
    bytes.append(delimited: call(2, EchoMethod.self, [1]))
    bytes.append(delimited: call(1, EchoMethod.self, [2]))
    bytes.append(delimited: call(3, EchoMethod.self, [3]))
    peer.send(bytes)
    #expect(peer.replies().map(\.id) == [2, 0])
  }

  @Test("ignores the cancellation of a call that has ended, or never was")
  func cancellation() {
    var peer = DelimitedPeer.open()
    peer.send(call(1, EchoMethod.self, [1]))
    for id in [1, 0, 77] as [UInt32] {
      #expect(peer.send(DelimitedCall(id: id, isCancel: true)) == .open)
    }
    peer.send(call(2, EchoMethod.self, [2]))
    #expect(peer.replies().map(\.id) == [1, 2])
  }

  @Test("still answers what came before the end of the input, then closes without blame")
  func halfClose() {
    var peer = DelimitedPeer.open()
    peer.send(call(1, EchoMethod.self, [1]))
    #expect(peer.endInput() == .closeAfterOutput(reason: nil))
    #expect(peer.replies().map(\.id) == [1])
  }

  @Test("says that the input ended within a message")
  func truncated() {
    var peer = DelimitedPeer.open()
    peer.send([9, 8, 1])
    #expect(peer.endInput() == .closeAfterOutput(reason: "It ended within a message."))
  }

  @Test("tells of the drain, answers what was sent before it was read, and closes")
  func drain() {
    var peer = DelimitedPeer.open()
    peer.send(call(1, EchoMethod.self, [1]))
    peer.drain()
    peer.drain()
    #expect(peer.makeRoom() == .open)
    #expect(peer.send(call(2, EchoMethod.self, [2])) == .open)
    let replies = peer.replies()
    #expect(replies.map(\.id) == [1, 0, 2])
    #expect(replies.map(\.isGoingAway) == [false, true, false])
    #expect(replies[2].message == [2] && replies[2].isLast)
    #expect(peer.endInput() == .closeAfterOutput(reason: nil))
  }

  @Test("closes a second after the drain where the client does not", arguments: [true, false])
  func overdueDrain(isOpen: Bool) {
    var peer = isOpen ? DelimitedPeer.open() : DelimitedPeer()
    peer.drain()
    #expect(peer.nextDeadline == Deadline(nanoseconds: DelimitedPeer.now + 1_000_000_000))
    #expect(peer.expire(after: 999_999_999) == .open)
    #expect(peer.expire(after: 1_000_000_000) == .closeAfterOutput(reason: nil))
    #expect(peer.nextDeadline == .never)
  }

  @Test("tells of a drain that came before the preface")
  func earlyDrain() {
    var peer = DelimitedPeer()
    peer.drain()
    #expect(peer.output.isEmpty)
    peer.send(DelimitedPreface.bytes)
    #expect(peer.replies().map(\.isGoingAway) == [false, true])
  }

  @Test("stops once the output is large, and goes on when there is room, to the last call")
  func backpressure() {
    var peer = DelimitedPeer.open { $0.outputPieceBytes = 10_000 }
    var bytes: [UInt8] = []
    for id in 1...50 as ClosedRange<UInt32> {
      bytes.append(delimited: call(id, LargeMethod.self, [4]))
    }
    peer.send(bytes)
    // The input ends while calls wait: they are answered all the same.
    #expect(peer.endInput() == .open)
    var ids: [UInt32] = []
    while !peer.output.isEmpty {
      #expect(peer.output.count < 10_000 + 5_000)
      ids += peer.replies().map(\.id)
      peer.makeRoom()
    }
    #expect(ids == Array(1...50))
    #expect(peer.makeRoom() == .closeAfterOutput(reason: nil))
  }

  @Test("works off what waits while more comes, so that not the input grows but the output")
  func backpressureWhileReading() {
    var peer = DelimitedPeer.open { $0.outputPieceBytes = 10_000 }
    var bytes: [UInt8] = []
    for id in 1...4 as ClosedRange<UInt32> {
      bytes.append(delimited: call(id, LargeMethod.self, [6]))
    }
    peer.send(bytes)
    #expect(peer.replies().map(\.id) == [1, 2])
    // The connection reads on, since little waits in its socket.
    peer.send(call(5, LargeMethod.self, [6]))
    #expect(peer.replies().map(\.id) == [3, 4])
    peer.makeRoom()
    #expect(peer.replies().map(\.id) == [5])
  }

  private func call<Method: RPCMethod>(
    _ id: UInt32, _ method: Method.Type, _ message: [UInt8]
  ) -> DelimitedCall {
    DelimitedCall(id: id, method: "\(Method.path)", message: message)
  }
}

/// A client that is a few arrays.
struct DelimitedPeer {
  static let now: UInt64 = 1_000_000_000
  let limits: Limits
  let tasks: TaskMail
  /// What is counted of calls.
  let tallies: [MethodTally]
  let counters = ServerCounters()
  private let session: DelimitedSession
  private(set) var output: [UInt8] = []

  init(
    router: Router = .forTests(), tasks: TaskMail = TaskMail(),
    _ change: (inout Limits) -> Void = { _ in }
  ) {
    var limits = Limits()
    change(&limits)
    self.limits = limits
    self.tasks = tasks
    tallies = router.tallies + [tasks.unknownMethods]
    let services = Services(router: router, share: tasks.share(limits, counters))
    session = DelimitedSession(services: services, peer: Peer(address: "192.0.2.1:5"))
  }

  /// One whose preface has been exchanged.
  static func open(
    router: Router = .forTests(), tasks: TaskMail = TaskMail(),
    _ change: (inout Limits) -> Void = { _ in }
  ) -> DelimitedPeer {
    var peer = DelimitedPeer(router: router, tasks: tasks, change)
    peer.send(DelimitedPreface.bytes)
    _ = peer.replies()
    return peer
  }

  @discardableResult
  mutating func send(_ bytes: [UInt8]) -> SessionVerdict {
    session.receive(bytes.span, now: Self.now, output: &output)
  }

  @discardableResult
  mutating func send(_ call: DelimitedCall) -> SessionVerdict {
    var bytes: [UInt8] = []
    bytes.append(delimited: call)
    return send(bytes)
  }

  mutating func endInput() -> SessionVerdict {
    session.inputEnded(now: Self.now, output: &output)
  }

  @discardableResult
  mutating func makeRoom() -> SessionVerdict {
    session.outputDrained(now: Self.now, output: &output)
  }

  /// Waits until a task has something for the session, hands it on, and makes room for it.
  @discardableResult
  mutating func takeFromTask() async -> SessionVerdict {
    await tasks.deliver()
    return makeRoom()
  }

  func loseConnection() { session.connectionLost() }

  var callsInFlight: Int { session.callsInFlight }

  mutating func drain() { session.drain(now: Self.now, output: &output) }

  var nextDeadline: Deadline { session.nextDeadline }

  mutating func expire(after nanoseconds: UInt64) -> SessionVerdict {
    session.expire(now: Self.now + nanoseconds, output: &output)
  }

  /// The replies since the last time; the preface before them is passed over.
  mutating func replies() -> [DelimitedReply] {
    var bytes = output[...]
    output = []
    if bytes.starts(with: DelimitedPreface.bytes) { bytes = bytes.dropFirst(4) }
    let piece = Array(bytes)
    var splitter = DelimitedSplitter(limitBytes: .max)
    var offset = 0
    var replies: [DelimitedReply] = []
    while case .inPiece(let range) = try? splitter.next(piece.span, from: &offset) {
      guard let reply = try? DelimitedReply(wire: piece.span.extracting(range)) else {
        Issue.record("No Reply.")
        break
      }
      replies.append(reply)
    }
    #expect(offset == piece.count && !splitter.isWithinMessage)
    return replies
  }
}
