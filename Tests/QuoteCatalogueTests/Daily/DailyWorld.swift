// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel

/// A calendar over quotes that are nothing but numbers, which a test changes from day to day; each
/// day is dealt from nothing but the days in the ledger, as after a restart.
struct DailyWorld {
  /// The creators of the quotes that are there, by position.
  private(set) var creators: [UInt32: UInt32] = [:]
  /// Those of all quotes that ever were.
  private(set) var everyCreator: [UInt32: UInt32] = [:]
  /// The pins, those of quotes that are gone included.
  private(set) var pins: [PinDate: UInt32] = [:]
  private(set) var ledger: Ledger
  let seed: UInt64

  init(seed: UInt64, firstDate: CivilDate) {
    self.seed = seed
    ledger = Ledger(calendar: "default", firstDate: firstDate)
  }

  /// A world whose creators have so many quotes each.
  init(counts: [Int], seed: UInt64, firstDate: CivilDate = .first) {
    self.init(seed: seed, firstDate: firstDate)
    for (creator, count) in counts.enumerated() {
      for _ in 0..<count { add(by: UInt32(creator + 1)) }
    }
  }

  mutating func add(by creator: UInt32) {
    let position = UInt32(everyCreator.count + 1)
    creators[position] = creator
    everyCreator[position] = creator
  }

  mutating func remove(_ position: UInt32) { creators[position] = nil }

  mutating func edit(_ position: UInt32, by creator: UInt32) {
    guard creators[position] != nil else { return }
    creators[position] = creator
    everyCreator[position] = creator
  }

  mutating func pin(_ position: UInt32, on date: PinDate) { pins[date] = position }

  /// Fixes the next day; false where there is no quote.
  mutating func advance() -> Bool {
    var generator = generator()
    guard let pick = generator.next() else { return false }
    ledger.fix(
      Self.id(pick.position), reason: pick.isPinned ? .pinned : .scheduled, cycle: pick.cycle,
      cyclePosition: pick.cyclePosition)
    return true
  }

  /// The generator that goes on behind the ledger.
  func generator() -> DailyGenerator {
    let members = creators.sorted { $0.key < $1.key }
      .map { DailyMember(position: $0.key, creator: $0.value) }
    let state = DailyState(after: ledger.days) { id in
      let position = Self.position(id)
      return everyCreator[position].map { DailyMember(position: position, creator: $0) }
    }
    return DailyGenerator(
      members: members, pins: pinnedDays, seed: seed, after: state,
      on: ledger.firstDate.daysSinceEpoch + ledger.days.count)
  }

  private var pinnedDays: PinnedDays {
    var days = PinnedDays()
    for (date, position) in pins {
      guard let creator = creators[position] else { continue }
      days.pin(DailyMember(position: position, creator: creator), on: date)
    }
    return days
  }

  /// The quote that is pinned to a day, found without a look at how pins are kept.
  func pinned(on day: Int) -> UInt32? {
    guard let date = CivilDate(daysSinceEpoch: day) else { return nil }
    let dates = [PinDate.once(date), .everyYear(month: date.month, day: date.day)]
    return dates.lazy.compactMap { pins[$0] }.first { creators[$0] != nil }
  }

  /// An id that stands for a position.
  static func id(_ position: UInt32) -> QuoteID {
    let digits = (0..<16).map { alphabet[Int(UInt64(position) >> UInt64(5 * $0) & 31)] }
    let text = String(decoding: digits, as: UTF8.self)
    guard let id = QuoteID(text) else { preconditionFailure("\(text) is no id.") }
    return id
  }

  /// The position that an id stands for.
  static func position(_ id: QuoteID) -> UInt32 {
    id.description.utf8.reversed().reduce(0) { number, letter in
      number << 5 | UInt32(alphabet.firstIndex(of: letter) ?? 0)
    }
  }

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
}

/// Random numbers that are the same in every run (an LCG of Knuth's, its upper bits).
struct RepeatableRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 { UInt64(half()) << 32 | UInt64(half()) }

  private mutating func half() -> UInt32 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: state >> 32)
  }
}
