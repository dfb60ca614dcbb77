// SPDX-License-Identifier: Apache-2.0

/// Event loops on threads of their own, named `loop-0` and so on.
///
/// Without `stop` the loops end by themselves some time after the group is let go.
package final class EventLoopGroup: Sendable {
  /// The ways to the loops.
  package let handles: [EventLoopHandle]
  private let threads: [LoopThread]

  /// Starts `count` loops (at least one).
  package init(count: Int) throws(NetError) {
    precondition(count > 0, "A group has one loop at least.")
    var threads: [LoopThread] = []
    for number in 0..<count { threads.append(try LoopThread(name: "loop-\(number)")) }
    self.threads = threads
    handles = threads.map(\.handle)
  }

  /// Runs what was given to the loops before, closes all their sockets, and ends their threads.
  /// Must not be called from one of the loops. Calling it again only waits.
  package func stop() async {
    for thread in threads { thread.requestStop() }
    for thread in threads { await thread.join() }
  }
}
