// SPDX-License-Identifier: Apache-2.0

/// How much an event matters; the first matters most.
package enum LogLevel: String, CaseIterable, Sendable, Comparable {
  case error, warning, info, debug

  package static func < (one: LogLevel, other: LogLevel) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    case .debug: 3
    }
  }
}

/// How events are written.
package enum LogFormat: String, CaseIterable, Sendable {
  /// `name=value` pairs, values in quotation marks where they need it.
  case logfmt
  /// One JSON object (RFC 8259) a line.
  case json
}

/// An event and what belongs to it, to be written as one line.
package struct LogLine: Sendable {
  /// What a field says.
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Int)
  }

  /// How much it matters.
  package var level: LogLevel
  /// What happened.
  package var event: String
  /// What belongs to it, each name once and none of `time`, `level` and `event`.
  package var fields: [(name: String, value: Value)]

  /// Creates a line.
  package init(_ level: LogLevel, _ event: String, _ fields: [(name: String, value: Value)] = []) {
    self.level = level
    self.event = event
    self.fields = fields
  }

  /// The line without its end.
  ///
  /// - Parameter time: When, as RFC 3339 has it. JSON only: who reads logfmt is told by what the
  ///   line went through, such as the journal.
  package func text(as format: LogFormat, time: String) -> String {
    switch format {
    case .logfmt: logfmt
    case .json: json(time)
    }
  }

  private var logfmt: String {
    var line = "level=\(level.rawValue) event=\(LogText.logfmt(event))"
    for field in fields { line += " \(field.name)=\(Self.logfmt(field.value))" }
    return line
  }

  private func json(_ time: String) -> String {
    var line = "{\"time\":\(LogText.json(time)),\"level\":\"\(level.rawValue)\""
    line += ",\"event\":\(LogText.json(event))"
    for field in fields { line += ",\(LogText.json(field.name)):\(Self.json(field.value))" }
    return line + "}"
  }

  private static func logfmt(_ value: Value) -> String {
    switch value {
    case .text(let text): LogText.logfmt(text)
    case .number(let number): String(number)
    }
  }

  private static func json(_ value: Value) -> String {
    switch value {
    case .text(let text): LogText.json(text)
    case .number(let number): String(number)
    }
  }
}
