// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Where the newest time zones are found. Whoever reads the system's files anew replaces them; each
/// loop reads through its own `ZoneReader`.
package final class ZoneSource: Sendable {
  fileprivate let number = Atomic<UInt64>(1)
  private let directory: Mutex<ZoneDirectory>

  /// Begins with zones.
  package init(_ first: ZoneDirectory) { directory = Mutex(first) }

  /// The newest zones, for code that is on no loop.
  package var latest: ZoneDirectory { directory.withLock { $0 } }

  /// Makes zones the newest; calls that are under way end with those that they began with.
  package func replace(by newer: ZoneDirectory) {
    directory.withLock { $0 = newer }
    number.add(1, ordering: .releasing)
  }
}

/// One loop's own hold on the newest time zones. Not to be shared between threads.
package final class ZoneReader {
  private let source: ZoneSource
  private var number: UInt64
  /// The zones as they were at the last look.
  package private(set) var directory: ZoneDirectory

  /// Creates the reader of one loop.
  package init(_ source: ZoneSource) {
    self.source = source
    // In this order zones that were replaced in between are fetched once more, never missed.
    number = source.number.load(ordering: .acquiring)
    directory = source.latest
  }

  /// Looks for newer zones, at the cost of one atomic load; true where there were some.
  package func renew() -> Bool {
    let newest = source.number.load(ordering: .acquiring)
    guard newest != number else { return false }
    number = newest
    directory = source.latest
    return true
  }
}
