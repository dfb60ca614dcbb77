// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteWire
internal import RPCCore

/// The quote of a date, and how it came by it.
package struct DailyChoice: Hashable, Sendable {
  /// Where the quote's words are.
  enum Words: Hashable, Sendable {
    /// In the catalogue.
    case row(QuoteRow)
    /// Nowhere else: the quote was deleted, or withdrawn. Encoded as the field 1 of a message.
    case kept([UInt8])
  }

  let words: Words
  /// How the date came by it.
  package let reason: DailyReason
  /// Whether it can still change.
  package let certainty: Certainty
  /// The quote's place in the calendar's present cycle, from 1 on; 0 where an editor chose it.
  package let cyclePosition: Int
  /// The chain up to this day; empty where it isn't fixed.
  package let chain: [UInt8]
}

/// Why a date has no quote.
package enum DailyProblem: Error, Hashable, Sendable {
  /// There is no calendar of that name; these are there.
  case unknownCalendar(id: String, known: [String])
  /// The calendar doesn't reach to the date.
  case outOfRange(first: CivilDate, last: CivilDate)
  /// The server's clock is so far behind that no date that it tells has come yet.
  case clockBehind(today: CivilDate, first: CivilDate)
  /// The server's clock is so far ahead of the last date that was fixed that it can't be right.
  case clockAhead(today: CivilDate, fixed: CivilDate)
  /// No quote meets the calendar's filter.
  case emptyCalendar(id: String)
}

extension CatalogueSnapshot {
  /// The calendar with an id; empty = `default`.
  package func calendar(_ id: String) throws(DailyProblem) -> DailyCalendar {
    guard let calendar = calendars[id] else {
      throw .unknownCalendar(id: id, known: calendars.all.map(\.rules.id))
    }
    return calendar
  }

  /// The quote of a date in a calendar: the one it is fixed to, or the one that is expected.
  ///
  /// Dates that are fixed are told whatever the clock says. `today` is the date in the zone asked
  /// for; dates up to `CalendarLimits.daysAhead` after it are told.
  package func daily(
    on date: CivilDate, today: CivilDate, in calendar: DailyCalendar
  ) throws(DailyProblem) -> DailyChoice {
    let ledger = calendar.ledger
    if let day = ledger[date] {
      return DailyChoice(
        words: words(of: day), reason: day.reason, certainty: .fixed,
        cyclePosition: Int(day.cyclePosition), chain: day.chain)
    }
    guard ledger.firstDate.days(since: today) <= CalendarLimits.daysAhead else {
      throw .clockBehind(today: today, first: ledger.firstDate)
    }
    let last = max(today.adding(days: CalendarLimits.daysAhead) ?? .last, ledger.lastDate ?? .first)
    guard ledger.firstDate <= date, date <= last else {
      throw .outOfRange(first: ledger.firstDate, last: last)
    }
    guard calendar.quoteCount > 0 else { throw .emptyCalendar(id: calendar.rules.id) }
    let index = date.days(since: ledger.firstDate) - ledger.days.count
    guard index < CalendarLimits.mostForetold else {
      throw .clockAhead(today: today, fixed: ledger.date(at: max(0, ledger.days.count - 1)))
    }
    let pick = calendar.forecast.pick(index) {
      CalendarQuotes(rows: rows, kept: keptQuotes)
        .generator(calendar.rules, after: ledger, pins: calendar.pins)
    }
    guard let pick, let row = rows.row(at: pick.position) else {
      preconditionFailure("A calendar picked a quote that is not in its snapshot.")
    }
    return DailyChoice(
      words: .row(row), reason: pick.isPinned ? .pinned : .scheduled, certainty: .expected,
      cyclePosition: Int(pick.cyclePosition), chain: [])
  }

  /// Appends a date's quote as the field 1 of a message: 0x0A, length, quote.
  package func append(_ choice: DailyChoice, to output: inout [UInt8]) {
    switch choice.words {
    case .row(let row): append(row, to: &output)
    case .kept(let bytes): output += bytes
    }
  }

  /// A date's quote, for where its meaning is needed; without a text where it was withdrawn.
  package func quote(of choice: DailyChoice) -> Quote {
    var bytes: [UInt8] = []
    append(choice, to: &bytes)
    do throws(WireError) {
      return try Quote(ready: bytes.span)
    } catch {
      preconditionFailure("The bytes of a quote that was encoded here can't be read: \(error)")
    }
  }

  private func words(of day: LedgerDay) -> DailyChoice.Words {
    if day.reason != .withdrawn {
      if let row = rows.row(of: day.quoteID) { return .row(row) }
      if let kept = keptQuotes[day.quoteID] { return .kept(kept.bytes) }
    }
    var quote = Quote()
    quote.id = day.quoteID.description
    var bytes: [UInt8] = []
    quote.appendReady(to: &bytes)
    return .kept(bytes)
  }
}
