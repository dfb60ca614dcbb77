// SPDX-License-Identifier: Apache-2.0

internal import CUV
internal import Synchronization

/// Takes the connections that wait at a listening descriptor, on one loop.
@safe final class Acceptor: LoopResource {
  private let loop: EventLoop
  private let dealer: Dealer
  private var descriptor: ListeningDescriptor?
  private var poll: UnsafeMutablePointer<uv_poll_t>?
  private var pause: LoopTimer?
  private let starved: () -> Void
  /// Whether that was told since the last connection.
  private var isStarved = false

  /// How many connections are taken in one turn, so that those that are open get theirs.
  private static let mostPerTurn = 64
  /// How long to wait when the system has no descriptor or memory left; asking at once again
  /// would only burn the processor that has to free some.
  private static let pauseNanoseconds: UInt64 = 100_000_000

  init(
    on loop: EventLoop, _ descriptor: consuming ListeningDescriptor, _ dealer: Dealer,
    starved: @escaping () -> Void
  ) {
    self.loop = loop
    self.dealer = dealer
    self.starved = starved
    let raw = descriptor.raw
    self.descriptor = consume descriptor
    super.init()
    guard !loop.isStopped else {
      self.descriptor = nil
      return
    }
    let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    let code = unsafe uv_poll_init(loop.raw, poll, raw)
    precondition(code == 0, "A listening socket can't be polled.")
    unsafe poll.pointee.data = Unmanaged<LoopResource>.passUnretained(self).toOpaque()
    unsafe self.poll = unsafe poll
    pause = loop.makeTimer { [unowned self] in start() }
    start()
  }

  deinit { close() }

  override func loopStops() { close() }

  /// Stops listening; who has connected by now is still taken, since it may have sent a call.
  func close() {
    if !loop.isStopped { _ = accept(atMost: .max) }
    pause = nil
    if let poll = unsafe poll {
      unsafe self.poll = nil
      unsafe poll.pointee.data = nil
      let handle = unsafe UnsafeMutableRawPointer(poll).assumingMemoryBound(to: uv_handle_t.self)
      unsafe uv_close(handle) { unsafe UnsafeMutableRawPointer($0)?.deallocate() }
    }
    descriptor = nil
  }

  private func start() {
    guard let poll = unsafe poll else { return }
    unsafe uv_poll_start(poll, Int32(UV_READABLE.rawValue)) { poll, _, _ in
      guard let data = unsafe poll?.pointee.data else { return }
      unsafe Unmanaged<Acceptor>.fromOpaque(data).takeUnretainedValue().acceptWaiting()
    }
  }

  private func acceptWaiting() {
    if accept(atMost: Self.mostPerTurn) { rest() }
  }

  /// Takes and deals connections; answers whether the system has run out of what they need.
  private func accept(atMost count: Int) -> Bool {
    for _ in 0..<count {
      guard let result = descriptor?.accept() else { return false }
      switch result {
      case .success(let connection):
        isStarved = false
        dealer.deal(connection)
      case .failure(let failure):
        switch failure.code {
        case UV_EAGAIN.rawValue: return false
        case UV_EMFILE.rawValue, UV_ENFILE.rawValue, UV_ENOBUFS.rawValue, UV_ENOMEM.rawValue:
          return true
        default: continue  // The connection broke while it waited: the next may be whole.
        }
      }
    }
    return false
  }

  private func rest() {
    if !isStarved { starved() }
    isStarved = true
    guard let poll = unsafe poll else { return }
    unsafe uv_poll_stop(poll)
    pause?.start(at: loop.now + Self.pauseNanoseconds)
  }
}

/// Deals connections to the loops.
struct Dealer: Sendable {
  let loops: [EventLoopHandle]
  let accepted: @Sendable (Socket) -> Void

  /// Gives a connection to the loop with the fewest open ones.
  func deal(_ connection: ConnectedDescriptor) {
    guard let loop = loops.min(by: { $0.openConnections < $1.openConnections }) else { return }
    var connection = connection
    connection.isCounted = true
    // Counted at once, so that the next in the same turn goes elsewhere.
    loop.mailbox.openConnections.add(1, ordering: .relaxed)
    let isRunning = loop.execute { [connection, accepted] loop in
      do throws(NetError) {
        accepted(try loop.adopt(connection))
      } catch {
        // The system refused it; the descriptor is closed, and the other side sees that.
        loop.handle.mailbox.openConnections.subtract(1, ordering: .relaxed)
      }
    }
    guard !isRunning else { return }
    loop.mailbox.openConnections.subtract(1, ordering: .relaxed)
    connection.close()
  }
}

/// Carries a listening descriptor to another thread; who takes it owns it.
final class ListeningParcel: Sendable {
  private let content: Mutex<ListeningDescriptor?>

  init(_ descriptor: consuming sending ListeningDescriptor) { content = Mutex(descriptor) }

  func take() -> ListeningDescriptor? { content.withLock { $0.take() } }
}
