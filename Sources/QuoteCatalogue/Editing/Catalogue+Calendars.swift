// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore
internal import QuoteWire
internal import RPCCore

extension Catalogue {
  /// Declares a calendar, or changes it; dates that are fixed stay as they are.
  ///
  /// That the time zone is one is seen to before the catalogue is asked. An empty one stands for
  /// the default calendar's, an empty first date for the one that it has or, of a new calendar, for
  /// a year ago.
  package func putCalendar(
    _ calendar: QuoteCalendar, by editor: Editor
  ) async throws(EditProblem) -> PutCalendarResponse {
    try Self.checkID(calendar.id)
    let filter = try Self.filter(of: calendar)
    let firstDate = try Self.firstDate(of: calendar)
    return try await edit(by: editor) { transaction throws(StoreError) in
      let store = transaction.store
      let calendars = try store.calendars()
      let present = calendars.first { $0.id == calendar.id }
      guard let original = calendars.first(where: { $0.id == CalendarRules.defaultID }) else {
        preconditionFailure("The default calendar is never removed.")
      }
      if present == nil, calendars.count >= CalendarLimits.mostCalendars {
        return .failure(.tooManyCalendars)
      }
      let today = CivilDate(nearest: transaction.time)
      let usual = present?.firstDate ?? today.adding(days: -CalendarLimits.daysBefore) ?? .first
      let first = firstDate ?? usual
      let last = try store.lastDay(of: calendar.id)
      if let present, last != nil, first != present.firstDate {
        return .failure(.firstDateFixed(id: calendar.id, first: present.firstDate))
      }
      let reach = CivilDate.reach(of: today)
      guard first == present?.firstDate || reach.contains(first) else {
        return .failure(
          .invalid(
            field: "calendar.first_date",
            "is \(first): it must be from \(reach.lowerBound) to \(reach.upperBound)."))
      }
      if first != present?.firstDate {
        let others = calendars.lazy.filter { $0.id != calendar.id }.map(\.firstDate)
        let earliest = CivilDate.earliest(on: today, beside: others)
        guard first >= earliest else {
          return .failure(.tooManyDays(first: first, earliest: earliest))
        }
      }
      let rules = CalendarRules(
        id: calendar.id,
        timeZone: calendar.timeZone.isEmpty
          ? present?.timeZone ?? original.timeZone : calendar.timeZone,
        filter: filter,
        seed: present?.seed ?? StableHash.mix(original.seed ^ StableHash.of(calendar.id)),
        firstDate: first)
      try transaction.put(rules.stored)
      try transaction.audit("PutCalendar", of: calendar.id, by: editor, detail: "")
      var response = PutCalendarResponse()
      var declared = calendar
      declared.timeZone = rules.timeZone
      declared.firstDate = first.description
      declared.filter = filter
      declared.fixedThrough =
        last.flatMap { CivilDate(daysSinceEpoch: $0.day) }?.description ?? ""
      response.calendar = declared
      return .success(response)
    }
  }

  private static func checkID(_ id: String) throws(EditProblem) {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isGood =
      (1...CalendarLimits.idLength).contains(id.utf8.count)
      && id.utf8.first.map(letters.contains) == true
      && id.utf8.allSatisfy {
        letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
      }
    guard isGood else {
      throw .invalid(
        field: "calendar.id",
        "is \(Excerpt(id)): it must have 1 to \(CalendarLimits.idLength) of a-z, 0-9 and \"-\", and "
          + "begin with a letter.")
    }
  }

  private static func filter(of calendar: QuoteCalendar) throws(EditProblem) -> QuoteFilter {
    do throws(ListProblem) {
      return try (calendar.filter ?? QuoteFilter()).canonical()
    } catch {
      throw .invalid(field: "calendar.\(error.field)", "can't be: \(error)")
    }
  }

  private static func firstDate(of calendar: QuoteCalendar) throws(EditProblem) -> CivilDate? {
    guard !calendar.firstDate.isEmpty else { return nil }
    do throws(CivilDateError) {
      return try CivilDate(calendar.firstDate)
    } catch {
      throw .invalid(field: "calendar.first_date", "can't be: \(error).")
    }
  }
}

extension CivilDate {
  /// The dates on which a new calendar may begin.
  fileprivate static func reach(of today: CivilDate) -> ClosedRange<CivilDate> {
    let first = today.adding(days: -CalendarLimits.mostForetold) ?? .first
    return first...(today.adding(days: CalendarLimits.daysAhead) ?? .last)
  }

  /// The first date on which a calendar may begin beside others, which have their days until today.
  fileprivate static func earliest(
    on today: CivilDate, beside others: some Sequence<CivilDate>
  ) -> CivilDate {
    let taken = others.reduce(0) { $0 + max(0, today.days(since: $1) + 1) }
    let left = CalendarLimits.daysInAll - taken - 1
    return today.adding(days: -max(CalendarLimits.daysBefore, left)) ?? .first
  }
}
