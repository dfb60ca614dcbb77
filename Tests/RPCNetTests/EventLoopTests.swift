// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import RPCNet
internal import Testing

@Suite("An event loop")
struct EventLoopTests {
  @Test("runs what is given to it, in the order of each thread")
  func order() async throws {
    try await withLoops(2) { group in
      let seen = Shared<[Int: [Int]]>([:])
      await withTaskGroup { tasks in
        for thread in 0..<8 {
          tasks.addTask {
            for number in 0..<1_000 {
              let isAccepted = group.handles[0].execute { _ in
                seen.update { $0[thread, default: []].append(number) }
              }
              #expect(isAccepted)
            }
          }
        }
      }
      await turn(of: group.handles[0])
      let all = seen.value
      #expect(all.count == 8)
      for numbers in all.values { #expect(numbers == Array(0..<1_000)) }
    }
  }

  @Test("accepts nothing after its stop, but has run all that it accepted")
  func stopped() async throws {
    let group = try EventLoopGroup(count: 2)
    let handle = group.handles[1]
    let ran = Shared(0)
    await withTaskGroup { tasks in
      for _ in 0..<4 {
        tasks.addTask {
          var accepted = 0
          while handle.execute({ _ in ran.update { $0 += 1 } }) {
            accepted += 1
            await Task.yield()
          }
          return accepted
        }
      }
      tasks.addTask {
        await group.stop()
        return 0
      }
      var accepted = 0
      for await count in tasks { accepted += count }
      #expect(ran.value == accepted)
    }
    await group.stop()
    #expect(!handle.execute { _ in })
  }

  @Test("tells one time of day all through a turn, and reads the clock anew in a later one")
  func wallClock() async throws {
    try await withLoops(1) { group in
      let first = await timesOfDay(in: group.handles[0])
      let second = await timesOfDay(in: group.handles[0])
      #expect(first.early == first.late)
      #expect(second.early > first.early)
      #expect(abs(second.early / 1_000_000 - Int64(Date().timeIntervalSince1970)) < 3600)
    }
  }

  /// Microseconds that a loop tells at the beginning and at the end of a turn in which the
  /// machine's clock has moved.
  private func timesOfDay(in handle: EventLoopHandle) async -> (early: Int64, late: Int64) {
    await withCheckedContinuation { result in
      handle.execute { loop in
        func told() -> Int64 {
          let (seconds, microseconds) = loop.wallClock
          return seconds * 1_000_000 + Int64(microseconds)
        }
        let early = told()
        let start = Date()
        while Date().timeIntervalSince(start) < 0.000_01 {}
        result.resume(returning: (early, told()))
      }
    }
  }

  @Test("closes what is open when it stops, and tells the handlers")
  func closesAll() async throws {
    let group = try EventLoopGroup(count: 1)
    let (left, right) = try ConnectedDescriptor.pair()
    let one = TestPeer.adopting(left, on: group.handles[0])
    let other = TestPeer.adopting(right, on: group.handles[0])
    await group.stop()
    #expect(await one.closed()?.cause == .stopped)
    #expect(await other.closed()?.cause == .stopped)
  }

  @Test("refuses to connect after its stop has begun")
  func connectAfterStop() async throws {
    let group = try EventLoopGroup(count: 1)
    let cause = Shared<NetError.Cause?>(nil)
    // Both are accepted before the loop ends, and run while it does.
    group.handles[0].execute { loop in
      loop.handle.execute { loop in
        loop.connect(to: .tcp(host: "127.0.0.1", port: 1), timeoutNanoseconds: 1_000_000_000) {
          if case .failure(let error) = $0 { cause.update { $0 = error.cause } }
        }
      }
      loop.stop()
    }
    await group.stop()
    #expect(cause.value == .stopped)
  }

  @Test("never fires a timer early, and in the order of the deadlines")
  func timers() async throws {
    try await withLoops(1) { group in
      let fired = await withCheckedContinuation { result in
        group.handles[0].execute { loop in Timers(on: loop, [3, 1, 2, 0], result).start() }
      }
      #expect(fired.map(\.delay) == [0, 1, 2, 3])
      #expect(fired.allSatisfy { $0.firedAt >= $0.deadline })
    }
  }

  @Test("doesn't fire a timer that has been stopped or let go")
  func stoppedTimers() async throws {
    try await withLoops(1) { group in
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        group.handles[0].execute { loop in
          let stopped = loop.makeTimer { Issue.record("It was stopped.") }
          stopped.start(at: loop.now)
          stopped.stop()
          loop.makeTimer { Issue.record("It was let go.") }.start(at: loop.now)
          let keeper = TimerKeeper()
          let last = loop.makeTimer {
            keeper.timers = []
            done.resume()
          }
          keeper.timers = [stopped, last]
          last.start(at: loop.now + 2_000_000)
        }
      }
    }
  }

  @Test("keeps a bound value until its holder is let go, and ends it on its thread")
  func boundValues() async throws {
    try await withLoops(1) { group in
      let ended = Shared(false)
      var holder: LoopBound<Witness>? = LoopBound(on: group.handles[0]) { _ in
        Witness { ended.update { $0 = true } }
      }
      await turn(of: group.handles[0])
      #expect(!ended.value)
      #expect(holder?.execute { $0.look() } == true)
      holder = nil
      await turn(of: group.handles[0])
      #expect(ended.value)
    }
  }

  #if os(Linux)
    @Test("names its threads, and leaves none behind")
    func threads() async throws {
      // No other test has this many loops, so that the last name is this test's own.
      let group = try EventLoopGroup(count: 12)
      for handle in group.handles { await turn(of: handle) }
      #expect(try threadNames().contains("loop-11"))
      await group.stop()
      #expect(try !threadNames().contains("loop-11"))
    }

    private func threadNames() throws -> [String] {
      let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      // A thread may end between the list and the look.
      return tasks.compactMap { task in
        try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
          .trimmingCharacters(in: .newlines)
      }
    }
  #endif

  private func turn(of handle: EventLoopHandle) async {
    await withCheckedContinuation { done in _ = handle.execute { _ in done.resume() } }
  }
}

/// Says when it ends.
private final class Witness {
  private let ended: () -> Void
  init(_ ended: @escaping () -> Void) { self.ended = ended }
  deinit { ended() }
  func look() {}
}

/// Keeps timers until they have fired.
private final class TimerKeeper {
  var timers: [LoopTimer] = []
}

/// Several timers, and when they fired.
private final class Timers {
  struct Firing: Sendable {
    let delay: UInt64
    let deadline: UInt64
    let firedAt: UInt64
  }
  private let loop: EventLoop
  private let delays: [UInt64]
  private var timers: [LoopTimer] = []
  private var firings: [Firing] = []
  private let result: CheckedContinuation<[Firing], Never>

  init(
    on loop: EventLoop, _ delays: [UInt64], _ result: CheckedContinuation<[Firing], Never>
  ) {
    self.loop = loop
    self.delays = delays
    self.result = result
  }

  func start() {
    let now = loop.now
    for delay in delays {
      let deadline = now + delay * 1_500_000
      let timer = loop.makeTimer { self.fired(delay, deadline) }
      timer.start(at: deadline)
      timers.append(timer)
    }
  }

  private func fired(_ delay: UInt64, _ deadline: UInt64) {
    firings.append(Firing(delay: delay, deadline: deadline, firedAt: loop.now))
    guard firings.count == delays.count else { return }
    timers = []
    result.resume(returning: firings)
  }
}
