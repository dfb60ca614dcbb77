// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

extension Catalogue {
  /// How a snapshot of the catalogue and its calendars are.
  package func examine(_ snapshot: CatalogueSnapshot) async -> [Finding] {
    let now = clock()
    let condition = await tendCalendars()
    var findings = [
      Finding("revision", .good, "\(snapshot.revision)"),
      Examination.quotes(count: snapshot.count, mature: snapshot.count - snapshot.generalCount),
      Examination.clock(condition, at: now),
    ]
    // What was due has just been fixed, if it could be.
    for calendar in snapshots.latest.calendars.all {
      findings.append(Examination.calendar(calendar, on: CivilDate(utc: now)))
    }
    return findings
  }
}

extension Examination {
  /// The clock beside the days that are fixed by it.
  static func clock(_ condition: CalendarCondition, at now: Timestamp) -> Finding {
    switch condition {
    case .current: Finding("clock", .good, now.contractText)
    case .clockBehind, .clockAhead: Finding("clock", .warning, "\(condition)")
    case .failed: Finding("clock", .fault, "\(condition)")
    }
  }

  /// How far a calendar can't change any more: through today at least, as a server fixes it.
  static func calendar(_ calendar: DailyCalendar, on today: CivilDate?) -> Finding {
    let subject = "calendar \(calendar.rules.id)"
    guard calendar.quoteCount > 0 else {
      return Finding(subject, .warning, "draws from no quotes: its days have none")
    }
    guard let last = calendar.ledger.lastDate else {
      return Finding(subject, .warning, "none of its days is fixed")
    }
    let words = "\(calendar.quoteCount) quotes, fixed through \(last)"
    guard let today, last >= today else {
      return Finding(subject, .warning, "\(words): its days can still change")
    }
    return Finding(subject, .good, words)
  }
}
