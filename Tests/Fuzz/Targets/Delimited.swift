// SPDX-License-Identifier: Apache-2.0

internal import RPCCore
internal import RPCTransport

/// The server's side of the delimited protocol: the same calls and the same replies however the
/// bytes are cut.
@Sendable
func tryDelimitedSession(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let cuts = Cuts(seed: input.byte())
  var limits = Limits()
  if input.flag() { limits.outputPieceBytes = 300 }
  if input.flag() {
    limits.messageBytes = 200
    limits.replyBytes = 250
    limits.concurrentStreams = 3
    limits.streamedReplyBytes = 400
  }
  let script = delimitedScript(&input)
  let whole = SessionRun(script, cuts: nil, limits) { DelimitedSession(services: $0, peer: peer) }
  let cut = SessionRun(script, cuts: cuts, limits) { DelimitedSession(services: $0, peer: peer) }
  require(whole.calls == cut.calls, "Cut, the calls are \(cut.calls), and else \(whole.calls).")
  require(whole == cut, "Cut, it answers \(cut), and else \(whole).")
  expectReplies(whole.output, limits)
}

private let peer = Peer(address: "192.0.2.1:5")

/// The bytes as they are, or calls that they make.
private func delimitedScript(_ input: inout Input) -> [SessionStep] {
  if input.flag() { return [.bytes(input.rest())] }
  var script: [SessionStep] = [.bytes(DelimitedPreface.bytes)]
  var bytes: [UInt8] = []
  var lastID: UInt32 = 0
  func step(_ next: SessionStep) {
    script += [.bytes(bytes), next]
    bytes = []
  }
  while !input.isEmpty, script.count < 200 {
    switch input.byte() % 8 {
    case 0: step(.turn)
    case 1: step(.wait(input.number(below: 2_000)))
    case 2: bytes += input.some()
    case 3: bytes.append(delimited: DelimitedCall(id: UInt32(input.byte()), isCancel: true))
    case 4 where input.byte() == 0: step(input.flag() ? .drain : .endInput)
    default:
      lastID += UInt32(input.byte() & 3)
      bytes.append(delimited: call(lastID, &input))
    }
  }
  return script + [.bytes(bytes)]
}

private func call(_ id: UInt32, _ input: inout Input) -> DelimitedCall {
  let methods = ["Inline", "Failing", "Sometimes", "Count", "Sum", "None"]
  let method = methods[Int(input.byte()) % methods.count]
  var call = DelimitedCall(id: id, method: "/f.S/\(method)", message: input.some())
  let more = input.byte()
  if more & 1 == 1 { call.timeoutMilliseconds = UInt32(input.number(below: 1_000)) }
  if more & 2 == 2 { call.maxReplyBytes = UInt32(input.byte()) }
  if more & 4 == 4 {
    call.metadata.append(String(decoding: input.some(), as: UTF8.self), input.some())
  }
  return call
}

/// All that the server sends is its preface and replies, none above the limit.
private func expectReplies(_ output: [UInt8], _ limits: Limits) {
  guard !output.isEmpty else { return }
  require(output.starts(with: DelimitedPreface.bytes), "It begins without its preface.")
  let replies = Array(output.dropFirst(DelimitedPreface.bytes.count))
  var splitter = DelimitedSplitter(limitBytes: max(limits.replyBytes, 1_000))
  var offset = 0
  var ended: Set<UInt32> = []
  while let message = nextMessage(replies, &splitter, &offset) {
    guard let reply = try? DelimitedReply(wire: message.span) else {
      fatalError("The server sent what is no reply: \(message).")
    }
    require(!ended.contains(reply.id), "Call \(reply.id) is answered after its end.")
    if reply.isLast, reply.id > 0 { ended.insert(reply.id) }
  }
  require(!splitter.isWithinMessage, "The server sent a part of a reply.")
}

private func nextMessage(
  _ bytes: [UInt8], _ splitter: inout DelimitedSplitter, _ offset: inout Int
) -> [UInt8]? {
  do throws(DelimitedFault) {
    let place = try splitter.next(bytes.span, from: &offset)
    guard case .inPiece(let range) = place else { return nil }
    return Array(bytes[range])
  } catch {
    fatalError("The server sent what are no messages: \(error).")
  }
}
