// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteModel

/// The server's clock: the machine's, set forward or back where it is to be tried out how a server
/// behaves on another day.
struct ServerClock: Sendable {
  static let option = Option(
    "clock-offset", value: Value("SPAN"),
    help: "For trials only: serves as if the machine's clock were set forward by this span, or "
      + "back with a minus sign, such as 3d or --clock-offset=-36h (d, h, m, s). Dates that are "
      + "fixed meanwhile stay fixed: use a copy of the data directory.",
    environment: "QUOTED_CLOCK_OFFSET")

  /// How far it is ahead of the machine's clock.
  let offsetSeconds: Int64

  /// Reads the span that an invocation gives; none = the machine's own clock.
  init(_ invocation: Invocation) throws(UsageError) {
    guard let text = invocation.text(Self.option) else {
      offsetSeconds = 0
      return
    }
    guard let seconds = Self.seconds(text) else {
      throw invocation.usageError(
        "--clock-offset can't be '\(text)': give a span of at most a million days such as 3d, 36h "
          + "or -10m")
    }
    offsetSeconds = seconds
  }

  /// The time that it tells.
  func now() -> Timestamp { self.of(DataDirectory.now()) }

  /// What it tells at a moment of the machine's clock.
  func of(_ moment: Timestamp) -> Timestamp {
    Timestamp(seconds: moment.seconds + offsetSeconds, nanoseconds: moment.nanoseconds)
  }

  private static func seconds(_ text: String) -> Int64? {
    let isBack = text.hasPrefix("-")
    let digits = isBack ? text.dropFirst() : text[...]
    let seconds: Int64?
    if digits.hasSuffix("d") {
      let days = digits.dropLast().allSatisfy(\.isNumber) ? Int64(digits.dropLast()) : nil
      seconds = days.flatMap { $0 > mostDays ? nil : $0 * 86_400 }
    } else {
      seconds = Duration(commandLine: String(digits))?.components.seconds
    }
    guard let seconds, seconds <= mostDays * 86_400 else { return nil }
    return isBack ? -seconds : seconds
  }

  private static let mostDays: Int64 = 1_000_000
}
