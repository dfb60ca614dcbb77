// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Testing

@Suite("The trace that a caller names")
struct TraceParentTests {
  private static let id = "4bf92f3577b34da6a3ce929d0e0e4736"

  @Test(
    "is taken from a valid traceparent",
    arguments: [
      "00-\(id)-00f067aa0ba902b7-01", "00-\(id)-00f067aa0ba902b7-00",
      "cc-\(id)-00f067aa0ba902b7-01", "cc-\(id)-00f067aa0ba902b7-01-what-the-future-holds",
    ])
  func valid(header: String) {
    #expect(TraceParent.traceID(Array(header.utf8)) == Self.id)
  }

  @Test(
    "is none where the header is not valid",
    arguments: [
      "", "00", "-", "---", "ff-\(id)-00f067aa0ba902b7-01", "00-\(id)-00f067aa0ba902b7-01-x",
      "00-\(id)-00f067aa0ba902b7", "00-\(id)-0000000000000000-01",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
      "00-\(id.dropLast())-00f067aa0ba902b7-01", "00-\(id)-00f067aa0ba902b7-1",
      "00-\(id)-00f067aa0ba902b7-01 ", "0-\(id)-00f067aa0ba902b7-01",
      "00-\(id.dropLast(1))\n-00f067aa0ba902b7-01", "00-secret token of someone with blanks!!-0-0",
    ])
  func invalid(header: String) {
    #expect(TraceParent.traceID(Array(header.utf8)) == nil)
  }

  @Test("is none where the caller names two")
  func two() {
    let header = Array("00-\(Self.id)-00f067aa0ba902b7-01".utf8)
    var metadata = Metadata()
    #expect(metadata.traceID == nil)
    metadata.append("traceparent", header)
    #expect(metadata.traceID == Self.id)
    metadata.append("traceparent", header)
    #expect(metadata.traceID == nil)
  }
}
