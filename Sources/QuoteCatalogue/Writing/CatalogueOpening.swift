// SPDX-License-Identifier: Apache-2.0

internal import QuoteDigest
internal import QuoteModel
internal import QuoteStore
internal import QuoteWire
internal import RPCCore

/// What happens before a catalogue can be read and written.
enum CatalogueOpening {
  /// Quotes that get their near keys in one transaction.
  private static let nearKeyBatch = 10_000

  /// Opens the store, founds the catalogue where the store is new, and reads all of it.
  static func open(
    _ path: String, founding: () throws(CatalogueError) -> Founding, at now: Timestamp
  ) throws(CatalogueError) -> (store: Store, state: CatalogueState, isNew: Bool) {
    let store: Store
    let isNew: Bool
    do throws(StoreError) {
      store = try Store(
        path: path, migrations: Schema.migrations,
        busyTimeoutMilliseconds: Store.usualBusyTimeoutMilliseconds)
      isNew = try store.calendars().isEmpty
    } catch {
      throw .store(error)
    }
    if isNew { try found(store, by: founding(), at: now) }
    do throws(StoreError) {
      try store.finishErasing()
      try addNearKeys(to: store)
      var state = try CatalogueState(reading: store, at: now)
      state.tendCalendars(of: store, at: now)
      return (store, state, isNew)
    } catch {
      throw .store(error)
    }
  }

  /// Writes what a new store starts with, whole or not at all.
  private static func found(
    _ store: Store, by founding: Founding, at now: Timestamp
  ) throws(CatalogueError) {
    var hash = SHA256()
    var drafts: [QuoteDraft] = []
    for quote in founding.quotes {
      do throws(QuoteProblem) {
        drafts.append(try QuoteDraft(quote, by: &hash))
      } catch {
        throw .starterQuote(error, text: quote.text)
      }
    }
    var filter = QuoteFilter()
    filter.languages = ["en"]
    let calendar = StoredCalendar(
      id: CalendarRules.defaultID, timeZone: founding.timeZone, filter: filter.wire,
      seed: founding.seed, firstDate: firstDate(before: CivilDate(nearest: now)))
    do throws(StoreError) {
      _ = try store.write(at: now) { transaction throws(StoreError) in
        try transaction.put(calendar)
        for draft in drafts where try store.match(draft) == nil {
          try transaction.insert(draft.content(id: draft.key.description))
        }
      }
    } catch {
      throw .store(error)
    }
  }

  private static func firstDate(before today: CivilDate) -> CivilDate {
    today.adding(days: -CalendarLimits.daysBefore) ?? .first
  }

  /// Gives the quotes their near keys that an older version stored without. After a crash the next
  /// opening goes on with it.
  private static func addNearKeys(to store: Store) throws(StoreError) {
    var hash = SHA256()
    while true {
      let quotes = try store.quotesWithoutNearKey(limit: nearKeyBatch)
      guard !quotes.isEmpty else { return }
      try store.setNearKeys(
        quotes.map { ($0.position, NearKey.of(text: $0.text, by: &hash)) })
    }
  }
}
