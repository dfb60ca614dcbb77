// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine
internal import QuoteOutput

/// What came of checking archives.
struct Verdict {
  private var replays: [String: ArchiveReplay] = [:]
  private var order: [String] = []
  private let expected: [String: [String: [UInt8]]]
  private let only: String?

  /// Begins to check.
  ///
  /// - Parameters:
  ///   - expected: Chains that were kept, by calendar and date.
  ///   - only: The one calendar that is meant; nil = all.
  init(expected: [String: [String: [UInt8]]], only: String?) {
    self.expected = expected
    self.only = only
    for id in expected.keys.sorted() where isMeant(id) { begin(id) }
    if let only { begin(only) }
  }

  /// Begins a calendar's archive, which may have no day.
  mutating func begin(_ calendar: String) {
    guard replays[calendar] == nil else { return }
    order.append(calendar)
    replays[calendar] = ArchiveReplay(
      calendar: calendar, expecting: expected[calendar] ?? [:])
  }

  /// Goes on with a day.
  mutating func add(_ day: DailyQuoteResponse) {
    guard isMeant(day.calendar) else { return }
    begin(day.calendar)
    replays[day.calendar]?.add(day)
  }

  /// Ends all archives.
  mutating func finish() {
    for id in order { replays[id]?.finish() }
  }

  /// Whether there are days, and every one fits: an archive that could not be had proves nothing.
  var isGood: Bool { !replays.isEmpty && replays.values.allSatisfy(\.faults.isEmpty) }

  private func isMeant(_ calendar: String) -> Bool { only == nil || only == calendar }
}

extension Verdict {
  /// What a person, or a program, wants to know.
  func report(_ format: OutputFormat) -> String {
    let replays = order.compactMap { self.replays[$0] }
    return switch format {
    case .table, .plain:
      replays.isEmpty ? "There is no day to verify.\n" : replays.map(Self.words).joined()
    case .json: JSON.object([.init("calendars", .array(replays.map(Self.json)))]).lines() + "\n"
    case .jsonl: replays.map { Self.json($0).line + "\n" }.joined()
    case .csv:
      "calendar,date,problem\r\n"
        + replays.flatMap { replay in
          replay.faults.map {
            "\(replay.calendar.printableLine),\($0.date.printableLine),\"\($0.problem)\"\r\n"
          }
        }.joined()
    }
  }

  private static func words(_ replay: ArchiveReplay) -> String {
    let name = replay.calendar.printableLine
    guard replay.dayCount > 0 || !replay.faults.isEmpty else {
      return "\(name): no day is fixed.\n"
    }
    let days = replay.dayCount == 1 ? "1 day" : "\(replay.dayCount) days"
    let range =
      "\(days), \(replay.firstDate.printableLine) to \(replay.lastDate.printableLine)"
    guard replay.faults.isEmpty else {
      return replay.faults.map { "\(name): \($0.description.printableLine)\n" }.joined()
        + "\(name): \(replay.faults.count) of \(range) do not fit.\n"
    }
    return "\(name): \(range), fit together, and no quote came again before its turn. Keep:\n"
      + "  --expect \(KeptChain.text(calendar: name, replay.lastDate, replay.lastChain))\n"
  }

  private static func json(_ replay: ArchiveReplay) -> JSON {
    .object([
      .init("calendar", .string(replay.calendar)),
      .init("days", .number(Int32(clamping: replay.dayCount))),
      .init("firstDate", .string(replay.firstDate)), .init("lastDate", .string(replay.lastDate)),
      .init("lastChain", .string(KeptChain.hexadecimal(replay.lastChain))),
      .init(
        "faults",
        .array(
          replay.faults.map {
            .object([
              .init("date", .string($0.date)), .init("problem", .string($0.problem.description)),
            ])
          })),
    ])
  }
}

/// A chain that someone kept, as the command line has it.
enum KeptChain {
  /// Reads chains, by calendar and date.
  static func read(
    _ texts: [String], usual: String, _ invocation: Invocation
  ) throws(Failure) -> [String: [String: [UInt8]]] {
    var chains: [String: [String: [UInt8]]] = [:]
    for text in texts {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      let name = parts[0].split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, (1...2).contains(name.count), let date = name.last,
        let day = try? CivilDate(String(date)), let chain = bytes(parts[1])
      else {
        throw .usage(
          invocation.usageError(
            "--expect can't be '\(text)': give it as DATE=CHAIN or CALENDAR:DATE=CHAIN, with the "
              + "chain in 64 hexadecimal digits"))
      }
      let calendar = name.count == 2 ? String(name[0]) : usual
      chains[calendar, default: [:]][day.description] = chain
    }
    return chains
  }

  /// A chain as `read` takes it.
  static func text(calendar: String, _ date: String, _ chain: [UInt8]) -> String {
    "\(calendar):\(date)=\(hexadecimal(chain))"
  }

  /// Bytes in hexadecimal.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ digits: Substring) -> [UInt8]? {
    let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard values.count == 64, digits.count == 64 else { return nil }
    return stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
  }
}
