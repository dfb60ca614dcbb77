// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire
internal import RPCCore
internal import Testing

@Suite("Status details")
struct StatusDetailsTests {
  private static let statuses: [Status] = [
    Status(
      .notFound, "No quote has the id \u{0}é.",
      details: [
        .errorInfo(
          reason: "QUOTE_NOT_FOUND", domain: "quotes.v1", metadata: ["id": "é", "a": "", "z": "1"])
      ]),
    Status(
      .invalidArgument, "",
      details: [
        .badRequest([
          .init(field: "filter.min_length", description: "must not be negative"),
          .init(field: "", description: ""),
        ]),
        .badRequest([]),
      ]),
    Status(.unavailable, "Later.", details: [.retryInfo(delay: .milliseconds(2_500))]),
    Status(.unavailable, "Now.", details: [.retryInfo(delay: .zero)]),
    Status(
      .init(rawValue: 99), "",
      details: [.other(typeURL: "example.com/other.Thing", value: [0, 1, 2])]),
  ]

  @Test("R24: survive with their status's code and message", arguments: statuses)
  func survive(status: Status) {
    let bytes = StatusDetails.encode(status)
    #expect(StatusDetails.decode(bytes.span) == status)
  }

  @Test("are nothing to send where there are none")
  func none() {
    #expect(StatusDetails.encode(Status(.notFound, "No.")) == [])
  }

  @Test("are the same bytes for the same metadata, in whatever order it was put in")
  func deterministic() {
    let names = (0..<50).map { "name\($0)" }
    let one = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
    let other = Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, $0) })
    let encoded = [one, other].map { metadata in
      StatusDetails.encode(
        Status(.internal, "", details: [.errorInfo(reason: "R", domain: "d", metadata: metadata)]))
    }
    #expect(encoded[0] == encoded[1])
  }

  @Test("that a peer got wrong are kept as they came")
  func wrongWithin() {
    let broken = Status.Detail.other(
      typeURL: "type.googleapis.com/google.rpc.ErrorInfo", value: [0x0A, 0x05])
    let bytes = StatusDetails.encode(Status(.internal, "", details: [broken]))
    #expect(StatusDetails.decode(bytes.span)?.details == [broken])
  }

  @Test("that can't be read are none")
  func garbage() {
    let bytes: [UInt8] = [0x12, 0x05, 0x61]
    #expect(StatusDetails.decode(bytes.span) == nil)
  }
}
