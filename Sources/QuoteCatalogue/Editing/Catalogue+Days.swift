// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore

extension Catalogue {
  /// Fixes the dates that are due, and tells how it stands: to be called every now and then, since
  /// time passes without a write. Where nothing is due it costs next to nothing.
  package func tendCalendars() async -> CalendarCondition {
    let calendars = snapshots.latest.calendars.all
    let due = CalendarClock(ledgers: calendars.map(\.ledger), permitted: .first).due(at: clock())
    guard let through = due.through else { return due.condition }
    let isBehind = calendars.contains { calendar in
      calendar.quoteCount > 0 && calendar.ledger.nextDate.map { $0 <= through } ?? false
    }
    return isBehind ? await writer.tendCalendars() : due.condition
  }

  /// Fixes dates through one, on an administrator's word that the clock is right.
  ///
  /// Returns the last date that is fixed in the default calendar; nil where it has no quotes.
  package func fixDays(
    through date: CivilDate, by editor: Editor
  ) async throws(EditProblem) -> CivilDate? {
    let horizon = CalendarClock.horizon(at: clock())
    guard date <= horizon else {
      throw .invalid(
        field: "through",
        "is \(date): it must not be after \(horizon), tomorrow's date where the day comes first.")
    }
    await writer.permitDays(through: date)
    try await write { transaction throws(StoreError) in
      try transaction.audit("FixCalendars", of: "", by: editor, detail: "through \(date)")
      return .success(())
    }
    return snapshots.latest.calendars[CalendarRules.defaultID]?.ledger.lastDate
  }
}
