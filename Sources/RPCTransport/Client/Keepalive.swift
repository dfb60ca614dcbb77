// SPDX-License-Identifier: Apache-2.0

internal import RPCNet

/// How a client finds out that a connection is dead on which nothing comes (gRFC A8).
package struct KeepaliveOptions: Sendable {
  /// How long nothing may come before the server is asked by a PING.
  package internal(set) var interval: Duration
  /// How long it may take to answer; then the connection is dead.
  package var timeout: Duration
  /// Whether it is asked while there is no call too; most servers don't bear that.
  package var withoutCalls: Bool

  /// The shortest interval that is taken, as in gRPC: servers close the connections of others.
  package static let shortestInterval = Duration.seconds(10)

  /// Creates options; a shorter interval than `shortestInterval` counts as that.
  package init(interval: Duration, timeout: Duration = .seconds(20), withoutCalls: Bool = false) {
    self.init(
      exactInterval: max(interval, Self.shortestInterval), timeout: timeout,
      withoutCalls: withoutCalls)
  }

  /// Creates options with any interval, for a server that is known to bear it.
  package init(exactInterval interval: Duration, timeout: Duration, withoutCalls: Bool) {
    self.interval = interval
    self.timeout = timeout
    self.withoutCalls = withoutCalls
  }

  /// Asks half as often, since the server finds that too often.
  package mutating func slowDown() { interval = min(interval * 2, Self.longestInterval) }

  private static let longestInterval = Duration.seconds(86_400)
}

/// When a silent connection is to be asked for a sign of life, and when it is dead.
package struct Keepalive {
  /// What is to be done.
  package enum Action: Equatable {
    /// Nothing until then, in nanoseconds of the loop's clock.
    case wait(until: UInt64)
    /// To send a PING, and to look again then.
    case ping(thenLookAt: UInt64)
    /// To give the connection up.
    case giveUp
  }

  private let interval: UInt64
  private let timeout: UInt64
  private let withoutCalls: Bool
  private var lastRead: UInt64
  private var askedAt: UInt64?

  /// Begins with a connection that is ready.
  package init(_ options: KeepaliveOptions, now: UInt64) {
    interval = options.interval.wholeNanoseconds
    timeout = options.timeout.wholeNanoseconds
    withoutCalls = options.withoutCalls
    lastRead = now
  }

  /// Something has come, whatever it is.
  package mutating func received(now: UInt64) {
    lastRead = now
    askedAt = nil
  }

  /// Looks at the clock; the action says when to look next.
  package mutating func look(now: UInt64, hasCalls: Bool) -> Action {
    if let askedAt {
      return now >= askedAt &+ timeout ? .giveUp : .wait(until: askedAt &+ timeout)
    }
    guard now >= lastRead &+ interval else { return .wait(until: lastRead &+ interval) }
    guard hasCalls || withoutCalls else { return .wait(until: now &+ interval) }
    askedAt = now
    // An answer begins the next interval.
    return .ping(thenLookAt: now &+ min(timeout, interval))
  }
}

/// Watches one connection by its loop's clock.
final class KeepaliveWatch {
  private var keepalive: Keepalive
  private let loop: EventLoop
  private var timer: LoopTimer?

  /// Begins to watch; `ping` and `giveUp` are called until it is let go.
  init(
    _ options: KeepaliveOptions, on loop: EventLoop, hasCalls: @escaping () -> Bool,
    ping: @escaping () -> Void, giveUp: @escaping () -> Void
  ) {
    self.loop = loop
    keepalive = Keepalive(options, now: loop.now)
    timer = loop.makeTimer { [unowned self] in
      switch keepalive.look(now: loop.now, hasCalls: hasCalls()) {
      case .wait(let time): timer?.start(at: time)
      case .ping(let time):
        timer?.start(at: time)
        ping()
      case .giveUp: giveUp()
      }
    }
    timer?.start(at: loop.now &+ options.interval.wholeNanoseconds)
  }

  /// Something has come.
  func received() { keepalive.received(now: loop.now) }
}
