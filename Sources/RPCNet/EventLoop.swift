// SPDX-License-Identifier: Apache-2.0

internal import CUV

/// One thread's sockets and timers, by libuv. Everything about it happens on that thread; others
/// reach it through its `handle`.
@safe package final class EventLoop {
  /// The way to this loop from any thread.
  package let handle: EventLoopHandle

  let raw: UnsafeMutablePointer<uv_loop_t>
  /// Where every socket of this loop reads to: 64 KiB, valid during the reading call only.
  let readBuffer: UnsafeMutableRawBufferPointer
  /// What the loop keeps, by the identity of its owner.
  var resources: [ObjectIdentifier: LoopResource] = [:]
  private(set) var isStopped = false

  private let turn: UnsafeMutablePointer<uv_prepare_t>
  private var cachedNow: UInt64 = 0
  private var cachedWallClock: uv_timeval64_t?
  private var spareOutput: [UInt8] = []
  private var endOfTurn: [() -> Void] = []

  private static let readBufferBytes = 64 << 10
  private static let largestSpareOutputBytes = 4 << 20

  /// Creates a loop, to be run by a thread of its own.
  init() throws(NetError) {
    unsafe raw = .allocate(capacity: 1)
    unsafe turn = .allocate(capacity: 1)
    unsafe readBuffer = .allocate(byteCount: Self.readBufferBytes, alignment: 64)
    let mailbox = Mailbox()
    handle = EventLoopHandle(mailbox: mailbox)
    var code = unsafe uv_loop_init(raw)
    if code == 0 {
      code = unsafe mailbox.open(on: raw) { unsafe EventLoop.of($0?.pointee.loop).runWork() }
      if code != 0 { unsafe uv_loop_close(raw) }
    }
    // All is initialized from here on, so that `deinit` frees it if this throws.
    guard code == 0 else { throw NetError(.start, "", code: code) }
    unsafe raw.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    unsafe uv_prepare_init(raw, turn)
    unsafe turn.pointee.data = nil
    unsafe uv_prepare_start(turn) { unsafe EventLoop.of($0?.pointee.loop).endTurn() }
  }

  deinit {
    unsafe readBuffer.deallocate()
    unsafe turn.deallocate()
    unsafe raw.deallocate()
  }

  /// Nanoseconds of the monotonic clock, read once a turn.
  package var now: UInt64 {
    if cachedNow == 0 { cachedNow = uv_hrtime() }
    return cachedNow
  }

  /// The same clock, read anew.
  package var clock: UInt64 { uv_hrtime() }

  /// Seconds and microseconds of UTC since 1970, by the machine's clock, read once a turn.
  ///
  /// It may jump, either way. All that one turn serves is served at one moment.
  package var wallClock: (seconds: Int64, microseconds: Int32) {
    if let read = cachedWallClock { return (read.tv_sec, read.tv_usec) }
    var time = uv_timeval64_t()
    _ = unsafe uv_gettimeofday(&time)
    cachedWallClock = time
    return (time.tv_sec, time.tv_usec)
  }

  /// Creates a timer that calls `fire` on this loop each time it comes due.
  package func makeTimer(_ fire: @escaping () -> Void) -> LoopTimer {
    LoopTimer(on: self, fire)
  }

  /// Runs `work` once, before the loop waits for events again: what one turn gives a connection to
  /// say can so go out in one write.
  package func beforeWaiting(_ work: @escaping () -> Void) { endOfTurn.append(work) }

  /// Lends an empty buffer whose room is kept from turn to turn, so that what is written at once
  /// costs no allocation and an idle connection no memory.
  package func withOutput<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
    var output: [UInt8] = []
    swap(&output, &spareOutput)
    let result = body(&output)
    output.removeAll(keepingCapacity: output.capacity <= Self.largestSpareOutputBytes)
    swap(&output, &spareOutput)
    return result
  }

  /// Takes over a connected descriptor. Throws, with the descriptor closed, if the system refuses.
  package func adopt(_ descriptor: ConnectedDescriptor) throws(NetError) -> Socket {
    try Socket(on: self, adopting: descriptor)
  }

  /// Forgets the time that this turn has read: a timer came due by a newer one.
  func refreshNow() { forgetTimes() }

  /// Serves until `stop`, then closes all that is open and ends.
  func run() {
    unsafe uv_run(raw, UV_RUN_DEFAULT)
    isStopped = true
    for work in handle.mailbox.close() { work(self) }
    for resource in resources.values { resource.loopStops() }
    repeat {
      unsafe uv_walk(raw, { handle, _ in unsafe EventLoop.close(handle) }, nil)
    } while unsafe uv_run(raw, UV_RUN_ONCE) != 0
    resources = [:]
    let code = unsafe uv_loop_close(raw)
    precondition(code == 0, "A loop has ended with something of it still open.")
  }

  /// Makes `run` return after this turn.
  package func stop() { unsafe uv_stop(raw) }

  private func endTurn() {
    // What is added meanwhile runs too: there may be no event to wake the loop for it.
    while !endOfTurn.isEmpty {
      var works: [() -> Void] = []
      swap(&works, &endOfTurn)
      for work in works { work() }
      works.removeAll(keepingCapacity: true)
      if endOfTurn.isEmpty { swap(&works, &endOfTurn) }
    }
    forgetTimes()
  }

  private func forgetTimes() {
    cachedNow = 0
    cachedWallClock = nil
  }

  private func runWork() {
    for work in handle.mailbox.takeAll() { work(self) }
  }

  private static func close(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let handle = unsafe handle, unsafe uv_is_closing(handle) == 0 else { return }
    if let owner = unsafe handle.pointee.data {
      unsafe Unmanaged<LoopResource>.fromOpaque(owner).takeUnretainedValue().loopStops()
    } else {
      unsafe uv_close(handle, nil)
    }
  }

  private static func of(_ raw: UnsafeMutablePointer<uv_loop_t>?) -> EventLoop {
    guard let data = unsafe raw?.pointee.data else { preconditionFailure("A loop has no owner.") }
    return unsafe Unmanaged<EventLoop>.fromOpaque(data).takeUnretainedValue()
  }
}

/// The owner of a libuv handle, which points to it by `data`.
package class LoopResource {
  init() {}

  /// Closes the handle, since the loop ends.
  func loopStops() { preconditionFailure("A resource doesn't know how to close.") }
}
