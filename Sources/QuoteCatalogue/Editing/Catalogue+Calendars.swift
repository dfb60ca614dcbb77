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
      let calendars = try transaction.store.calendars()
      let last = try transaction.store.lastDay(of: calendar.id)
      let result = Self.rules(
        of: calendar, filter, firstDate, among: calendars, hasDays: last != nil,
        on: CivilDate(nearest: transaction.time))
      let rules: CalendarRules
      switch result {
      case .success(let made): rules = made
      case .failure(let problem): return .failure(problem)
      }
      try transaction.put(rules.stored)
      try transaction.audit("PutCalendar", of: calendar.id, by: editor, detail: "")
      var response = PutCalendarResponse()
      response.calendar = Self.declared(rules, fixedThrough: last?.day)
      return .success(response)
    }
  }

  /// What a calendar follows from now on, or why it can't be so beside those that are there.
  private static func rules(
    of calendar: QuoteCalendar, _ filter: QuoteFilter, _ firstDate: CivilDate?,
    among calendars: [StoredCalendar], hasDays: Bool, on today: CivilDate
  ) -> Result<CalendarRules, EditProblem> {
    let present = calendars.first { $0.id == calendar.id }
    guard let original = calendars.first(where: { $0.id == CalendarRules.defaultID }) else {
      preconditionFailure("The default calendar is never removed.")
    }
    guard present != nil || calendars.count < CalendarLimits.mostCalendars else {
      return .failure(.tooManyCalendars)
    }
    let first: CivilDate
    switch Self.firstDate(
      firstDate, of: calendar.id, present, among: calendars, hasDays: hasDays, on: today)
    {
    case .success(let date): first = date
    case .failure(let problem): return .failure(problem)
    }
    return .success(
      CalendarRules(
        id: calendar.id,
        timeZone: calendar.timeZone.isEmpty
          ? present?.timeZone ?? original.timeZone : calendar.timeZone,
        filter: filter,
        seed: present?.seed ?? StableHash.mix(original.seed ^ StableHash.of(calendar.id)),
        firstDate: first))
  }

  /// The first date that a calendar has from now on, or why it can't have the one that is asked for.
  private static func firstDate(
    _ asked: CivilDate?, of id: String, _ present: StoredCalendar?,
    among calendars: [StoredCalendar], hasDays: Bool, on today: CivilDate
  ) -> Result<CivilDate, EditProblem> {
    let usual = present?.firstDate ?? today.adding(days: -CalendarLimits.daysBefore) ?? .first
    let first = asked ?? usual
    guard first != present?.firstDate else { return .success(first) }
    if let present, hasDays {
      return .failure(.firstDateFixed(id: id, first: present.firstDate))
    }
    let reach = CivilDate.reach(of: today)
    guard reach.contains(first) else {
      return .failure(
        .invalid(
          field: "calendar.first_date",
          "is \(first): it must be from \(reach.lowerBound) to \(reach.upperBound)."))
    }
    let others = calendars.lazy.filter { $0.id != id }.map(\.firstDate)
    let earliest = CivilDate.earliest(on: today, beside: others)
    guard first >= earliest else {
      return .failure(.tooManyDays(first: first, earliest: earliest))
    }
    return .success(first)
  }

  /// A calendar as callers see it.
  private static func declared(_ rules: CalendarRules, fixedThrough day: Int?) -> QuoteCalendar {
    var calendar = QuoteCalendar()
    calendar.id = rules.id
    calendar.filter = rules.filter
    calendar.timeZone = rules.timeZone
    calendar.firstDate = rules.firstDate.description
    calendar.fixedThrough = day.flatMap { CivilDate(daysSinceEpoch: $0) }?.description ?? ""
    return calendar
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
