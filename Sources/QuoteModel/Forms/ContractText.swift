// SPDX-License-Identifier: Apache-2.0

extension Timestamp {
  /// The moment in RFC 3339 and UTC, as protobuf's JSON form has it: `2026-11-30T00:53:20.500Z`.
  ///
  /// Beyond year 9999 and before year 1, which that form can't write, the date is told in seconds.
  package var contractText: String {
    let date = CivilDate(utc: self).map(\.description) ?? "\(seconds) s"
    let remainder = seconds % 86_400
    let second = remainder < 0 ? remainder + 86_400 : remainder
    let time = [second / 3600, second / 60 % 60, second % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return "\(date)T\(time)\(fraction(nanoseconds))Z"
  }

  /// Reads what RFC 3339 writes, in any offset from UTC and with up to nine digits behind the point;
  /// nil for anything else, a leap second among it.
  package init?(contractText text: String) {
    let pattern =
      #/(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))/#
    guard text.utf8.count <= 40, text.utf8.allSatisfy({ $0 < 0x80 }),
      let match = text.wholeMatch(of: pattern), let date = try? CivilDate(String(match.1)),
      let hour = Int64(match.2), hour < 24, let minute = Int64(match.3), minute < 60,
      let second = Int64(match.4), second < 60
    else { return nil }
    var seconds = Int64(date.daysSinceEpoch) * 86_400 + hour * 3600 + minute * 60 + second
    if let sign = match.6, let hours = match.7.flatMap({ Int64($0) }),
      let minutes = match.8.flatMap({ Int64($0) })
    {
      guard hours < 24, minutes < 60 else { return nil }
      seconds -= (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
    let digits = match.5.map { $0 + String(repeating: "0", count: 9 - $0.count) } ?? "0"
    guard let nanoseconds = Int32(digits) else { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }
}

extension Duration {
  /// The span in seconds with an "s", as protobuf's JSON form has it.
  package var contractText: String {
    let nanoseconds = Int32(components.attoseconds / 1_000_000_000)
    let sign = components.seconds < 0 || nanoseconds < 0 ? "-" : ""
    return "\(sign)\(components.seconds.magnitude)\(fraction(Int32(nanoseconds.magnitude)))s"
  }
}

/// A point and 3, 6 or 9 digits; nothing where they would all be 0.
private func fraction(_ nanoseconds: Int32) -> String {
  guard nanoseconds > 0 else { return "" }
  let digits = String(String(1_000_000_000 + Int64(nanoseconds)).dropFirst())
  if digits.hasSuffix("000000") { return "." + digits.prefix(3) }
  return "." + (digits.hasSuffix("000") ? digits.prefix(6) : digits[...])
}
