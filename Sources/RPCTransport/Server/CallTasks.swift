// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The calls of one loop that run as tasks: starts them, and brings what they send back to the loop.
///
/// Used on the loop's thread. A task knows its call by a number that is never used again, so what a
/// late one sends can't reach another call.
package final class CallTasks {
  /// Gives the loop work; answers false once the loop has stopped.
  package typealias Execute = @Sendable (@escaping @Sendable (CallTasks) -> Void) -> Bool

  /// The room for what tasks send.
  package let room = ReplyRoom()
  /// What counts them; nil until the loop's other parts are made.
  var counters: ServerCounters?
  private let limit: Int
  private let execute: Execute
  private var running: [UInt64: CallTask] = [:]
  private var lastNumber: UInt64 = 0

  /// Creates a loop's tasks: none yet, and never more than `limit`.
  package init(limit: Int, execute: @escaping Execute) {
    self.limit = limit
    self.execute = execute
  }

  /// How many tasks have not ended, those of calls that are over included.
  package var count: Int { running.count }

  /// Starts the task of a call, which tells `owner` of all that it does. Throws where too many run,
  /// or too many replies wait.
  func start(
    _ answer: LaterAnswer, for owner: any CallTaskOwner, of connection: ConnectionTasks
  ) throws(Status) -> CallTask {
    guard running.count < limit, connection.unfinished < connection.limit else {
      throw Status(.resourceExhausted, "Too many calls are under way: try again later.")
    }
    // Streams may last for ever: some room is left for calls that end by themselves.
    guard !answer.isStream || running.count < limit - limit / 4 else {
      throw Status(.resourceExhausted, "Too many streams are under way: try again later.")
    }
    // What a task answers may be large, and has yet to be made.
    guard !room.isFull, !(answer.isStream && room.isAwaited) else { throw .tooMuchWaitsInAll }
    lastNumber += 1
    let number = lastNumber
    let (execute, reply) = (execute, owner.reply)
    let task = Task {
      let replies = TaskReplies(number: number, reply: reply, execute: execute)
      let result = await answer.result(to: replies)
      _ = execute { $0.ended(number, result) }
    }
    let running = CallTask(task, owner: owner, connection, room)
    self.running[number] = running
    connection.unfinished += 1
    counters?.add(.taskStarted)
    return running
  }

  /// Starts the task of a call that has any number of requests, which it reads from `inbox`.
  func start(
    _ begin: Route.Begin, _ context: CallContext, reading inbox: RequestInbox,
    for owner: any CallTaskOwner, of connection: ConnectionTasks
  ) throws(Status) -> CallTask {
    let requests = TaskRequests(inbox: inbox, number: lastNumber + 1, execute: execute)
    return try start(begin(requests, context), for: owner, of: connection)
  }

  /// The task of a call has taken requests that took so many bytes of the window.
  func freed(_ byteCount: Int, by number: UInt64) { running[number]?.freed(byteCount) }

  fileprivate func claimRoom(
    _ byteCount: Int, for number: UInt64, _ sender: CallTask.Sender
  ) {
    guard let task = running[number] else { return sender.resume(returning: .callIsOver) }
    task.claimRoom(byteCount, sender)
  }

  fileprivate func send(
    _ response: TaskResponse, from number: UInt64, _ sender: CallTask.Sender
  ) {
    guard let task = running[number] else { return sender.resume(returning: .callIsOver) }
    task.send(response, sender)
  }

  private func ended(_ number: UInt64, _ result: CallTask.Result) {
    guard let task = running.removeValue(forKey: number) else { return }
    counters?.add(.taskEnded)
    task.ended(result)
  }
}

/// How many tasks of one connection have not ended; those of calls that were cancelled are among
/// them, so that nobody can start more and more by cancelling.
final class ConnectionTasks {
  let limit: Int
  fileprivate(set) var unfinished = 0

  /// Creates a count for a connection that may have `calls` under way at a time.
  init(calls: Int) { limit = 2 * calls }
}

/// Who is told on the loop what the task of a call does.
protocol CallTaskOwner: AnyObject {
  /// What the handler says beside its responses, if it can.
  var reply: TaskReply? { get }

  /// The task sends a response; answers whether there is room for another.
  func take(_ response: TaskResponse) throws(Status) -> Bool

  /// The task has taken requests that took so many bytes of the stream's window.
  func freed(_ byteCount: Int)

  /// The task has ended: with a response, after the last one it sent (nil), or with a status.
  func taskEnded(_ result: CallTask.Result)
}

extension CallTaskOwner {
  /// Only gRPC's calls have any number of requests.
  func freed(_ byteCount: Int) {}
}

/// The task of one call, on the loop's side.
final class CallTask {
  typealias Result = Swift.Result<TaskResponse?, Status>
  /// A task that waits until there is room; resumed with why it must end, or nil.
  typealias Sender = CheckedContinuation<Status?, Never>

  private let task: Task<Void, Never>
  private let connection: ConnectionTasks
  private let room: ReplyRoom
  private weak var owner: (any CallTaskOwner)?
  /// Why the call is over, though the task is not.
  private var end: Status?
  private var senders: [Sender] = []
  /// The task while it waits for room to make a reply in.
  private var claimant: Sender?
  /// The room that it waits to ask for, in bytes, until the owner has room for another reply.
  private var pausedClaim: Int?
  /// Whether the owner has no room for another reply; a task that asks for room waits there, since
  /// it has let go of the last one by then.
  private var isPaused = false
  /// The room that is kept for the reply that the task makes, in bytes.
  private var keptBytes = 0

