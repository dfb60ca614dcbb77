// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

extension CalendarRules {
  /// The calendar of a language, which is named by its tag.
  ///
  /// That of the default calendar's own language is its twin: it agrees with it on every date.
  init(language: String, beside original: CalendarRules, madeOn today: CivilDate) {
    var filter = QuoteFilter()
    filter.languages = [language]
    let isTwin = filter == (try? original.filter.canonical())
    self.init(
      id: language, timeZone: original.timeZone, filter: filter,
      seed: isTwin ? original.seed : StableHash.mix(original.seed ^ StableHash.of(language)),
      firstDate: isTwin
        ? original.firstDate : today.adding(days: -CalendarLimits.daysBefore) ?? .first)
  }

  /// Whether it gives the same days as another calendar, apart from pins.
  func isTwin(of other: CalendarRules) -> Bool {
    seed == other.seed && firstDate == other.firstDate
      && (try? filter.canonical()) == (try? other.filter.canonical())
  }
}

extension CatalogueRows {
  /// How many quotes that are not mature there are in each language, by its tag without what tells
  /// regions and scripts apart.
  var primaryLanguageCounts: [String: Int] {
    var counts: [String: Int] = [:]
    for (number, count) in languageCounts {
      let tag = languages.name(number).prefix { $0 != "-" }.lowercased()
      guard tag.utf8.count > 1, !Self.noLanguages.contains(tag) else { continue }
      counts[tag, default: 0] += count
    }
    return counts
  }

  /// What ISO 639 has for texts in no language, several, an unknown or an uncoded one.
  private static let noLanguages: Set<String> = ["zxx", "mul", "und", "mis"]
}
