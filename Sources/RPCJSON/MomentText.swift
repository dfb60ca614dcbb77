// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Times and durations as JSON writes them: `google.protobuf.Timestamp` and `Duration`, which have
/// the same fields.
struct MomentText: Equatable {
  var seconds: Int64 = 0
  var nanoseconds: Int64 = 0

  /// From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, in seconds since 1970.
  static let times: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
  /// The longest duration in seconds, some 10,000 years.
  static let longest: Int64 = 315_576_000_000

  /// Appends the fields of the message.
  func append(to output: inout [UInt8]) {
    output.append(field: 1, UInt64(bitPattern: seconds))
    output.append(field: 2, UInt64(bitPattern: nanoseconds))
  }

  /// Reads the fields of the message.
  init(_ message: Span<UInt8>) throws(ProtobufFault) {
    var reader = ProtobufReader()
    while let tag = try reader.tag(message) {
      switch (tag.number, tag.type) {
      case (1, .varint): seconds = Int64(bitPattern: try reader.varint(message))
      case (2, .varint):
        nanoseconds = Int64(Int32(truncatingIfNeeded: try reader.varint(message)))
      default: try reader.skip(tag, message)
      }
    }
  }

  private init(_ seconds: Int64, _ nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

/// Times (RFC 3339, section 5.6, with capital letters).
extension MomentText {
  static func timestamp(_ text: [UInt8]) -> MomentText? {
    guard text.count >= 20,
      text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let year = number(text[0..<4]), let month = number(text[5..<7]),
      let day = number(text[8..<10]),
      let hour = number(text[11..<13]), let minute = number(text[14..<16]),
      let second = number(text[17..<19]),
      1...12 ~= month, 1...length(ofMonth: month, year) ~= day,
      0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second
    else { return nil }
    var rest = text[19...]
    guard let nanoseconds = takeFraction(&rest), let offset = offsetSeconds(rest) else {
      return nil
    }
    let seconds =
      daysSince1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    guard year >= 1, times.contains(seconds) else { return nil }
    return MomentText(seconds, nanoseconds)
  }

  /// Appends the time in quotation marks; false where it is beyond what can be written.
  func appendTimestamp(to output: inout [UInt8]) -> Bool {
    guard Self.times.contains(seconds), 0..<1_000_000_000 ~= nanoseconds else { return false }
    var day = seconds / 86_400
    var time = seconds % 86_400
    if time < 0 {
      time += 86_400
      day -= 1
    }
    let date = Self.date(day)
    output.append(UInt8(ascii: "\""))
    Self.append(date.year, digits: 4, to: &output)
    for part in [date.month, date.day] {
      output.append(UInt8(ascii: "-"))
      Self.append(part, digits: 2, to: &output)
    }
    output.append(UInt8(ascii: "T"))
    Self.append(time / 3600, digits: 2, to: &output)
    for part in [time / 60 % 60, time % 60] {
      output.append(UInt8(ascii: ":"))
      Self.append(part, digits: 2, to: &output)
    }
    Self.appendFraction(nanoseconds, to: &output)
    output += "Z\"".utf8
    return true
  }

  private static func offsetSeconds(_ text: ArraySlice<UInt8>) -> Int64? {
    if text.elementsEqual("Z".utf8) { return 0 }
    let text = Array(text)
    guard text.count == 6, text[3] == UInt8(ascii: ":"), let hours = number(text[1..<3]),
      let minutes = number(text[4..<6]), hours < 24, minutes < 60
    else { return nil }
    switch text[0] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts years from March on, so that the day that is added in February is the last of a year.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let (century, rest) = shifted.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return century * 146_097 + rest * 365 + rest / 4 - rest / 100 + dayOfYear - 719_468
  }

  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // All that are written lie after the year 0.
    let days = day + 719_468
    let (century, dayOfCentury) = days.quotientAndRemainder(dividingBy: 146_097)
    let rest =
      (dayOfCentury - dayOfCentury / 1460 + dayOfCentury / 36_524 - dayOfCentury / 146_096) / 365
    let dayOfYear = dayOfCentury - (365 * rest + rest / 4 - rest / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    let year = century * 400 + rest + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * part + 2) / 5 + 1)
  }
}

/// Durations: seconds with a fraction and an `s`.
extension MomentText {
  static func duration(_ text: [UInt8]) -> MomentText? {
    var rest = text[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let whole = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let seconds = number(whole), seconds <= longest else { return nil }
    rest = rest[whole.endIndex...]
    guard let nanoseconds = takeFraction(&rest), rest.elementsEqual("s".utf8) else { return nil }
    return isNegative ? MomentText(-seconds, -nanoseconds) : MomentText(seconds, nanoseconds)
  }

  /// Appends the duration in quotation marks; false where it is beyond what can be written.
  func appendDuration(to output: inout [UInt8]) -> Bool {
    guard -Self.longest...Self.longest ~= seconds, -999_999_999...999_999_999 ~= nanoseconds,
      seconds == 0 || nanoseconds == 0 || (seconds < 0) == (nanoseconds < 0)
    else { return false }
    output.append(UInt8(ascii: "\""))
    if seconds < 0 || nanoseconds < 0 { output.append(UInt8(ascii: "-")) }
    output += String(seconds.magnitude).utf8
    Self.appendFraction(Int64(nanoseconds.magnitude), to: &output)
    output += "s\"".utf8
    return true
  }
}

extension MomentText {
  /// Takes a point and one to nine digits, if they come next, as nanoseconds; nil where they are not
  /// well-formed.
  private static func takeFraction(_ text: inout ArraySlice<UInt8>) -> Int64? {
    guard text.first == UInt8(ascii: ".") else { return 0 }
    let digits = text.dropFirst().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard digits.count <= 9, var value = number(digits) else { return nil }
    for _ in digits.count..<9 { value *= 10 }
    text = text[digits.endIndex...]
    return value
  }

  /// Appends a fraction by three, six or nine digits, as many as it takes, or none.
  private static func appendFraction(_ nanoseconds: Int64, to output: inout [UInt8]) {
    guard nanoseconds > 0 else { return }
    output.append(UInt8(ascii: "."))
    if nanoseconds % 1_000_000 == 0 {
      append(nanoseconds / 1_000_000, digits: 3, to: &output)
    } else if nanoseconds % 1000 == 0 {
      append(nanoseconds / 1000, digits: 6, to: &output)
    } else {
      append(nanoseconds, digits: 9, to: &output)
    }
  }

  /// The number of one to eighteen digits; nil where there is another character.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard 1...18 ~= digits.count else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
  }

  private static func append(_ number: Int64, digits: Int, to output: inout [UInt8]) {
    let text = String(number)
    output += repeatElement(UInt8(ascii: "0"), count: max(0, digits - text.utf8.count))
    output += text.utf8
  }
}
