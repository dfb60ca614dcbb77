// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("Every message of the contract")
struct EveryMessageTests {
  @Test("has a type here")
  func complete() {
    #expect(Set(Contract.names) == Set(Contract.types.keys))
    #expect(Contract.names.count > 60)
  }

  @Test(
    "survives decoding and encoding byte for byte with every field set",
    arguments: Contract.types.keys.sorted(), ProtoSample.Values.allCases)
  func survives(name: String, values: ProtoSample.Values) throws {
    let type = try #require(Contract.types[name])
    for packed in try Contract.samples(of: name, values) {
      let decoded = try type.init(wire: packed.span)
      let isSame = decoded.wire == packed
      #expect(isSame, "\(name) lost something of a field that protobuf-c knows.")
    }
  }

  @Test("is nothing but its defaults when it is empty", arguments: Contract.types.keys.sorted())
  func empty(name: String) throws {
    let type = try #require(Contract.types[name])
    #expect(try type.init(wire: [UInt8]().span).wire == [])
  }

  @Test("passes over fields that it doesn't know", arguments: Contract.types.keys.sorted())
  func unknownFields(name: String) throws {
    let type = try #require(Contract.types[name])
    let packed = try Contract.samples(of: name, .distinct)[0]
    // Field 1000 as a varint, as eight bytes, as a text and as four bytes.
    let unknown: [UInt8] =
      [0xC0, 0x3E, 0x96, 0x01] + [0xC1, 0x3E, 1, 2, 3, 4, 5, 6, 7, 8]
      + [0xC2, 0x3E, 0x03, 0x61, 0x00, 0x62] + [0xC5, 0x3E, 1, 2, 3, 4]
    let longer = unknown + packed + unknown
    #expect(try type.init(wire: longer.span).wire == packed)
  }
}
