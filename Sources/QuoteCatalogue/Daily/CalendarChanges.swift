// SPDX-License-Identifier: Apache-2.0

internal import QuoteStore

/// What writes changed of all that calendars depend on.
struct CalendarChanges: Sendable {
  /// Quotes, as they are now.
  private(set) var quotes: [StoredQuote] = []
  /// Ids of calendars that were declared or changed.
  private(set) var calendars: Set<String> = []
  /// Ids of calendars that have other days.
  private(set) var days: Set<String> = []
  /// Ids of calendars that have other pins.
  private(set) var pins: Set<String> = []

  /// No changes.
  init() {}

  /// The changes of all writes after a revision, which were of these kinds.
  init(
    _ kinds: Set<ChangeKind>, since revision: UInt64, in store: Store
  ) throws(StoreError) {
    if kinds.contains(.quote) { quotes = try store.quotes(changedSince: revision) }
    if kinds.contains(.calendar) { calendars = try store.ids(of: .calendar, since: revision) }
    if kinds.contains(.day) { days = try store.ids(of: .day, since: revision) }
    if kinds.contains(.pin) { pins = try store.ids(of: .pin, since: revision) }
  }
}
