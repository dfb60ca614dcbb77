// SPDX-License-Identifier: Apache-2.0

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

  private func prepare(at now: Timestamp) {
    var left = DailyQuoteResponse()
    left.validFor = .seconds(max(0, until.seconds - now.seconds))
    ready = head + left.wire + tail
    readySecond = now.seconds
  }
}

/// Today's replies of one loop, by the zone that was asked for. There are no more of them than
/// zones, since only what is a zone is kept.
///
/// A class, since each access to a value in the service's memory would be watched for another one.
final class DailyReplies {
  /// The reply where no zone was named: most callers name none.
  private var unnamed: DailyReply?
  private var named: [String: DailyReply] = [:]

  /// A zone's reply, if there is one that holds at this moment.
  func reply(for zone: String, revision: UInt64, at now: Timestamp) -> DailyReply? {
    guard let reply = zone.isEmpty ? unnamed : named[zone] else { return nil }
    return reply.holds(for: revision, at: now) ? reply : nil
  }

  /// Keeps a zone's reply for the next callers.
  func keep(_ reply: DailyReply, for zone: String) {
    if zone.isEmpty { unnamed = reply } else { named[zone] = reply }
  }
}
