// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

extension Printer {
  /// Calendars.
  package func calendars(_ calendars: [QuoteCalendar]) -> String {
    switch format {
    case .table: Reading(style: style).calendars(calendars.map(\.printable))
    case .json:
      JSON.object([
        .init("calendars", .array(calendars.map { .object(ContractFields.calendar, of: $0) }))
      ]).lines() + "\n"
    case .jsonl:
      calendars.map { JSON.object(ContractFields.calendar, of: $0).line + "\n" }.joined()
    case .csv:
      CSV.header(ContractFields.calendar)
        + calendars.map { CSV.row(ContractFields.calendar, of: $0) }.joined()
    case .plain: calendars.map { $0.printable.id + "\n" }.joined()
    }
  }
}

extension ContractFields {
  static let calendar: [Field<QuoteCalendar>] = [
    Field("id") { .string($0.id) },
    Field("timeZone") { .string($0.timeZone) },
    Field("filter", filter) { $0.filter },
    Field("firstDate") { .string($0.firstDate) },
    Field("fixedThrough") { .string($0.fixedThrough) },
  ]

  private static let filter: [Field<QuoteFilter>] = [
    Field("tagsAll") { .strings($0.tagsAll) },
    Field("tagsAny") { .strings($0.tagsAny) },
    Field("creators") { .strings($0.creators) },
    Field("languages") { .strings($0.languages) },
    Field("minLength") { .number($0.minLength) },
    Field("maxLength") { .number($0.maxLength) },
    Field("includeMature") { .bool($0.includeMature) },
  ]
}

extension Reading {
  /// Calendars one below the other, each with what it draws from.
  fileprivate func calendars(_ calendars: [QuoteCalendar]) -> String {
    calendars.map { calendar in
      let filter = calendar.filter ?? QuoteFilter()
      let lengths = [
        filter.minLength == 0 ? "" : "from \(filter.minLength)",
        filter.maxLength == 0 ? "" : "to \(filter.maxLength)",
      ].filter { !$0.isEmpty }
      let facts = [
        ("Zone", calendar.timeZone), ("First date", calendar.firstDate),
        ("Fixed through", calendar.fixedThrough),
        ("Languages", filter.languages.joined(separator: ", ")),
        ("Creators", filter.creators.joined(separator: "; ")),
        ("All tags", filter.tagsAll.joined(separator: ", ")),
        ("Any tag", filter.tagsAny.joined(separator: ", ")),
        ("Characters", lengths.joined(separator: " ")),
        ("Mature", filter.includeMature ? "included" : ""),
      ]
      return text([style.bold(calendar.id)] + rows(facts))
    }.joined(separator: "\n")
  }
}

extension QuoteCalendar {
  /// The calendar with every text made printable.
  fileprivate var printable: QuoteCalendar {
    var calendar = self
    calendar.id = id.printableLine
    calendar.timeZone = timeZone.printableLine
    calendar.firstDate = firstDate.printableLine
    calendar.fixedThrough = fixedThrough.printableLine
    if var filter {
      filter.languages = filter.languages.map(\.printableLine)
      filter.creators = filter.creators.map(\.printableLine)
      filter.tagsAll = filter.tagsAll.map(\.printableLine)
      filter.tagsAny = filter.tagsAny.map(\.printableLine)
      calendar.filter = filter
    }
    return calendar
  }
}
