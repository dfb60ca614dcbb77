// SPDX-License-Identifier: Apache-2.0

internal import CUV
internal import Synchronization

/// The way to an event loop from any thread.
package struct EventLoopHandle: Sendable {
  let mailbox: Mailbox

  /// Runs `work` on the loop's thread, after all that was given before. Each piece of work that
  /// is accepted also runs. Returns false, without running it, once the loop has stopped.
  @discardableResult
  package func execute(_ work: @escaping @Sendable (EventLoop) -> Void) -> Bool {
    mailbox.accept(work)
  }

  /// How many connections that a listener dealt to this loop are open.
  package var openConnections: Int { mailbox.openConnections.load(ordering: .relaxed) }
}

/// What other threads share with a loop: the work that waits for it, and a count.
final class Mailbox: Sendable {
  typealias Work = @Sendable (EventLoop) -> Void

  let openConnections = Atomic(0)
  private let state: Mutex<State>

  @safe private struct State {
    var queue: [Work] = []
    /// What wakes the loop, while it is open.
    let alarm: UnsafeMutablePointer<uv_async_t>
    var isOpen = false
  }

  /// Creates a mailbox without a loop.
  init() {
    state = unsafe Mutex(State(alarm: .allocate(capacity: 1)))
  }

  deinit {
    state.withLock { unsafe $0.alarm.deallocate() }
  }

  /// Wakes a loop from now on, by calling `work` on its thread; answers libuv's code.
  func open(on loop: UnsafeMutablePointer<uv_loop_t>, _ work: uv_async_cb) -> Int32 {
    // As a number: what is guarded must not look as if it belonged to the loop's thread.
    let address = UInt(bitPattern: loop)
    return state.withLock { state in
      let code = unsafe uv_async_init(UnsafeMutablePointer(bitPattern: address), state.alarm, work)
      unsafe state.alarm.pointee.data = nil
      state.isOpen = code == 0
      return code
    }
  }

  func accept(_ work: @escaping Work) -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      state.queue.append(work)
      // The loop takes all there is at once, so that only the first needs to wake it. The lock is
      // kept meanwhile: the loop can't free the alarm under our hands.
      if state.queue.count == 1 { unsafe uv_async_send(state.alarm) }
      return true
    }
  }

  /// All that waits, which now waits no longer.
  func takeAll() -> [Work] {
    state.withLock { state in
      defer { state.queue = [] }
      return state.queue
    }
  }

  /// Accepts no more, and gives the last of it.
  func close() -> [Work] {
    state.withLock { state in
      state.isOpen = false
      defer { state.queue = [] }
      return state.queue
    }
  }
}
