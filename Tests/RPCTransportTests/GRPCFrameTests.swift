// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCTransport
internal import Testing

@Suite("A gRPC request in frames made by hand")
struct GRPCFrameTests {
  private static let quote = Array("quote".utf8)

  /// Frames of a request's body, and what they are like.
  struct Body: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let frames: [UInt8]

    init(_ name: String, _ frames: [UInt8]) {
      testDescription = name
      self.frames = frames
    }

    /// A frame for each byte of the message.
    static func inPieces(
      _ name: String, end: [UInt8], _ frame: (UInt8) -> [UInt8]
    ) -> Body {
      Body(name, Frame.message(quote).flatMap(frame) + end)
    }
  }

  @Test(
    "R13: is read wherever its DATA frames are cut, padded or empty",
    arguments: [
      Body.inPieces("one byte a frame", end: Frame.data([], ends: true)) {
        Frame.data([$0], ends: false)
      },
      Body.inPieces("an empty frame behind each", end: Frame.data([], ends: true)) {
        Frame.data([$0], ends: false) + Frame.data([], ends: false)
      },
      Body.inPieces("padded", end: Frame.padded([], by: 1, ends: true)) {
        Frame.padded([$0], by: 200, ends: false)
      },
      Body(
        "nothing but padding before it",
        Frame.padded([], by: 255, ends: false) + Frame.data(Frame.message(quote), ends: true)),
      Body(
        "a prefix that two frames share",
        Frame.data([0, 0, 0], ends: false) + Frame.data([0, 5] + quote, ends: true)),
    ])
  func framing(body: Body) {
    let reply = GRPCPeer().sendByHand(frames: body.frames)
    #expect(reply.message == Self.quote && reply["grpc-status"] == "0" && reply.hasEnded)
  }

  @Test("R13: is found among many in one frame, and where two frames share it")
  func manyInOneFrame() async {
    let stage = Stage()
    let peer = GRPCPeer(router: .withRequests(on: stage))
    let bytes = (0..<50 as Range<UInt8>).flatMap { size in
      Frame.message([UInt8](repeating: 1, count: Int(size)))
    }
    let cut = bytes.count - 20
    let reply = peer.sendByHand(
      GRPCPeer.headers("Sum"),
      frames: Frame.data(Array(bytes[..<cut]), ends: false)
        + Frame.padded(Array(bytes[cut...]), by: 7, ends: true))
    while reply["grpc-status"] == nil { await peer.takeFromTask() }
    #expect(reply.message == Array("\((0..<50).reduce(0, +))".utf8))
    #expect(stage.scene.read == 50)
  }

  @Test(
    "R19: may end on the frame of its message or on an empty one",
    arguments: [
      Body("on its message", Frame.data(Frame.message(quote), ends: true)),
      Body(
        "on a padded one", Frame.padded(Frame.message(quote), by: 30, ends: true)),
      Body(
        "on an empty one",
        Frame.data(Frame.message(quote), ends: false) + Frame.data([], ends: true)),
      Body(
        "on nothing but padding",
        Frame.data(Frame.message(quote), ends: false) + Frame.padded([], by: 3, ends: true)),
    ])
  func end(body: Body) {
    #expect(GRPCPeer().sendByHand(frames: body.frames).message == Self.quote)
  }

  @Test(
    "R18: has one message where its method takes one, however it lacks it or has more",
    arguments: ["Echo", "Held", "Count"])
  func messages(method: String) {
    let headers = GRPCPeer.headers(method)
    let one = Frame.message([7])
    let replies = [
      GRPCPeer(router: .withStreams(on: Stage())).sendByHand(
        headers, headersEnd: true, frames: []),
      GRPCPeer(router: .withStreams(on: Stage())).sendByHand(
        headers, frames: Frame.data([], ends: true)),
      GRPCPeer(router: .withStreams(on: Stage())).sendByHand(
        headers, frames: Frame.data(one + one, ends: true)),
      GRPCPeer(router: .withStreams(on: Stage())).sendByHand(
        headers, frames: Frame.data(one, ends: false) + Frame.data(one, ends: true)),
    ]
    for reply in replies {
      #expect(reply["grpc-status"] == "12")
      #expect(reply["grpc-message"] == "The method takes exactly one request message.")
    }
  }

  @Test("R17: is refused on its prefix, before anything of a large message is there")
  func prefix() {
    let reply = GRPCPeer().sendByHand(frames: Frame.data([0, 0, 0x40, 0, 1], ends: false))
    #expect(Limits().messageBytes == 4 << 20)
    #expect(reply["grpc-status"] == "8" && reply.hasEnded)
  }
}
