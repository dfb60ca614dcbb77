// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

/// The encoded reply for a date in a zone, whole but for the time that is left of the date.
final class DailyReply {
  /// The catalogue's revision that it was made from.
  let revision: UInt64
  /// The first moment it may be sent at: the one it was made at.
  let from: Timestamp
  /// The moment from which on it may not be sent as today's: the end of its date.
  let until: Timestamp
  /// What stands before the time that is left, and behind it.
  private let head: [UInt8]
  private let tail: [UInt8]
  /// The whole reply as it is during one second.
  private var ready: [UInt8] = []
  private var readySecond: Int64 = .min

  init(revision: UInt64, from: Timestamp, until: Timestamp, head: [UInt8], tail: [UInt8]) {
    self.revision = revision
    self.from = from
    self.until = until
    self.head = head
    self.tail = tail
  }

  /// Whether it may be sent at a moment, as a catalogue of that revision has it.
  func holds(for revision: UInt64, at now: Timestamp) -> Bool {
    revision == self.revision && from <= now && now < until
  }

  /// Appends the reply as it is at a moment.
  ///
  /// What is left of the date is told in whole seconds, rounded up, so that who asks again after
  /// them is not too early.
  func append(at now: Timestamp, to output: inout [UInt8]) {
    if readySecond != now.seconds { prepare(at: now) }
    output += ready
  }

  /// What the reply says at a moment.
  func response(at now: Timestamp) throws(Status) -> DailyQuoteResponse {
    var bytes: [UInt8] = []
    append(at: now, to: &bytes)
    do throws(WireError) {
      return try DailyQuoteResponse(wire: bytes.span)
    } catch {
      throw Status(.internal, "The day's own reply can't be read: \(error).")
    }
  }

  private func prepare(at now: Timestamp) {
    var left = DailyQuoteResponse()
    left.validFor = .seconds(max(0, until.seconds - now.seconds))
    ready = head + left.wire + tail
    readySecond = now.seconds
  }
}

/// Today's replies of one loop, by the calendar and the zone that were asked for: only what is a
/// calendar and a zone is kept, and no more than a limit of them.
///
/// Classes, since each access to a value in the service's memory would be watched for another one.
final class DailyReplies {
  /// The replies of a calendar.
  private final class Shelf {
    /// The reply where no zone was named: most callers name none.
    var unnamed: DailyReply?
    var named: [String: DailyReply] = [:]
  }

  private let usual = Shelf()
  private var others: [String: Shelf] = [:]
  private var count = 0

  /// Replies that are kept at most; beyond them all are made anew. Every zone of the system in a
  /// few calendars fits in.
  private static let mostReplies = 4_096

  /// The reply of a zone in a calendar, if there is one that holds at this moment.
  func reply(
    for zone: String, in calendar: String, revision: UInt64, at now: Timestamp
  ) -> DailyReply? {
    let reply: DailyReply?
    if Self.isUsual(calendar) {
      reply = zone.isEmpty ? usual.unnamed : usual.named[zone]
    } else {
      reply = zone.isEmpty ? others[calendar]?.unnamed : others[calendar]?.named[zone]
    }
    guard let reply, reply.holds(for: revision, at: now) else { return nil }
    return reply
  }

  /// Keeps the reply of a zone in a calendar for the next callers.
  func keep(_ reply: DailyReply, for zone: String, in calendar: String) {
    if count >= Self.mostReplies { removeAll() }
    let isNew =
      Self.isUsual(calendar)
      ? Self.keep(reply, for: zone, on: usual)
      : Self.keep(reply, for: zone, on: shelf(of: calendar))
    if isNew { count += 1 }
  }

  /// Forgets all replies, since the rules of the zones may be others.
  func removeAll() {
    usual.unnamed = nil
    usual.named = [:]
    others = [:]
    count = 0
  }

  private static func isUsual(_ calendar: String) -> Bool {
    calendar.isEmpty || calendar == CalendarRules.defaultID
  }

  private func shelf(of calendar: String) -> Shelf {
    if let shelf = others[calendar] { return shelf }
    let shelf = Shelf()
    others[calendar] = shelf
    return shelf
  }

  /// Puts a reply on a shelf; true where none was in its place.
  private static func keep(
    _ reply: DailyReply, for zone: String, on shelf: Shelf
  ) -> Bool {
    if zone.isEmpty {
      defer { shelf.unnamed = reply }
      return shelf.unnamed == nil
    }
    return shelf.named.updateValue(reply, forKey: zone) == nil
  }
}
