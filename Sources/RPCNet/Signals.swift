// SPDX-License-Identifier: Apache-2.0

internal import CUV

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Delivers the signals that end or reload a program, until it is let go. SIGPIPE is ignored from
/// then on: writing to what nobody reads is an error of that write.
package final class Signals: Sendable {
  /// A signal that a person or a supervisor sends.
  package enum Signal: Sendable, CaseIterable {
    /// SIGTERM: end in good order.
    case terminate
    /// SIGINT, by Ctrl-C: the same.
    case interrupt
    /// SIGHUP: read the configuration again.
    case hangUp

    var number: Int32 {
      switch self {
      case .terminate: SIGTERM
      case .interrupt: SIGINT
      case .hangUp: SIGHUP
      }
    }
  }

  private let watch: LoopBound<SignalWatch>

  /// Starts to deliver signals on a loop's thread.
  package init(on handle: EventLoopHandle, _ deliver: @escaping @Sendable (Signal) -> Void)
    async throws(NetError)
  {
    _ = signal(SIGPIPE, SIG_IGN)
    let watch = LoopBound(on: handle) { loop in SignalWatch(on: loop, deliver) }
    self.watch = watch
    let code = await withCheckedContinuation { answer in
      let isRunning = watch.execute { answer.resume(returning: $0.start()) }
      if !isRunning { answer.resume(returning: UV_ECANCELED.rawValue) }
    }
    guard code == 0 else { throw NetError(.start, "", code: code) }
  }
}

/// The signal handles of one loop.
@safe private final class SignalWatch: LoopResource {
  private let loop: EventLoop
  private let deliver: @Sendable (Signals.Signal) -> Void
  private var handles: [UnsafeMutablePointer<uv_signal_t>] = unsafe []

  init(on loop: EventLoop, _ deliver: @escaping @Sendable (Signals.Signal) -> Void) {
    self.loop = loop
    self.deliver = deliver
  }

  deinit { close() }

  /// Starts to watch; answers libuv's code.
  func start() -> Int32 {
    for signal in Signals.Signal.allCases {
      let handle = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
      var code = unsafe uv_signal_init(loop.raw, handle)
      guard code == 0 else {
        unsafe handle.deallocate()
        return code
      }
      unsafe handle.pointee.data = Unmanaged<LoopResource>.passUnretained(self).toOpaque()
      unsafe handles.append(handle)
      code = unsafe uv_signal_start(
        handle,
        { handle, number in
          guard let data = unsafe handle?.pointee.data else { return }
          unsafe Unmanaged<SignalWatch>.fromOpaque(data).takeUnretainedValue().received(number)
        }, signal.number)
      guard code == 0 else { return code }
    }
    return 0
  }

  override func loopStops() { close() }

  private func close() {
    unsafe handles.forEach { handle in
      unsafe handle.pointee.data = nil
      let base = unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
      unsafe uv_close(base) { unsafe UnsafeMutableRawPointer($0)?.deallocate() }
    }
    unsafe handles = []
  }

  private func received(_ number: Int32) {
    guard let signal = Signals.Signal.allCases.first(where: { $0.number == number }) else { return }
    deliver(signal)
  }
}
