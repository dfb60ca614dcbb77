// SPDX-License-Identifier: Apache-2.0

internal import CUV

/// A moment at which a loop calls its owner; it ends when its owner lets it go.
@safe package final class LoopTimer: LoopResource {
  private let loop: EventLoop
  private let fire: () -> Void
  private var raw: UnsafeMutablePointer<uv_timer_t>?

  init(on loop: EventLoop, _ fire: @escaping () -> Void) {
    self.loop = loop
    self.fire = fire
    super.init()
    // After the end of the loop a timer is inert.
    guard !loop.isStopped else { return }
    let raw = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
    unsafe uv_timer_init(loop.raw, raw)
    unsafe raw.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    unsafe self.raw = raw
  }

  deinit { close() }

  /// Fires once when the loop's clock has reached `deadline` nanoseconds; replaces an earlier start.
  package func start(at deadline: UInt64) {
    guard let raw = unsafe raw else { return }
    // libuv counts whole milliseconds of the same clock: rounded up, it never fires early.
    let due = deadline / 1_000_000 + (deadline % 1_000_000 == 0 ? 0 : 1)
    let now = unsafe uv_now(loop.raw)
    unsafe uv_timer_start(
      raw,
      { timer in
        guard let data = unsafe timer?.pointee.data else { return }
        let timer = unsafe Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue()
        timer.loop.refreshNow()
        timer.fire()
      }, due > now ? due - now : 0, 0)
  }

  /// Doesn't fire any more, until the next start.
  package func stop() {
    guard let raw = unsafe raw else { return }
    unsafe uv_timer_stop(raw)
  }

  override func loopStops() { close() }

  private func close() {
    guard let raw = unsafe raw else { return }
    unsafe self.raw = nil
    unsafe raw.pointee.data = nil
    let handle = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_handle_t.self)
    unsafe uv_close(handle) { unsafe UnsafeMutableRawPointer($0)?.deallocate() }
  }
}
