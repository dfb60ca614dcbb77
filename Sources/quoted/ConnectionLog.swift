// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import RPCTransport
internal import Synchronization

/// Logs what goes wrong with connections: so many lines a minute at most, since anyone who can
/// reach the port can cause them and must not be able to fill the disk. What was left out is told
/// with the next line.
final class ConnectionLog: Sendable {
  private struct State {
    var minute: Int64 = .min
    var lines = 0
    var leftOut = 0
  }

  /// Lines that are written in one minute of the clock.
  private static let linesPerMinute = 100

  private let log: Log
  private let state = Mutex(State())

  /// Begins to log.
  init(_ log: Log) { self.log = log }

  /// Logs a connection's end, or counts it.
  func callAsFunction(_ report: ConnectionReport) {
    let minute = DataDirectory.now().seconds / 60
    let leftOut: Int? = state.withLock { state in
      if state.minute != minute {
        state.minute = minute
        state.lines = 0
      }
      guard state.lines < Self.linesPerMinute else {
        state.leftOut += 1
        return nil
      }
      state.lines += 1
      defer { state.leftOut = 0 }
      return state.leftOut
    }
    guard let leftOut else { return }
    if leftOut > 0 { log(.warning, "connections", ["unlogged": "\(leftOut)"]) }
    log(.warning, "connection", ["peer": report.peer, "reason": report.reason])
  }
}
