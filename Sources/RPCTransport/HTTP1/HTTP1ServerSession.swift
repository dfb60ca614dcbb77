// SPDX-License-Identifier: Apache-2.0

package import RPCCore
internal import RPCHTTP1

/// The server's side of a connection that speaks HTTP/1.1: answers its requests one after the other,
/// in their order, and reads no further while one is being answered.
package final class HTTP1ServerSession: ServerSession {
  package weak var host: (any SessionHost)?
  package private(set) var lastCall: UInt32 = 0

  let services: Services
  private let web: WebDoor
  private let peer: Peer
  private let reader: HTTP1Reader
  let tasks: ConnectionTasks
  var now: UInt64
  var exchange: WebExchange?
  /// How the answer to the request that is served must be sent.
  var manner = HTTP1Manner()
  /// What waits to be handed out.
  var pending: [UInt8] = []
  /// What came behind a request that is being answered, and how far it is read.
  private var unread: [UInt8] = []
  private var unreadOffset = 0
  private(set) var isDraining = false
  private var hasInputEnded = false
  /// Whether the exchange waits for room, which is there when all was handed out.
  var awaitsRoom = false
  /// What the exchange's task takes, in bytes.
  var heldBytes = 0
  private var end = End.none
  private var requestDeadline = Deadline.never
  /// Requests that may still begin in this turn.
  private var turnRequests = 0
  /// What the connection makes the server hold.
  private var share: ReplyRoom.Share

  private enum End: Equatable {
    case none
    /// With the reason for the log, where something went wrong.
    case afterOutput(String?)
  }

  /// Requests that one turn serves at most, so that who sends many ahead keeps nobody waiting.
  private static let requestsOfTurn = 64
  /// A client may send so many bytes ahead of the answer to its last request.
  private static let aheadBytes = 256 << 10
  /// What is read of them is let go when it is more bytes than this.
  private static let readBytesKept = 64 << 10
  /// The body of a request that is refused is read to its end up to so many bytes.
  static let droppedBytes = 64 << 10
  private static let alwaysHeldBytes = 64 << 10

  /// Creates a session.
  package init(services: Services, web: WebDoor, peer: Peer, now: UInt64) {
    self.services = services
    self.web = web
    self.peer = peer
    self.now = now
    tasks = ConnectionTasks(calls: Self.callsAtATime)
    share = ReplyRoom.Share(of: services.share.room)
    reader = HTTP1Reader(limits: HTTP1Limits(services.limits))
  }

  /// One, but those that were given up may take a while to end.
  private static let callsAtATime = 8

  package var callsInFlight: Int { isServing ? 1 : 0 }

  /// At once, where more may be read by another turn.
  package var nextDeadline: Deadline {
    turnRequests == 0 && mayReadLater ? Deadline(nanoseconds: now) : requestDeadline
  }

  package func receive(_ bytes: Span<UInt8>, now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    self.now = now
    turnRequests = Self.requestsOfTurn
    guard end == .none else { return verdict(&output) }
    if isAnswering || unreadCount > 0 {
      keep(bytes)
    } else {
      let rest = read(bytes)
      if rest < bytes.count { keep(bytes.extracting(rest...)) }
    }
    return verdict(&output)
  }

  package func inputEnded(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    self.now = now
    hasInputEnded = true
    // Who has closed one side may still read an answer that comes by itself; one that may last for
    // ever it would wait for in vain, were it gone.
    if let exchange, isServing, !isAnswering || exchange.isStreaming {
      exchange.cancel()
      end = .afterOutput(nil)
    }
    return verdict(&output)
  }

  package func outputDrained(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    self.now = now
    return verdict(&output)
  }

  package func drain(now: UInt64, output: inout [UInt8]) {
    self.now = now
    isDraining = true
    if !isServing, !reader.isWithinRequest { end = .afterOutput(nil) }
  }

  package func drainVerdict(now: UInt64, _ output: inout [UInt8]) -> SessionVerdict {
    drain(now: now, output: &output)
    return verdict(&output)
  }

  package func expire(now: UInt64, output: inout [UInt8]) -> SessionVerdict {
    self.now = now
    turnRequests = Self.requestsOfTurn
    guard requestDeadline.nanoseconds <= now else { return verdict(&output) }
    requestDeadline = .never
    if let exchange, isServing {
      manner.closes = manner.closes || !isAnswering
      exchange.deadlinePassed()
    } else if reader.isWithinRequest {
      services.counters.add(.handshakeTimedOut)
      refuse(.requestTimeout, "The request did not come in time.\n", "Its request came too slowly.")
    }
    return verdict(&output)
  }

  package func connectionLost() {
    exchange?.cancel()
    exchange = nil
    share.set(0)
  }
}

extension HTTP1ServerSession {
  /// Whether a request is being read or answered.
  private var isServing: Bool { exchange.map { !$0.isDone } ?? false }

  /// Whether a whole request is being answered.
  private var isAnswering: Bool { isServing && manner.isWhole }

  private var unreadCount: Int { unread.count - unreadOffset }

