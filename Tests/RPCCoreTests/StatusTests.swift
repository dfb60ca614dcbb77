// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import Testing

@Suite("A status")
struct StatusTests {
  @Test(
    "names its code as gRPC does",
    arguments: [
      (Status.Code.ok, "OK"), (.unauthenticated, "UNAUTHENTICATED"), (.dataLoss, "DATA_LOSS"),
    ])
  func names(code: Status.Code, name: String) {
    #expect(code.description == name)
  }

  @Test("keeps a code it has no name for")
  func unknownCode() {
    #expect(Status.Code(rawValue: 77).description == "CODE_77")
  }
}
