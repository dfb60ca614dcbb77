// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import QuoteStore

/// Why a change was not made.
package enum EditProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// A quote breaks a limit; the field is one of the quote's.
  case invalidQuote(QuoteProblem)
  /// A field of the request can't be; the sentence follows the field's name.
  case invalid(field: String, String)
  /// The mask names something that a quote doesn't have.
  case unknownField(String)
  /// The mask names a field that only the server sets.
  case serverField(String)
  /// The name of the request was used before for something else.
  case requestReused(id: String)
  /// More quotes than one batch takes.
  case tooManyQuotes(Int)
  /// There is no such quote.
  case quoteNotFound(id: String)
  /// Another quote, or this one, is there with that text and creator.
  case quotePresent(id: String)
  /// A quote with that text and creator was deleted before.
  case deletedBefore(id: String)
  /// The quote changed after the caller saw it.
  case etagChanged(id: String, given: String, current: String)
  /// There is no calendar of that name; these are there.
  case calendarNotFound(id: String, known: [String])
  /// There are as many calendars as can be.
  case tooManyCalendars
  /// The calendar's days are fixed from another first date on.
  case firstDateFixed(id: String, first: CivilDate)
  /// The calendar would begin so early that all of them had too many days.
  case tooManyDays(first: CivilDate, earliest: CivilDate)
  /// The date is fixed to a quote.
  case dateFixed(date: String, quoteID: String)
  /// The date is reserved for another quote.
  case dateTaken(date: String, quoteID: String)
  /// The calendar begins after the date.
  case dateBeforeFirst(date: CivilDate, first: CivilDate)
  /// The date is not reserved.
  case pinNotFound(calendar: String, date: String)
  /// As many tokens hold as may.
  case tooManyTokens(Int)
  /// There is no such token.
  case tokenNotFound(id: String)
  /// The store failed; nothing was changed.
  case store(StoreError)

  /// What kind of problem it is: whether the caller is at fault, and whether to try again helps.
  package enum Kind: Hashable, Sendable {
    /// The request can't be carried out, whatever the catalogue holds.
    case invalid
    /// What it is about isn't there.
    case notFound
    /// What it would add is there.
    case alreadyExists
    /// The catalogue is in a state that rules it out.
    case notPossible
    /// Someone else was faster: read again, then decide.
    case changedMeanwhile
    /// The disk is full: it succeeds once there is room.
    case noRoom
    /// There is as much of something as may be.
    case tooMany
    /// Another program has the file, or this one is ending: to try again helps.
    case busy
    /// The store can't be written.
    case failed
  }

  /// What kind of problem it is.
  package var kind: Kind {
    switch self {
    case .invalidQuote, .invalid, .unknownField, .serverField, .requestReused, .tooManyQuotes:
      .invalid
    case .quoteNotFound, .tokenNotFound, .calendarNotFound, .pinNotFound: .notFound
    case .quotePresent, .dateTaken: .alreadyExists
    case .deletedBefore, .tooManyCalendars, .firstDateFixed, .tooManyDays, .dateFixed,
      .dateBeforeFirst:
      .notPossible
    case .etagChanged: .changedMeanwhile
    case .tooManyTokens: .tooMany
    case .store(let error):
      switch error.reason {
      case .diskFull: .noRoom
      case .busy, .closed: .busy
      default: .failed
      }
    }
  }

  /// The request's field at fault, by its name in the proto; nil where none is.
  package var field: String? {
    switch self {
    case .invalidQuote(let problem): "quote.\(problem.field)"
    case .invalid(let field, _): field
    case .unknownField, .serverField: "update_mask"
    case .requestReused: "request_id"
    case .tooManyQuotes: "quotes"
    case .etagChanged: "etag"
    case .calendarNotFound: "calendar"
    case .firstDateFixed, .tooManyDays: "calendar.first_date"
    case .dateFixed, .dateTaken, .dateBeforeFirst: "pin.date"
    case .pinNotFound: "date"
    case .quoteNotFound, .quotePresent, .deletedBefore, .tooManyCalendars, .tokenNotFound,
      .tooManyTokens, .store:
      nil
    }
  }

  /// The same for every problem of this case, for programs: UPPER_SNAKE_CASE.
  package var reason: String {
    switch self {
    case .invalidQuote: "INVALID_QUOTE"
    case .invalid: "INVALID_FIELD"
    case .unknownField: "UNKNOWN_FIELD"
    case .serverField: "SERVER_FIELD"
    case .requestReused: "REQUEST_REUSED"
    case .tooManyQuotes: "TOO_MANY_QUOTES"
    case .quoteNotFound: "QUOTE_NOT_FOUND"
    case .quotePresent: "QUOTE_PRESENT"
    case .deletedBefore: "DELETED_BEFORE"
    case .etagChanged: "ETAG_CHANGED"
    case .calendarNotFound: "CALENDAR_NOT_FOUND"
    case .tooManyCalendars: "TOO_MANY_CALENDARS"
    case .firstDateFixed: "FIRST_DATE_FIXED"
    case .tooManyDays: "TOO_MANY_DAYS"
    case .dateFixed: "DATE_FIXED"
    case .dateTaken: "DATE_TAKEN"
    case .dateBeforeFirst: "DATE_BEFORE_FIRST"
    case .pinNotFound: "PIN_NOT_FOUND"
    case .tokenNotFound: "TOKEN_NOT_FOUND"
    case .tooManyTokens: "TOO_MANY_TOKENS"
    case .store(let error):
      switch error.reason {
      case .diskFull: "DISK_FULL"
      case .busy: "STORE_BUSY"
      case .closed: "STORE_CLOSED"
      default: "STORE_FAILED"
      }
    }
  }

  /// A sentence for a person.
  package var description: String {
    switch self {
    case .invalidQuote(let problem): "quote.\(problem)"
    case .invalid(let field, let sentence): "\(field) \(sentence)"
    case .unknownField(let path):
      "update_mask names \(Excerpt(path)), which a quote doesn't have: use \(EditableField.list)."
    case .serverField(let path):
      "update_mask names \(Excerpt(path)), which only the server sets: use \(EditableField.list)."
    case .requestReused(let id):
      "request_id \(Excerpt(id)) was used for another request within 24 hours: choose a new one."
    case .tooManyQuotes(let count):
      "quotes are \(count): at most \(Catalogue.batchSize) go into one batch."
    case .quoteNotFound(let id): "No quote has the id \(Excerpt(id))."
    case .quotePresent(let id): "Quote \(id) is there with the same text and creator."
    case .deletedBefore(let id):
      "Quote \(id) had the same text and creator and was deleted: "
        + "import it with restore_deleted to have it back."
    case .etagChanged(let id, let given, let current):
      "Quote \(id) has changed: its etag is \"\(current)\" and no longer \(Excerpt(given)). "
        + "Read it again, then change it."
    case .calendarNotFound(let id, let known):
      "There is no calendar \(Excerpt(id)): the calendars are \(Excerpt.list(known))."
    case .tooManyCalendars:
      "There are \(CalendarLimits.mostCalendars) calendars, as many as can be."
    case .firstDateFixed(let id, let first):
      "Days of calendar \(id) are fixed from \(first) on: its first date stays so; leave it empty."
    case .tooManyDays(let first, let earliest):
      "A calendar from \(first) on would have too many days: all calendars may have "
        + "\(CalendarLimits.daysInAll) until today. Begin it on \(earliest) or later."
    case .dateFixed(let date, let id):
      "\(date) is fixed to quote \(id): only an administrator can replace it, with force."
    case .dateTaken(let date, let id):
      "\(date) is reserved for quote \(id): give it back first."
    case .dateBeforeFirst(let date, let first):
      "\(date) is before the calendar's first date, \(first)."
    case .pinNotFound(let calendar, let date): "Calendar \(calendar) has no pin on \(date)."
    case .tokenNotFound(let id): "No token has the id \(Excerpt(id))."
    case .tooManyTokens(let count):
      "\(count) tokens hold, and no more than \(TokenLimits.tokens) may: revoke some first."
    case .store(let error): "Nothing was changed: \(error)."
    }
  }
}