  /// Whether the next request may be read: the last is answered, and most of the answer is on its
  /// way.
  private var mayRead: Bool {
    end == .none && !isAnswering && (isServing || !manner.closes && turnRequests > 0)
      && pending.count < services.limits.outputPieceBytes
  }

  /// Whether something is left to read that only waits for another turn.
  private var mayReadLater: Bool {
    end == .none && !isServing && !manner.closes && unreadCount > 0
      && pending.count < services.limits.outputPieceBytes
  }

  private func keep(_ bytes: Span<UInt8>) {
    guard unreadCount + bytes.count <= Self.aheadBytes else {
      // Nobody waits for so much; what is under way is answered.
      manner.closes = true
      hasInputEnded = true
      return
    }
    if unreadOffset > Self.readBytesKept {
      unread.removeSubrange(..<unreadOffset)
      unreadOffset = 0
    }
    unread.append(copying: bytes)
  }

  /// Reads requests; answers how far.
  private func read(_ bytes: Span<UInt8>) -> Int {
    var offset = 0
    do throws(HTTP1Error) {
      while mayRead, offset < bytes.count {
        guard let event = try reader.next(bytes, from: &offset) else { break }
        take(event)
      }
    } catch {
      fail(error)
      return bytes.count
    }
    waitForMore()
    return offset
  }

  private func readUnread() {
    while mayRead, unreadCount > 0 {
      let bytes = unread
      unreadOffset += read(bytes.span.extracting(unreadOffset...))
    }
    guard unreadCount == 0, !unread.isEmpty else { return }
    unread = []
    unreadOffset = 0
  }

  private func take(_ event: HTTP1Event) {
    switch event {
    case .head(let head):
      lastCall &+= 1
      turnRequests -= 1
      requestDeadline = .never
      manner = HTTP1Manner(head)
      let exchange = WebExchange(WebHead(head), from: peer, at: services, web, on: self)
      self.exchange = exchange
      exchange.begin()
      if head.expectsContinue, !exchange.isDone { pending += HTTP1Response.goOn }
    case .end(let body):
      manner.isWhole = true
      requestDeadline = exchange?.deadline ?? .never
      exchange?.end(body)
      if !isServing { requestDeadline = .never }
    }
  }

  /// Sets until when what has begun to come must be whole.
  private func waitForMore() {
    guard reader.isWithinRequest, end == .none else { return }
    guard reader.heldBytes <= heldLimitBytes else {
      return refuse(.unavailable, "Too much waits on the server: try again later.\n", nil)
    }
    guard let exchange, !manner.isWhole else {
      // From its first byte on, so that nobody holds a connection by sending slowly.
      let patience = services.limits.handshakeMilliseconds.millisecondsInNanoseconds
      if requestDeadline == .never {
        requestDeadline = Deadline(now: now, timeoutNanoseconds: patience)
      }
      return
    }
    requestDeadline = services.patience(exchange.deadline, now)
  }

  private var heldLimitBytes: Int {
    share.roomIsFull ? Self.alwaysHeldBytes : services.limits.waitingRequestBytes
  }

  private func fail(_ error: HTTP1Error) {
    services.counters.add(.protocolBroken)
    if case .bodyTooLarge = error, let exchange, isServing {
      manner.closes = true
      exchange.bodyIsTooLarge()
      end = .afterOutput("A request's body was too large.")
      return
    }
    refuse(error.status, error.description + "\n", "It broke HTTP/1.1's rules: \(error)")
  }

  /// Refuses what can't be read any further.
  private func refuse(_ status: HTTP1Status, _ text: String, _ reason: String?) {
    requestDeadline = .never
    if let exchange, isServing {
      manner.closes = true
      let isFull = status == .unavailable
      exchange.giveUp(
        isFull ? .tooMuchWaitsInAll : .malformedRequest(String(text.dropLast())))
    } else {
      manner = .last
      respond(
        WebAnswer(
          status: status.code, fields: [WebField("content-type", "text/plain; charset=utf-8")],
          body: Array(text.utf8)))
    }
    end = .afterOutput(reason)
  }

  /// Hands out what waits, goes on reading where it may, and says what becomes of the connection.
  private func verdict(_ output: inout [UInt8]) -> SessionVerdict {
    readUnread()
    if !pending.isEmpty {
      if output.isEmpty { swap(&output, &pending) } else { output += pending }
      pending = []
    }
    if awaitsRoom {
      awaitsRoom = false
      exchange?.makeRoom()
    }
    countHeld()
    if case .afterOutput(let reason) = end { return .closeAfterOutput(reason: reason) }
    let isLast = manner.closes || isDraining && !reader.isWithinRequest
    if !isServing, isLast || hasInputEnded && unreadCount == 0 {
      return .closeAfterOutput(reason: nil)
    }
    return .open
  }

  func countHeld() {
    share.set(pending.count + unread.count + reader.heldBytes + heldBytes)
  }

  /// Seconds since 1970.
  var wallClock: Int64 { web.service.wallClock() }
}
