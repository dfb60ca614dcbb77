// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTelemetry
internal import RPCTransport

/// Logs calls: all of them at debug, and above it those whose code tells of trouble on the server's
/// side, of which so many a second at most.
///
/// Nothing that a caller wrote is in a line, but for the address and the id of the trace, whose
/// forms are known: no token, note, text or message of a status.
final class CallLog: Sendable {
  private let log: Log
  private let limit = LogLimit(lines: 20, seconds: 1)

  /// Begins to log.
  init(_ log: Log) { self.log = log }

  /// What a server has to report for it; nil where nothing of it would be written.
  var reporting: CallReporting? {
    guard log.level >= .warning else { return nil }
    return CallReporting(reportsAll: log.level >= .debug) { [self] in write($0) }
  }

  private func write(_ report: CallReport) {
    let level = Self.level(of: report.code)
    guard level <= log.level else { return }
    if level != .debug {
      guard let leftOut = limit.admit() else { return }
      if leftOut > 0 {
        log.write(LogLine(level, "calls", [("unlogged", .number(leftOut))]))
      }
    }
    log.write(Self.line(of: report, level))
  }

  private static func line(of report: CallReport, _ level: LogLevel) -> LogLine {
    var line = LogLine(
      level, "call",
      [
        ("method", .text(report.method?.description ?? "unknown")),
        ("code", .text("\(report.code)")),
        ("duration_us", .number(Int(clamping: report.nanoseconds / 1_000))),
        ("peer", .text(report.peer)),
        ("request_bytes", .number(report.requestBytes)),
        ("response_bytes", .number(report.responseBytes)),
      ])
    if let traceID = report.traceID { line.fields.append(("trace_id", .text(traceID))) }
    return line
  }

  private static func level(of code: Status.Code) -> LogLevel {
    switch code {
    case .internal, .unknown, .dataLoss: .warning
    case _ where code.tellsOfTrouble: .info
    default: .debug
    }
  }
}
