// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// A page of a calendar's pins.
package struct PinPage: Hashable, Sendable {
  /// Those of every year first, then by date.
  package let pins: [Pin]
  /// What to ask the next page with; empty = this is the last page.
  package let nextPageToken: String

  /// The page of a calendar's pins that a request asks for.
  package init(
    of calendar: DailyCalendar, _ request: ListPinsRequest
  ) throws(ListProblem) {
    guard request.pageSize >= 0 else { throw .negativePageSize(request.pageSize) }
    let size =
      request.pageSize == 0
      ? PageLimits.usualRows : min(Int(request.pageSize), PageLimits.mostRows)
    let id = calendar.rules.id
    var dates = calendar.pins.keys.sorted()[...]
    if !request.pageToken.isEmpty {
      let last = try Self.lastDate(request.pageToken, calendar: id)
      // The pin itself may be gone by now.
      dates = dates.drop { $0 <= last }
    }
    let page = dates.prefix(size)
    pins = page.map { date in
      var pin = Pin()
      pin.calendar = id
      pin.date = date.description
      pin.quoteID = calendar.pins[date]?.description ?? ""
      return pin
    }
    nextPageToken =
      page.count == dates.count
      ? "" : page.last.map { Self.token(after: $0.description, calendar: id) } ?? ""
  }

  private static let version: UInt8 = 1
  private static let longestToken = 64

  /// Version (1 byte), fingerprint of the calendar (8), the date's text, and a checksum (8).
  private static func token(after date: String, calendar: String) -> String {
    let body = head(calendar) + Array(date.utf8)
    return Base64URL.encode(body + checksum(of: body))
  }

  private static func lastDate(
    _ token: String, calendar: String
  ) throws(ListProblem) -> PinDate {
    guard token.utf8.count <= longestToken, let bytes = Base64URL.decode(token),
      bytes.count > 17, bytes[0] == version
    else { throw .invalidToken }
    let body = bytes.dropLast(8)
    guard checksum(of: Array(body)) == Array(bytes.suffix(8)) else { throw .invalidToken }
    guard Array(body.prefix(9)) == head(calendar) else { throw .tokenOfOtherFilter }
    guard let date = try? PinDate(String(decoding: body.dropFirst(9), as: UTF8.self)) else {
      throw .invalidToken
    }
    return date
  }

  private static func head(_ calendar: String) -> [UInt8] {
    var hash = StableHash()
    hash.combine("quotes.v1 pins".utf8)
    hash.combine(calendar.utf8)
    return [version] + bytes(of: hash.value)
  }

  private static func checksum(of body: [UInt8]) -> [UInt8] {
    var hash = StableHash()
    hash.combine("quotes.v1 pin page token".utf8)
    hash.combine(body)
    return bytes(of: hash.value)
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }
}
