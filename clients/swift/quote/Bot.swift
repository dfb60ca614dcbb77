// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteOutput
internal import QuoteSystem
internal import QuoteWebhook

/// Posts each new day's quote to a webhook: once, however often it or its connections are ended.
///
/// It runs on a thread of its own, since a post waits for its answer.
actor Bot {
  /// What it is to do.
  struct Task: Sendable {
    let channel: Channel
    let channelName: String
    let timeZone: String?
    let calendar: String
    let deliverAt: String?
    let statePath: String
    /// Whether a post that may have arrived is made again.
    let postsAgain: Bool
    /// Whether days are posted that passed while it was not running.
    let postsMissed: Bool
  }

  private let client: QuoteClient
  private let webhook: Webhook
  private let task: Task
  private let thread: WorkerThread
  /// Two bots on one file would post each day twice.
  private let lock: ProcessLock
  private var state: BotState

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.executor }

  init(_ task: Task, client: QuoteClient, webhook: Webhook) throws(Failure) {
    (self.task, self.client, self.webhook) = (task, client, webhook)
    do throws(SystemError) { lock = try ProcessLock(file: task.statePath) } catch {
      throw .output(error)
    }
    let new = BotState(channel: task.channelName, calendar: task.calendar)
    state = try BotState.read(task.statePath) ?? new
    guard state.channel == new.channel, state.calendar == new.calendar else {
      throw .unreadable(
        "\(task.statePath) is of a bot that posts the calendar \(state.calendar) to "
          + "\(state.channel): name another one")
    }
    do throws(SystemError) {
      thread = try WorkerThread(name: "bot", niceness: 0)
    } catch {
      throw .output(error)
    }
  }

  /// Posts until it can't go on.
  func run() async throws(Failure) {
    try settle()
    Self.log(state.done.map { "goes on after \($0)" } ?? "begins")
    var pauses = BotPauses()
    while true {
      let watch = client.watch(
        timeZone: task.timeZone, calendar: task.calendar, after: state.done,
        deliverAt: task.deliverAt,
        interrupted: { problem, _ in Self.log("\(problem.message); trying again") })
      var days = watch.makeAsyncIterator()
      // A watch gives up where it ends before its first answer, which may be tomorrow's.
      var isLost = false
      while !isLost {
        let next: Result<DailyQuoteResponse?, Status>
        do throws(Status) { next = .success(try await days.next()) } catch {
          next = .failure(error)
        }
        switch next {
        case .success(nil): return
        case .success(let day?):
          pauses = BotPauses()
          if let date = try? CivilDate(day.date) { try await catchUp(until: date) }
          try await post(day)
        case .failure(let error):
          try await wait(&pauses, after: error)
          isLost = true
        }
      }
    }
  }

  /// Waits until a call may be tried again; throws where trying again helps nothing.
  private func wait(_ pauses: inout BotPauses, after error: Status) async throws(Failure) {
    let mayPass = [.unavailable, .deadlineExceeded, .resourceExhausted].contains(error.code)
    guard mayPass else { throw .call(error) }
    var delay: Duration?
    for case .retryInfo(let stated) in error.details { delay = stated }
    let pause = pauses.next(atLeast: delay)
    Self.log("\(error.message); trying again in \(pause.components.seconds) s")
    try? await _Concurrency.Task.sleep(for: pause)
  }

  /// The most days that are posted late: who comes back from a month wants no thirty quotes.
  private static let mostMissed = 7

  /// Posts the days between the last one that is done with and another.
  private func catchUp(until date: CivilDate) async throws(Failure) {
    guard let done = state.done, let missed = done.adding(days: 1), missed < date,
      let last = date.adding(days: -1)
    else { return }
    guard task.postsMissed else {
      Self.log("\(missed) to \(last) passed meanwhile and are not posted (see --missed)")
      return
    }
    let first = max(missed, date.adding(days: -Self.mostMissed) ?? missed)
    if first > missed { Self.log("\(missed) until \(first) are too long ago and not posted") }
    var pauses = BotPauses()
    var days: [DailyQuoteResponse]?
    while days == nil {
      do throws(Status) {
        days = try await client.days(from: first, through: last, calendar: task.calendar)
      } catch {
        try await wait(&pauses, after: error)
      }
    }
    for day in days ?? [] { try await post(day) }
  }

  /// Decides what is to become of a day whose post has begun before.
  private func settle() throws(Failure) {
    guard let date = state.sending else { return }
    try settle(date, "it was ended while it posted \(date)")
  }

  private func settle(_ date: CivilDate, _ problem: String) throws(Failure) {
    state.sending = nil
    if !task.postsAgain { state.done = date }
    try keep()
    let what = task.postsAgain ? "is posted again" : "is not posted again (see --if-unsure)"
    Self.log("\(problem): it may have arrived, and \(what)")
  }

  private func post(_ day: DailyQuoteResponse) async throws(Failure) {
    guard let date = try? CivilDate(day.date), date > state.done ?? .first else {
      // An editor has replaced the quote of a day that was posted already.
      Self.log("\(day.date) has another quote than the one that was posted; it stays posted")
      return
    }
    guard let quote = day.quote, !quote.text.isEmpty else {
      Self.log("\(date)'s quote was withdrawn: there is nothing to post")
      state.done = date
      return try keep()
    }
    let message = try await message(date)
    let isText = message.payloadJSON.isEmpty
    let body = Array((isText ? message.text : message.payloadJSON).utf8)
    let type = isText ? "text/plain; charset=utf-8" : "application/json"
    var pauses = BotPauses()
    while state.done != date {
      switch attempt(body, type, date) {
      case .posted:
        (state.done, state.sending) = (date, nil)
        try keep()
        Self.log("posted \(date) to \(webhook.host): \(quote.id) \(quote.text.prefix(60))")
      case .failed(let problem, let delay):
        state.sending = nil
        try keep()
        let pause = pauses.next(atLeast: delay)
        Self.log("\(webhook.host): \(problem); \(date) again in \(pause.components.seconds) s")
        try? await _Concurrency.Task.sleep(for: pause)
      case .refused(let problem, _):
        state.sending = nil
        try keep()
        throw .refusedPost("\(webhook.host) refuses \(date): \(problem)")
      case .unsure(let problem):
        try settle(date, "\(webhook.host): \(problem), after \(date) was sent")
        if state.done != date { try? await _Concurrency.Task.sleep(for: pauses.next(atLeast: nil)) }
      }
    }
  }

  /// Posts once. What is about to be sent is on the disk before its first byte goes.
  private func attempt(_ body: [UInt8], _ type: String, _ date: CivilDate) -> Webhook.Outcome {
    var begun = state
    begun.sending = date
    let path = task.statePath
    var problem: SystemError?
    let outcome = webhook.post(body, contentType: type) {
      do throws(SystemError) { try begun.write(path) } catch { problem = error }
      return problem == nil
    }
    return problem.map { .failed("nothing is sent, since \($0)", retryAfter: nil) } ?? outcome
  }

  private func keep() throws(Failure) {
    do throws(SystemError) { try state.write(task.statePath) } catch { throw .output(error) }
  }

  /// Asks for the day's message until it is there, or will never be.
  private func message(_ date: CivilDate) async throws(Failure) -> Message {
    let subject = ComposeMessageRequest.Subject.daily(
      DailyQuoteRequest(date: date, timeZone: task.timeZone, calendar: task.calendar))
    var pauses = BotPauses()
    while true {
      do throws(Status) {
        return try await client.compose(subject, for: task.channel)
      } catch {
        try await wait(&pauses, after: error)
      }
    }
  }

  /// Writes a line with the time, for whoever looks after the bot.
  private static func log(_ line: String) {
    let (seconds, _) = Host.wallClock()
    let time = Timestamp(seconds: seconds).contractText
    // A full disk or a closed pipe must not end the bot.
    try? StandardStream.error.write("\(time) \(line.printableLine)\n")
  }
}

/// The pauses between tries: from a second on, ever longer, up to five minutes.
private struct BotPauses {
  private static let longest = Duration.seconds(300)
  private var base = Duration.seconds(1)

  /// The next pause, as long as the other side has asked for at least; at most an hour.
  mutating func next(atLeast delay: Duration?) -> Duration {
    defer { base = min(base * 2, Self.longest) }
    // Bots that fail together should not come back together.
    let own = base * Double.random(in: 0.8...1.2)
    return min(max(own, delay ?? .zero), .seconds(3_600))
  }
}
