// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension Status {
  /// The status of a call to a path that nobody serves.
  static func noSuchMethod(_ path: Span<UInt8>) -> Status {
    Status(.unimplemented, "There is no method \(path.excerpt) here.")
  }

  /// The status of a call whose response is above a limit.
  static func responseTooLarge(bytes: Int, limit: Int) -> Status {
    Status(
      .resourceExhausted,
      "A response of \(bytes) bytes is more than the \(limit) bytes that are taken: ask for less.")
  }
}

extension Span<UInt8> {
  /// The text as an error quotes it: its first 100 bytes. A status travels in headers, whose size
  /// clients limit, so that a long one would hide the code that it explains.
  var excerpt: String {
    var end = 100
    guard count > end else { return text }
    // Not within a character of UTF-8.
    while end > 96, self[end] & 0xC0 == 0x80 { end -= 1 }
    return extracting(..<end).text + "…"
  }
}
