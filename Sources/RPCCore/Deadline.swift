// SPDX-License-Identifier: Apache-2.0

/// The moment a call must have ended by, in nanoseconds of the machine's monotonic clock.
///
/// The clock is the one of the event loop (`EventLoop.now`): it starts anywhere, never jumps, and
/// can't be compared between machines.
package struct Deadline: Comparable, Hashable, Sendable {
  /// Nanoseconds of the monotonic clock.
  package let nanoseconds: UInt64

  /// Creates a deadline at a moment of the monotonic clock.
  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Creates the deadline that lies `timeout` nanoseconds after `now`; clamps at `never`.
  package init(now: UInt64, timeoutNanoseconds timeout: UInt64) {
    let (sum, overflows) = now.addingReportingOverflow(timeout)
    nanoseconds = overflows ? .max : sum
  }

  /// No deadline.
  package static let never = Deadline(nanoseconds: .max)

  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
