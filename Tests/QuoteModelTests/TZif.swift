// SPDX-License-Identifier: Apache-2.0

/// Writes time zone files for tests (RFC 8536).
struct TZif {
  var version: UInt8 = 0x32
  var magic = "TZif"
  /// Instants and the index of the type that holds from them on.
  var transitions: [(instant: Int64, type: UInt8)] = []
  /// Seconds east of UTC.
  var offsets: [Int32] = [0]
  var footer = ""
  var leapSeconds = 0

  var bytes: [UInt8] {
    // The block of version 1 has one type and nothing else.
    var bytes = header(transitions: 0, types: 1, leapSeconds: 0)
    bytes += [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
    bytes += header(transitions: transitions.count, types: offsets.count, leapSeconds: leapSeconds)
    for transition in transitions { bytes += octets(UInt64(bitPattern: transition.instant), 8) }
    bytes += transitions.map(\.type)
    for offset in offsets {
      bytes += octets(UInt64(UInt32(bitPattern: offset)), 4) + [0, 0]
    }
    bytes += Array("UTC\0".utf8) + [UInt8](repeating: 0, count: leapSeconds * 12)
    return bytes + [0x0A] + Array(footer.utf8) + [0x0A]
  }

  private func header(transitions: Int, types: Int, leapSeconds: Int) -> [UInt8] {
    let counts = [0, 0, leapSeconds, transitions, types, 4]
    return Array(magic.utf8) + [version] + [UInt8](repeating: 0, count: 15)
      + counts.flatMap { octets(UInt64($0), 4) }
  }

  private func octets(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }
}
