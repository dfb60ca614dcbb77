// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

extension Timestamp {
  /// The moment in RFC 3339 and UTC, as protobuf's JSON form has it.
  var text: String {
    let date = CivilDate(utc: self).map(\.description) ?? "\(seconds) s"
    let remainder = seconds % 86_400
    let second = remainder < 0 ? remainder + 86_400 : remainder
    let time = [second / 3600, second / 60 % 60, second % 60]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return "\(date)T\(time)\(fraction(nanoseconds))Z"
  }
}

extension Duration {
  /// The span in seconds with an "s", as protobuf's JSON form has it.
  var contractText: String {
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

/// Octets in base64 with padding (RFC 4648, section 4).
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var text = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for position in 0..<4 {
      let isPadding = position > group.count
      text.append(isPadding ? "=" : alphabet[bits >> (18 - 6 * position) & 63])
    }
  }
  return text
}
