// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteStore
internal import QuoteWire

/// The quotes of a catalogue as its calendars look at them: those that are there, and those that
/// are gone from it and yet have days.
struct CalendarQuotes: Sendable {
  /// What is there.
  let rows: CatalogueRows
  /// What was deleted and has days; not what was withdrawn.
  let kept: [QuoteID: KeptQuote]

  /// The quote with an id as days see it; nil where only its id is left.
  func member(_ id: QuoteID) -> DailyMember? {
    if let living = living(id) { return living }
    // A creator of no number has no quote that could be taken for a neighbour's.
    return kept[id].map {
      DailyMember(position: $0.position, creator: rows.creators.number(of: $0.creator) ?? 0)
    }
  }

  /// The generator that goes on behind a calendar's fixed days.
  func generator(
    _ rules: CalendarRules, after ledger: Ledger, pins: [PinDate: QuoteID]
  ) -> DailyGenerator {
    DailyGenerator(
      members: MemberCensus.members(of: rows, rules.matcher(in: rows)), pins: pinnedDays(pins),
      seed: rules.seed, after: DailyState(after: ledger.days, member: member),
      on: ledger.firstDate.daysSinceEpoch + ledger.days.count)
  }

  /// The pins whose quotes are there.
  func pinnedDays(_ pins: [PinDate: QuoteID]) -> PinnedDays {
    var days = PinnedDays()
    for (date, id) in pins {
      if let member = living(id) { days.pin(member, on: date) }
    }
    return days
  }

  private func living(_ id: QuoteID) -> DailyMember? {
    rows.row(of: id).map { row in
      let columns = rows.segments[row.segment].rows
      return DailyMember(
        position: columns.positions[row.row], creator: columns.creators[row.row])
    }
  }
}

/// A quote that was deleted and has days, which show it still.
struct KeptQuote: Sendable, Hashable {
  /// Encoded as the field 1 of a message.
  let bytes: [UInt8]
  let position: UInt32
  let creator: String

  /// Keeps a quote; nil where it is there, or its text was erased.
  init?(_ stored: StoredQuote) {
    guard stored.isDeleted, !stored.isPurged, let position = UInt32(exactly: stored.position)
    else { return nil }
    var bytes: [UInt8] = []
    stored.quote.appendReady(to: &bytes)
    self.bytes = bytes
    self.position = position
    creator = stored.quote.creator
  }
}

extension CalendarRules {
  /// The filter in terms of a catalogue's columns.
  func matcher(in rows: CatalogueRows) -> RowMatcher {
    // What can't be met by any quote was refused when the calendar was declared.
    RowMatcher((try? filter.canonical()) ?? filter, in: rows)
  }
}