  fileprivate init(
    _ task: Task<Void, Never>, owner: any CallTaskOwner, _ connection: ConnectionTasks,
    _ room: ReplyRoom
  ) {
    self.task = task
    self.owner = owner
    self.connection = connection
    self.room = room
  }

  /// Whether the task waits for room.
  var isHeldBack: Bool { isPaused || !senders.isEmpty }

  /// Cancels the task, whose call is over: the owner hears no more of it.
  func cancel(_ status: Status) {
    end = status
    owner = nil
    task.cancel()
    pausedClaim = nil
    if let claimant = claimant.take() {
      room.withdraw(self)
      claimant.resume(returning: status)
    }
    resumeSenders(status)
  }

  /// Lets the task go on.
  func makeRoom() {
    isPaused = false
    resumeSenders(nil)
    if let byteCount = pausedClaim.take() { claim(byteCount) }
  }

  /// Lets the task make its reply, for which there is room now.
  func roomKept(_ byteCount: Int) {
    keptBytes = byteCount
    claimant.take()?.resume(returning: nil)
  }

  fileprivate func freed(_ byteCount: Int) { owner?.freed(byteCount) }

  fileprivate func claimRoom(_ byteCount: Int, _ sender: Sender) {
    guard owner != nil else { return sender.resume(returning: end ?? .callIsOver) }
    giveRoomBack()
    claimant = sender
    if isPaused { pausedClaim = byteCount } else { claim(byteCount) }
  }

  private func claim(_ byteCount: Int) {
    if room.claim(byteCount, for: self) { roomKept(byteCount) }
  }

  fileprivate func send(_ response: TaskResponse, _ sender: Sender) {
    guard let owner else {
      giveRoomBack()
      return sender.resume(returning: end ?? .callIsOver)
    }
    do throws(Status) {
      let hasRoom = try owner.take(response)
      if !hasRoom, keptBytes == 0 { return senders.append(sender) }
      isPaused = !hasRoom
      giveRoomBack()
      sender.resume(returning: nil)
    } catch {
      giveRoomBack()
      sender.resume(returning: error)
    }
  }

  fileprivate func ended(_ result: Result) {
    connection.unfinished -= 1
    giveRoomBack()
    resumeSenders(.callIsOver)
    owner?.taskEnded(result)
  }

  /// What the task sent counts as waiting by now, or is gone.
  private func giveRoomBack() {
    guard keptBytes > 0 else { return }
    room.giveBack(keptBytes)
    keptBytes = 0
  }

  private func resumeSenders(_ status: Status?) {
    let waiting = senders
    senders = []
    for sender in waiting { sender.resume(returning: status) }
  }
}

/// What the handler of one call sends to.
private struct TaskReplies: ReplySink {
  let number: UInt64
  let reply: TaskReply?
  let execute: CallTasks.Execute

  func waitForRoom(of byteCount: Int) async throws(Status) {
    try await onLoop { $0.claimRoom(byteCount, for: number, $1) }
  }

  func send(_ encoded: [UInt8]) async throws(Status) {
    let response = TaskResponse(encoded, reply)
    try await onLoop { $0.send(response, from: number, $1) }
  }

  /// Does something on the loop, and waits until the task may go on.
  private func onLoop(
    _ work: @escaping @Sendable (CallTasks, CallTask.Sender) -> Void
  ) async throws(Status) {
    let end: Status? = await withCheckedContinuation { sender in
      let isRunning = execute { work($0, sender) }
      if !isRunning { sender.resume(returning: .callIsOver) }
    }
    if let end { throw end }
  }
}

extension LaterAnswer {
  /// Whether it has any number of responses.
  fileprivate var isStream: Bool { if case .replies = self { true } else { false } }

  /// Runs what is left of the call.
  fileprivate func result(to replies: TaskReplies) async -> CallTask.Result {
    do throws(Status) {
      switch self {
      case .response(let answer):
        return .success(TaskResponse(try await answer(), replies.reply))
      case .replies(let run):
        try await run(replies)
        return .success(nil)
      }
    } catch {
      return .failure(error)
    }
  }
}

extension Status {
  /// What a task hears that sends though its call is over.
  static let callIsOver = Status(.cancelled, "The call is over.")
  /// What the task of a call hears whose caller gave up.
  static let callerCancelled = Status(.cancelled, "The caller has cancelled the call.")
  /// What the task of a call hears whose connection is gone.
  static let connectionLost = Status(.cancelled, "The connection to the caller is gone.")
  /// The status of a call whose deadline passed while its task ran.
  static let deadlinePassed = Status(
    .deadlineExceeded, "The deadline passed before the call was answered.")
  /// The status of a call that can't be answered, since the caller doesn't read what it gets.
  static let tooMuchWaits = Status(
    .resourceExhausted, "Too many replies wait to be read on this connection.")
  /// The status of a call, or of a connection, for which there is no room: others fill it.
  static let tooMuchWaitsInAll = Status(
    .resourceExhausted, "As much waits on connections as the server holds: try again later.",
    details: [.retryInfo(delay: .seconds(1))])
}
