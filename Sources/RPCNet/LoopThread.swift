// SPDX-License-Identifier: Apache-2.0

internal import CUV
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
  private typealias ThreadIdentity = pthread_t?
  private let unknownThread: ThreadIdentity = nil
#else
  internal import Glibc
  private typealias ThreadIdentity = pthread_t
  private let unknownThread: ThreadIdentity = 0
#endif

/// The thread that runs one loop, as the loop's group holds it.
final class LoopThread: Sendable {
  let handle: EventLoopHandle
  private let end = LoopEnd()
  /// Nil once the thread has been joined.
  private let identity: Mutex<ThreadIdentity?>

  /// Starts a thread with a loop of its own.
  init(name: String) throws(NetError) {
    let loop = try EventLoop()
    handle = loop.handle
    let run = LoopRun(name: name, loop: loop, end: end)
    var identity = unknownThread
    // The thread takes over the only reference to the loop.
    let argument = unsafe Unmanaged.passRetained(run).toOpaque()
    let code = unsafe uv_thread_create(
      &identity,
      { argument in
        guard let argument = unsafe argument else { return }
        unsafe Unmanaged<LoopRun>.fromOpaque(argument).takeRetainedValue().run()
      }, argument)
    self.identity = Mutex(code == 0 ? identity : nil)
    guard code == 0 else {
      unsafe Unmanaged<LoopRun>.fromOpaque(argument).release()
      loop.stop()
      loop.run()
      throw NetError(.start, "", code: code)
    }
  }

  deinit {
    requestStop()
    guard let identity = identity.withLock({ $0.take() }) else { return }
    #if canImport(Darwin)
      if let identity { pthread_detach(identity) }
    #else
      pthread_detach(identity)
    #endif
  }

  /// Asks the loop to end.
  func requestStop() { handle.execute { $0.stop() } }

  /// Waits until the thread is gone.
  func join() async {
    await end.wait()
    guard var identity = identity.withLock({ $0.take() }) else { return }
    unsafe uv_thread_join(&identity)
  }
}

/// What a loop's thread does.
private final class LoopRun {
  private let name: String
  private let loop: EventLoop
  private let end: LoopEnd

  init(name: String, loop: EventLoop, end: LoopEnd) {
    self.name = name
    self.loop = loop
    self.end = end
  }

  func run() {
    unsafe rpc_net_name_thread(name)
    // A write to a connection that the other side has closed is an error here, not a signal.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    loop.run()
    end.announce()
  }
}

/// Tells those who wait that a loop has ended.
private final class LoopEnd: Sendable {
  private enum State {
    case ahead(waiters: [CheckedContinuation<Void, Never>])
    case past
  }
  private let state = Mutex(State.ahead(waiters: []))

  func wait() async {
    await withCheckedContinuation { waiter in
      let isPast = state.withLock { state in
        guard case .ahead(let waiters) = state else { return true }
        state = .ahead(waiters: waiters + [waiter])
        return false
      }
      if isPast { waiter.resume() }
    }
  }

  func announce() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard case .ahead(let waiters) = state else { return [] }
      state = .past
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
