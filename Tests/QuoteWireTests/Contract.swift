// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
internal import QuoteContract
internal import RPCCore
internal import Testing

/// The messages of the proto, and the types that stand for them here.
enum Contract {
  /// The full names of all messages that C code was generated for.
  static let names: [String] = {
    var names: [String] = []
    while let description = unsafe quote_proto_message(names.count) {
      unsafe names.append(description.fullName)
    }
    return names
  }()

  /// A message with every field set, packed by protobuf-c: once per member of a oneof.
  static func samples(of name: String, _ values: ProtoSample.Values) throws -> [[UInt8]] {
    let index = try #require(names.firstIndex(of: name))
    guard let description = unsafe quote_proto_message(index) else { return [] }
    return (0..<(unsafe ProtoSample.oneofMembers(description))).map { member in
      var sample = ProtoSample(values: values, oneofMember: member)
      let packed = unsafe sample.packed(description)
      #expect(sample.unfilled.isEmpty, "The sampler can't fill some fields of \(name).")
      return packed
    }
  }

  /// The type of each message.
  static var types: [String: any WireMessage.Type] { ContractTypes.all }
}
