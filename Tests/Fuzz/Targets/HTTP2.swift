// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCHTTP2
internal import RPCTransport

/// The server's side of gRPC, from any bytes behind HTTP/2's preface: handlers are given the same
/// however the bytes are cut.
@Sendable
func tryGRPCBytes(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let cuts = Cuts(seed: input.byte())
  let limits = grpcLimits(&input)
  tryGRPC([.bytes(HTTP2Frame.preface + input.rest())], cuts, limits)
}

/// The same from frames: their order and content are any, but most of them can be read.
@Sendable
func tryGRPCFrames(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let cuts = Cuts(seed: input.byte())
  let limits = grpcLimits(&input)
  var writer = FrameWriter()
  tryGRPC(writer.script(&input), cuts, limits)
}

private let fewStreams = 3

private func grpcLimits(_ input: inout Input) -> Limits {
  var limits = Limits()
  limits.concurrentStreams = 1_000
  let choice = input.byte()
  if choice & 1 == 1 { limits.outputPieceBytes = 500 }
  if choice & 2 == 2 {
    limits.messageBytes = 200
    limits.headerListBytes = 300
    limits.streamedReplyBytes = 400
  }
  if choice & 32 == 32 { limits.concurrentStreams = fewStreams }
  if choice & 4 == 4 {
    limits.streamWindowBytes = 1_000
    limits.connectionWindowBytes = 2_000
  }
  if choice & 8 == 8 { limits.compressedReplyBytes = 1...100_000 }
  limits.compressesUnasked = choice & 16 == 16
  return limits
}

private func tryGRPC(_ script: [SessionStep], _ cuts: Cuts, _ limits: Limits) {
  let responses = GRPCResponses()
  func session(_ services: Services) -> any ServerSession {
    GRPCServerSession(
      services: services, peer: Peer(address: "192.0.2.1:5"), responses: responses,
      memory: HTTP2Memory(keptLimitBytes: 1 << 20), now: SessionRun.beginning)
  }
  let whole = SessionRun(script, cuts: nil, limits, make: session)
  let cut = SessionRun(script, cuts: cuts, limits, make: session)
  // In one piece, what a client does wrong may come before it could see that a stream is over, and
  // then ends the connection; and streams are under way together that else follow each other.
  let isSame =
    whole.end == nil && cut.end == nil
    ? whole.calls == cut.calls
    : whole.calls.starts(with: cut.calls) || cut.calls.starts(with: whole.calls)
  require(
    isSame || limits.concurrentStreams == fewStreams,
    "Cut, the calls are \(cut.calls), and else \(whole.calls).")
  expectFrames(whole.output)
  expectFrames(cut.output)
}

/// All that the server sends is whole frames of HTTP/2, none above the size that clients begin with.
private func expectFrames(_ output: [UInt8]) {
  var rest = output[...]
  while !rest.isEmpty {
    require(rest.count >= 9, "The server sent \(rest.count) bytes of a frame's head.")
    let length = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
    require(length <= 1 << 24, "A frame of \(length) bytes.")
    require(rest.count >= 9 + length, "The server sent a part of a frame.")
    rest = rest.dropFirst(9 + length)
  }
}
