// SPDX-License-Identifier: Apache-2.0

extension TimeZoneRules {
  /// Reads the rules from the bytes of a TZif file of version 2 or up (RFC 8536).
  ///
  /// Only what offsets need is kept: abbreviations and daylight flags are not.
  package init(tzif bytes: [UInt8]) throws(TimeZoneError) {
    var reader = TZifReader(bytes: bytes)
    let oldHeader = try reader.header()
    // The first block has times of 32 bits; it is there for readers of version 1 (3.1).
    try reader.skip(oldHeader.blockSize(timeSize: 4))
    let header = try reader.header()
    guard header.types > 0, header.abbreviationOctets > 0 else { throw .malformed("header") }
    guard header.leapSeconds == 0 else { throw .countsLeapSeconds }
    guard reader.count >= header.blockSize(timeSize: 8) else { throw .truncated }

    var instants: [Int64] = []
    instants.reserveCapacity(header.transitions)
    for _ in 0..<header.transitions {
      let instant = Int64(bitPattern: try reader.integer(octets: 8))
      guard instants.last ?? .min < instant || instants.isEmpty else {
        throw .malformed("transition times")
      }
      instants.append(instant)
    }
    var typeIndices: [Int] = []
    typeIndices.reserveCapacity(header.transitions)
    for _ in 0..<header.transitions { typeIndices.append(Int(try reader.integer(octets: 1))) }
    var offsets: [Int] = []
    for _ in 0..<header.types {
      let offset = Int(Int32(truncatingIfNeeded: try reader.integer(octets: 4)))
      guard Self.offsetBounds.contains(offset) else { throw .malformed("offset") }
      offsets.append(offset)
      try reader.skip(2)  // Whether it is daylight time, and where its abbreviation is.
    }
    guard typeIndices.allSatisfy({ $0 < offsets.count }) else { throw .malformed("types") }
    try reader.skip(
      header.abbreviationOctets + header.standardIndicators + header.utcIndicators)

    let footer = try reader.footer()
    recurrence = footer.isEmpty ? nil : try RecurringRules(footer: footer)
    initialOffsetSeconds = offsets[0]
    transitions = zip(instants, typeIndices).map {
      Transition(instant: $0, offsetSeconds: offsets[$1])
    }
  }
}

/// Reads the parts of a TZif file from front to back.
private struct TZifReader {
  /// The six counts of a header, in the order they are written.
  struct Header {
    var utcIndicators = 0
    var standardIndicators = 0
    var leapSeconds = 0
    var transitions = 0
    var types = 0
    var abbreviationOctets = 0

    /// The octets of the data block that follows; six counts of 32 bits can't overflow it.
    func blockSize(timeSize: Int) -> Int {
      transitions * (timeSize + 1) + types * 6 + abbreviationOctets
        + leapSeconds * (timeSize + 4) + standardIndicators + utcIndicators
    }
  }

  private var rest: ArraySlice<UInt8>

  init(bytes: [UInt8]) { rest = bytes[...] }

  var count: Int { rest.count }

  mutating func skip(_ count: Int) throws(TimeZoneError) {
    guard rest.count >= count else { throw .truncated }
    rest = rest.dropFirst(count)
  }

  mutating func integer(octets: Int) throws(TimeZoneError) -> UInt64 {
    guard rest.count >= octets else { throw .truncated }
    let value = rest.prefix(octets).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(octets)
    return value
  }

  mutating func header() throws(TimeZoneError) -> Header {
    guard try integer(octets: 4) == 0x545A_6966 else { throw .notTZif }  // "TZif"
    guard try integer(octets: 1) >= 0x32 else { throw .oldVersion }  // "2"
    try skip(15)
    var header = Header()
    header.utcIndicators = Int(try integer(octets: 4))
    header.standardIndicators = Int(try integer(octets: 4))
    header.leapSeconds = Int(try integer(octets: 4))
    header.transitions = Int(try integer(octets: 4))
    header.types = Int(try integer(octets: 4))
    header.abbreviationOctets = Int(try integer(octets: 4))
    return header
  }

  /// What stands between the two line feeds at the end.
  func footer() throws(TimeZoneError) -> [UInt8] {
    guard let first = rest.first else { throw .truncated }
    guard first == 0x0A else { throw .malformed("footer") }
    let line = rest.dropFirst()
    guard let end = line.firstIndex(of: 0x0A) else { throw .truncated }
    return Array(line[..<end])
  }
}
