// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import Synchronization

/// Lets only so many lines through in a period of the clock, since anyone who can reach a port can
/// cause them and must not be able to fill the disk. What was left out is told with the next line.
final class LogLimit: Sendable {
  private struct State {
    var period: Int64 = .min
    var lines = 0
    var leftOut = 0
  }

  private let lines: Int
  private let seconds: Int64
  private let state = Mutex(State())

  /// Lets `lines` through in each period of so many seconds.
  init(lines: Int, seconds: Int64) {
    self.lines = lines
    self.seconds = seconds
  }

  /// Whether another line is written: how many were left out since the last, or nil where this one
  /// is left out too.
  func admit() -> Int? {
    let period = DataDirectory.now().seconds / seconds
    return state.withLock { state in
      if state.period != period {
        state.period = period
        state.lines = 0
      }
      guard state.lines < lines else {
        state.leftOut += 1
        return nil
      }
      state.lines += 1
      defer { state.leftOut = 0 }
      return state.leftOut
    }
  }
}
