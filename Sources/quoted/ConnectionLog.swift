// SPDX-License-Identifier: Apache-2.0

internal import RPCTransport

/// Logs what goes wrong with connections: so many lines a minute at most.
final class ConnectionLog: Sendable {
  private let log: Log
  private let limit = LogLimit(lines: 100, seconds: 60)

  /// Begins to log.
  init(_ log: Log) { self.log = log }

  /// Logs a connection's end, or counts it.
  func callAsFunction(_ report: ConnectionReport) {
    guard let leftOut = limit.admit() else { return }
    if leftOut > 0 { log(.warning, "connections", ["unlogged": "\(leftOut)"]) }
    log(.warning, "connection", ["peer": report.peer, "reason": report.reason])
  }
}
