// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The calls of one delimited connection that run as tasks, and what they have to send.
final class DelimitedRuns {
  let services: Services
  /// Who is told that there is something to send.
  weak var host: (any SessionHost)?
  private let tasks: ConnectionTasks
  private var runs: [UInt32: DelimitedRun] = [:]
  private var heldBack: [DelimitedRun] = []
  /// What the connection holds of calls that have not begun, in bytes.
  var heldBytes = 0 { didSet { countOutput() } }
  /// Replies that have not been handed out yet.
  private var output: [UInt8] = []
  /// What of the loop's waiting replies is ours.
  private var share: ReplyRoom.Share
  /// At or before the earliest deadline of a run.
  private(set) var nextDeadline = Deadline.never

  init(services: Services) {
    self.services = services
    share = ReplyRoom.Share(of: services.share.room)
    tasks = ConnectionTasks(calls: services.limits.concurrentStreams)
  }

  /// How many calls run.
  var count: Int { runs.count }

  /// Whether no reply waits to be handed out.
  var isQuiet: Bool { output.isEmpty }

  /// Leaves a call to a task. Throws where the connection has as many as it may.
  func start(
    _ answer: LaterAnswer, _ id: UInt32, _ context: CallContext, replyLimit: Int,
    _ record: CallRecord
  ) throws(Status) {
    let limit = services.limits.concurrentStreams
    guard runs.count < limit else {
      throw Status(.resourceExhausted, "There are \(limit) calls under way on this connection.")
    }
    let run = DelimitedRun(id, context, replyLimit: replyLimit, record, of: self)
    run.task = try services.share.tasks.start(answer, for: run, of: tasks)
    runs[id] = run
    nextDeadline = min(nextDeadline, context.deadline)
  }

  /// Ends a call that its caller has cancelled; one that has ended is ignored.
  func cancel(_ id: UInt32, _ output: inout [UInt8]) {
    guard let run = runs.removeValue(forKey: id) else { return }
    run.task?.cancel(.callerCancelled)
    run.ended(.cancelled)
    output.append(refusing: id, .callerCancelled, services)
  }

  /// Ends the calls whose deadline has passed.
  func expire(now: UInt64, _ output: inout [UInt8]) {
    guard nextDeadline.nanoseconds <= now else { return }
    for (id, run) in runs where run.deadline.nanoseconds <= now {
      runs[id] = nil
      run.task?.cancel(.deadlinePassed)
      run.ended(.deadlineExceeded)
      output.append(refusing: id, .deadlinePassed, services)
    }
    nextDeadline = runs.values.lazy.map(\.deadline).min() ?? .never
  }

  /// Cancels all tasks: the connection is gone.
  func cancelAll() {
    for run in runs.values {
      run.task?.cancel(.connectionLost)
      run.ended(.cancelled)
    }
    runs = [:]
    heldBack = []
    nextDeadline = .never
  }

  /// Hands out what waits, and lets tasks go on that waited for it.
  func moveOutput(to output: inout [UInt8]) {
    guard !self.output.isEmpty else { return }
    if output.isEmpty { swap(&output, &self.output) } else { output += self.output }
    self.output = []
    countOutput()
    let waiting = heldBack
    heldBack = []
    for run in waiting { run.task?.makeRoom() }
  }
}

extension DelimitedRuns {
  /// Sends one of a call's responses; answers whether there is room for another.
  fileprivate func send(_ response: [UInt8], of run: DelimitedRun) throws(Status) -> Bool {
    if let status = run.refusal(of: response) {
      end(run, .failure(status))
      run.task?.cancel(status)
      throw status
    }
    var reply = DelimitedReply(id: run.id)
    reply.message = response
    output.append(delimited: reply)
    run.sent(response)
    changed()
    let limit = services.isShortOfRoom ? 0 : services.limits.streamedReplyBytes
    guard output.count > limit else { return true }
    if run.task?.isHeldBack == false { heldBack.append(run) }
    return false
  }

  /// Sends the last reply of a call.
  fileprivate func end(_ run: DelimitedRun, _ result: CallTask.Result) {
    guard runs.removeValue(forKey: run.id) != nil else { return }
    switch result {
    case .failure(let status):
      output.append(refusing: run.id, status, services)
      run.ended(status.code)
    case .success(let response):
      let waiting = output.count
      if let status = response.flatMap({
        run.refusal(of: $0.bytes) ?? services.refusal(whereWaiting: waiting)
      }) {
        output.append(refusing: run.id, status, services)
        run.ended(status.code)
      } else {
        var reply = DelimitedReply(id: run.id)
        reply.message = response?.bytes ?? []
        reply.isLast = true
        output.append(delimited: reply)
        if let response { run.sent(response.bytes) }
        run.ended(.ok)
      }
    }
    changed()
  }

  private func changed() {
    countOutput()
    host?.sessionHasOutput()
  }

  private func countOutput() { share.set(output.count + heldBytes) }
}

/// One call that runs as a task.
final class DelimitedRun: CallTaskOwner {
  let id: UInt32
  private let context: CallContext
  private var record: CallRecord
  /// The largest response that the caller takes, in bytes.
  private let replyLimit: Int
  private unowned let runs: DelimitedRuns
  fileprivate(set) var task: CallTask?

  fileprivate init(
    _ id: UInt32, _ context: CallContext, replyLimit: Int, _ record: CallRecord,
    of runs: DelimitedRuns
  ) {
    self.id = id
    self.context = context
    self.record = record
    self.replyLimit = replyLimit
    self.runs = runs
  }

  var deadline: Deadline { context.deadline }

  var reply: TaskReply? { context.taskReply }

  func take(_ response: TaskResponse) throws(Status) -> Bool {
    try runs.send(response.bytes, of: self)
  }

  func taskEnded(_ result: CallTask.Result) { runs.end(self, result) }

  /// Counts a response.
  fileprivate func sent(_ response: [UInt8]) {
    record.responseBytes += response.count
    record.tally.sent()
  }

  /// Counts the call.
  fileprivate func ended(_ code: Status.Code) { runs.services.meter.ended(record, code, context) }

  fileprivate func refusal(of response: [UInt8]) -> Status? {
    guard response.count > replyLimit else { return nil }
    return .responseTooLarge(bytes: response.count, limit: replyLimit)
  }
}

extension [UInt8] {
  /// Appends the last reply of a call that has failed.
  mutating func append(refusing id: UInt32, _ status: Status, _ services: Services) {
    var reply = DelimitedReply(id: id)
    reply.isLast = true
    reply.status = DelimitedStatus(
      code: status.code.rawValue, message: status.message,
      details: services.encodeStatusDetails(status))
    append(delimited: reply)
  }
}
