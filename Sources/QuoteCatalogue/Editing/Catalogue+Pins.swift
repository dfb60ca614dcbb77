// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteStore

extension Catalogue {
  /// Reserves a date, or a day of every year, for a quote.
  ///
  /// - Parameter force: Puts the quote in the place of the one that the date is fixed to; that the
  ///   editor may is seen to before the catalogue is asked. Without it such a date is refused.
  package func pinDailyQuote(
    _ pin: Pin, force: Bool, by editor: Editor
  ) async throws(EditProblem) -> PinDailyQuoteResponse {
    let date = try Self.pinDate(pin.date, field: "pin.date")
    let calendarID = pin.calendar.isEmpty ? CalendarRules.defaultID : pin.calendar
    return try await edit(by: editor) { transaction throws(StoreError) in
      let store = transaction.store
      let calendar: StoredCalendar
      switch try store.calendar(calendarID) {
      case .success(let found): calendar = found
      case .failure(let problem): return .failure(problem)
      }
      guard let quote = try store.quote(id: pin.quoteID), !quote.isDeleted,
        let quoteID = QuoteID(pin.quoteID)
      else { return .failure(.quoteNotFound(id: pin.quoteID)) }
      var stored = Pin()
      stored.calendar = calendarID
      stored.date = date.description
      stored.quoteID = pin.quoteID
      var response = PinDailyQuoteResponse()
      response.pin = stored
      if case .failure(let problem) = try transaction.pin(
        quoteID, on: date, of: calendar, force: force, by: editor)
      {
        return .failure(problem)
      }
      return .success(response)
    }
  }

  /// Gives a pinned date back to the generator; a date that is fixed stays as it is.
  package func unpinDailyQuote(
    calendar id: String, date text: String, by editor: Editor
  ) async throws(EditProblem) -> UnpinDailyQuoteResponse {
    let date = try Self.pinDate(text, field: "date")
    let calendarID = id.isEmpty ? CalendarRules.defaultID : id
    return try await edit(by: editor) { transaction throws(StoreError) in
      if case .failure(let problem) = try transaction.store.calendar(calendarID) {
        return .failure(problem)
      }
      guard try transaction.removePin(calendar: calendarID, date: date.description) else {
        return .failure(.pinNotFound(calendar: calendarID, date: date.description))
      }
      try transaction.audit(
        "UnpinDailyQuote", of: calendarID, by: editor, detail: date.description)
      return .success(UnpinDailyQuoteResponse())
    }
  }

  private static func pinDate(_ text: String, field: String) throws(EditProblem) -> PinDate {
    do throws(CivilDateError) {
      return try PinDate(text)
    } catch {
      throw .invalid(
        field: field, "can't be: \(error). Use YYYY-MM-DD or, for every year, --MM-DD.")
    }
  }
}

extension StoreTransaction {
  /// Reserves a date; nothing happens where it has the quote already.
  fileprivate mutating func pin(
    _ quoteID: QuoteID, on date: PinDate, of calendar: StoredCalendar, force: Bool,
    by editor: Editor
  ) throws(StoreError) -> Result<Void, EditProblem> {
    let (text, id) = (date.description, quoteID.description)
    let fixed = try store.fixedDay(of: date, in: calendar)
    let held = try store.pins(of: calendar.id).first { $0.date == text }?.quoteID
    if let fixed {
      if fixed.quoteID == id { return .success(()) }
      guard force else { return .failure(.dateFixed(date: text, quoteID: fixed.quoteID)) }
    } else if let held {
      return held == id ? .success(()) : .failure(.dateTaken(date: text, quoteID: held))
    }
    if case .once(let date) = date {
      guard date >= calendar.firstDate else {
        return .failure(.dateBeforeFirst(date: date, first: calendar.firstDate))
      }
      if fixed != nil {
        try replace(date, with: quoteID, in: CalendarRecord(calendar, in: store).ledger)
      }
    }
    try put(StoredPin(calendar: calendar.id, date: text, quoteID: id))
    try audit(
      "PinDailyQuote", of: id, by: editor,
      detail: "\(calendar.id) \(text)" + (fixed.map { ", in place of \($0.quoteID)" } ?? ""))
    return .success(())
  }
}

extension Store {
  /// The calendar with an id.
  fileprivate func calendar(
    _ id: String
  ) throws(StoreError) -> Result<StoredCalendar, EditProblem> {
    let calendars = try calendars()
    guard let calendar = calendars.first(where: { $0.id == id }) else {
      return .failure(.calendarNotFound(id: id, known: calendars.map(\.id)))
    }
    return .success(calendar)
  }

  /// The day that a date of a calendar is fixed to; nil also for a day of every year.
  fileprivate func fixedDay(
    of date: PinDate, in calendar: StoredCalendar
  ) throws(StoreError) -> StoredDay? {
    guard case .once(let date) = date else { return nil }
    return try day(date.daysSinceEpoch, of: calendar.id)
  }
}
