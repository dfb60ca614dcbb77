// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel
internal import QuoteSystem
internal import RPCTelemetry

/// Writes one line an event to the standard error.
struct Log: Sendable {
  /// How much an event matters that is no call.
  enum Level {
    case info, warning, error

    fileprivate var line: LogLevel {
      switch self {
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    }
  }

  /// How lines are written.
  private let format: LogFormat
  /// The least level that is written.
  let level: LogLevel

  static let formatOption = Option(
    "log-format", value: Value("FORMAT", .choice(LogFormat.allCases.map(\.rawValue))),
    help: "How events are written to the standard error: as name=value pairs, or each as a JSON "
      + "object.",
    defaultValue: LogFormat.logfmt.rawValue, environment: "QUOTED_LOG_FORMAT")
  static let levelOption = Option(
    "log-level", value: Value("LEVEL", .choice(LogLevel.allCases.map(\.rawValue))),
    help: "The least of what is written. info tells of calls that end with INTERNAL, UNKNOWN, "
      + "DATA_LOSS, UNAVAILABLE, DEADLINE_EXCEEDED or RESOURCE_EXHAUSTED, warning of those that "
      + "end with the first three, debug of every call.",
    defaultValue: LogLevel.info.rawValue, environment: "QUOTED_LOG_LEVEL")

  /// Writes as is usual.
  init() {
    format = .logfmt
    level = .info
  }

  /// Writes as a command line asks for.
  init(_ invocation: Invocation) {
    format = invocation.text(Self.formatOption).flatMap { LogFormat(rawValue: $0) } ?? .logfmt
    level = invocation.text(Self.levelOption).flatMap { LogLevel(rawValue: $0) } ?? .info
  }

  /// Writes an event and what belongs to it.
  func callAsFunction(
    _ level: Level, _ event: String, _ fields: KeyValuePairs<String, String> = [:]
  ) {
    write(LogLine(level.line, event, fields.map { ($0.key, .text($0.value)) }))
  }

  /// Writes a line, if it matters enough. That the standard error can't be written has nobody to be
  /// told to.
  func write(_ line: LogLine) {
    guard line.level <= level else { return }
    let text = line.text(as: format, time: DataDirectory.now().contractText)
    try? StandardStream.error.write(text + "\n")
  }
}
