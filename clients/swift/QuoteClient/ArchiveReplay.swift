// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
public import QuoteModel

/// Goes through the archive of a calendar day by day and tells what doesn't fit: whether a fixed
/// day was rewritten, left out or put in, and whether a quote came again before its turn.
///
/// ```swift
/// var replay = ArchiveReplay(calendar: "default")
/// for try await day in client.archive() { replay.add(day) }
/// print(replay.faults, replay.lastChain)
/// ```
///
/// An archive that was rewritten from some day to its end fits together too: keep the last chain,
/// and hold the next archive against it by `expecting`.
public struct ArchiveReplay: Sendable {
  /// The calendar's id.
  public let calendar: String
  /// What doesn't fit, in the order of the archive.
  public private(set) var faults: [Fault] = []
  /// The fixed days that were gone through.
  public private(set) var dayCount = 0
  /// The first of them, YYYY-MM-DD; empty where there was none.
  public private(set) var firstDate = ""
  /// The last of them, YYYY-MM-DD; empty where there was none.
  public private(set) var lastDate = ""
  /// The chain of the last of them, 32 bytes; empty where there was none.
  public private(set) var lastChain: [UInt8] = []
  /// Chains that were kept, by the dates that are still to come.
  private var expected: [String: [UInt8]]
  private var turns = CycleTurns()

  /// Begins before the first day of an archive, which has to be the calendar's first one.
  ///
  /// - Parameter expected: Chains that were kept before, by their dates.
  public init(calendar: String, expecting expected: [String: [UInt8]] = [:]) {
    self.calendar = calendar
    self.expected = expected
  }

  /// Goes on with the next day; dates that aren't fixed are passed over.
  public mutating func add(_ day: DailyQuoteResponse) {
    guard day.certainty == .fixed else { return }
    let (date, id) = (day.date, day.quote?.id ?? "")
    let follows = followsTheLast(date)
    var chain = DayChain(after: lastChain.isEmpty ? DayChain.start : lastChain)
    chain.add(calendar: calendar, date: date, quoteID: id, reason: day.reason)
    if follows, chain.value != day.chain {
      faults.append(Fault(date, dayCount == 0 ? .brokenStart : .broken))
    }
    if let kept = expected.removeValue(forKey: date), kept != day.chain {
      faults.append(Fault(date, .otherThanKept))
    }
    if let problem = turns.add(day, id) { faults.append(Fault(date, problem)) }
    if dayCount == 0 { firstDate = date }
    dayCount += 1
    lastDate = date
    // What the archive says: a day that was altered by itself is then the only one named.
    lastChain = day.chain
  }

  /// Ends the archive: what was kept of dates that didn't come is missing.
  public mutating func finish() {
    for date in expected.keys.sorted() { faults.append(Fault(date, .missingKept)) }
    expected = [:]
  }

  /// Whether a date is the one after the last; tells where it isn't.
  private mutating func followsTheLast(_ date: String) -> Bool {
    guard let next = try? CivilDate(date) else {
      faults.append(Fault(date, .noDate))
      return false
    }
    guard let last = try? CivilDate(lastDate) else { return dayCount == 0 }
    switch next.days(since: last) {
    case 1: return true
    case 2...: faults.append(Fault(date, .gap(after: lastDate)))
    default: faults.append(Fault(date, .outOfOrder(after: lastDate)))
    }
    return false
  }
}

extension ArchiveReplay {
  /// A day that doesn't fit.
  public struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// The date, as the archive has it.
    public let date: String
    /// What is wrong with it.
    public let problem: Problem

    init(_ date: String, _ problem: Problem) {
      self.date = date
      self.problem = problem
    }

    /// What is wrong, with the date: a sentence.
    public var description: String { "\(date): \(problem)." }
  }

  /// What is wrong with a day.
  public enum Problem: Sendable, Hashable, CustomStringConvertible {
    /// The archive's first day is no calendar's first: it was altered, or days before it are missing.
    case brokenStart
    /// The chain doesn't follow: the day, or what its chain was made of, was altered.
    case broken
    /// Days are missing before it.
    case gap(after: String)
    /// It comes twice or in the wrong place.
    case outOfOrder(after: String)
    /// Its date is none.
    case noDate
    /// Its chain is another one than was kept: it, or a day before it, was rewritten.
    case otherThanKept
    /// It was kept, and is missing.
    case missingKept
    /// Its quote was shown in the same cycle before: it came again before its turn.
    case repeated(quoteID: String, before: String)
    /// Its place in the cycle doesn't follow the one before.
    case wrongPlace(Int32, after: Int32)

    /// What is wrong, without a full stop.
    public var description: String {
      switch self {
      case .brokenStart:
        "the chain doesn't begin here: this day was altered, or days before it are missing"
      case .broken: "the chain doesn't fit: this day was altered, or the one before it"
      case .gap(let date): "the days between \(date) and this one are missing"
      case .outOfOrder(let date): "it comes after \(date): it was put in, or days were swapped"
      case .noDate: "this is no date"
      case .otherThanKept:
        "the chain is another one than was kept: this day, or one before it, was rewritten"
      case .missingKept: "its chain was kept, and the day is missing"
      case .repeated(let id, let date):
        "quote \(id) was shown on \(date) in the same cycle: it came again before its turn"
      case .wrongPlace(let place, let last):
        "its place in the cycle is \(place), after \(last): a day is missing, or was put in"
      }
    }
  }
}

/// Follows the cycles of a calendar by the places that days say they have.
private struct CycleTurns {
  /// The quotes that the present cycle has shown, with the dates.
  private var shown: [String: String] = [:]
  private var lastPlace: Int32 = 0
  /// The days since that an administrator gave another quote: each may have had a place.
  private var replaced: Int32 = 0

  /// What is wrong with a day's place; nil where nothing is.
  mutating func add(_ day: DailyQuoteResponse, _ id: String) -> ArchiveReplay.Problem? {
    defer { shown[id] = day.date }
    if day.reason == .replaced { replaced += 1 }
    let place = day.cyclePosition
    guard place > 0 else { return nil }
    defer {
      lastPlace = place
      replaced = 0
    }
    // What an editor showed on the way may belong to either cycle; it doesn't count for the new one.
    if place <= lastPlace {
      shown = [:]
      return place <= 1 + replaced ? nil : .wrongPlace(place, after: lastPlace)
    }
    if let before = shown[id] { return .repeated(quoteID: id, before: before) }
    // Where the archive begins in the middle, that is told already.
    let isNext = lastPlace == 0 || place <= lastPlace + 1 + replaced
    return isNext ? nil : .wrongPlace(place, after: lastPlace)
  }
}
