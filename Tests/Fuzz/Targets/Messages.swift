// SPDX-License-Identifier: Apache-2.0

internal import QuoteContract
internal import RPCCore

/// The wire codec, each message of the contract: what is decoded is encoded and decoded to the same,
/// and nothing of one message is left for the next.
@Sendable
func tryWireCodec(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let type = messageType(UInt16(input.byte()) << 8 | UInt16(input.byte()))
  let given = input.rest()
  guard let first = Decoded(type, given) else {
    return require(Decoded(type, given) == nil, "\(type) was refused once, and then taken.")
  }
  let second = Decoded(type, first.encoded)
  require(second == first, "\(type) is another after encoding and decoding.")
  // The same bytes twice are the same message merged into itself: it must not be refused.
  require(Decoded(type, given + given) != nil, "\(type) was refused when it came twice.")
  require(Decoded(type, given) == first, "\(type) is another the second time.")
}

/// A message that was decoded: what it is, as text, and what it is encoded to.
private struct Decoded: Equatable {
  let value: String
  let encoded: [UInt8]

  /// Decodes a message; nil where it is refused.
  init?(_ type: any WireMessage.Type, _ bytes: [UInt8]) {
    do throws(WireError) {
      let message = try type.init(wire: bytes.span)
      value = "\(message)"
      encoded = message.wire
    } catch {
      return nil
    }
  }
}

/// Each type stands at a place on a circle, by its name; a number is the next type's. So inputs that
/// are kept go on meaning the same message when the contract gets another one.
private func messageType(_ number: UInt16) -> any WireMessage.Type {
  let next = circle.first { $0.place >= number } ?? circle[0]
  return next.type
}

private let circle: [(place: UInt16, type: any WireMessage.Type)] =
  ContractTypes.all
  .map { name, type in
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return (UInt16(truncatingIfNeeded: hash ^ hash >> 16), type)
  }
  .sorted { $0.place < $1.place }

/// The delimited protocol's own messages: what the server reads in place is what decoding gives, and
/// replies that are framed around ready bytes are those that encoding gives.
@Sendable
func tryDelimitedMessages(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let length = input.number(below: 20_000)
  let id = UInt32(input.byte()) << (UInt32(input.byte()) % 25)
  let given = input.rest()
  tryCall(given)
  tryReadyReply(id: id, message: given)
  tryReadyReply(id: id, message: [UInt8](repeating: 0x51, count: length))
}

private func read(_ call: [UInt8], into fields: inout DelimitedCallFields) throws(WireError) {
  try fields.read(call.span)
  try fields.checkMethod(in: call.span)
}

private func tryCall(_ given: [UInt8]) {
  var fields = DelimitedCallFields()
  // What an earlier call left must not show.
  var earlier = DelimitedCall(id: 7, method: "/a/b", message: [1], timeoutMilliseconds: 9)
  earlier.metadata.append("left", [1])
  earlier.maxReplyBytes = 3
  earlier.isCancel = true
  let earlierBytes = earlier.wire
  let call: DelimitedCall
  do throws(WireError) {
    try fields.read(earlierBytes.span)
    call = try DelimitedCall(wire: given.span)
  } catch {
    var refused = false
    do throws(WireError) { try read(given, into: &fields) } catch { refused = true }
    return require(refused, "The server takes a call that decoding refuses.")
  }
  do throws(WireError) {
    try read(given, into: &fields)
  } catch {
    fatalError("The server refuses a call that decoding takes: \(error).")
  }
  require(fields.id == call.id, "The id is \(fields.id), and not \(call.id).")
  require(Array(given[fields.message]) == call.message, "The request is another.")
  require(Array(given[fields.method]) == Array(call.method.utf8), "The method is another.")
  require(fields.metadata == call.metadata, "The metadata is other.")
  require(fields.timeoutMilliseconds == call.timeoutMilliseconds, "The timeout is another.")
  require(fields.maxReplyBytes == call.maxReplyBytes, "The largest reply is another.")
  require(fields.isCancel == call.isCancel, "It cancels, or not.")
}

private func tryReadyReply(id: UInt32, message: [UInt8]) {
  var ready: [UInt8] = [0x89]
  let open = ready.beginReply(id: id)
  ready += message
  ready.endReply(open)
  var reply = DelimitedReply(id: id)
  reply.message = message
  reply.isLast = true
  var whole: [UInt8] = [0x89]
  whole.append(delimited: reply)
  // The ready one has the id even where it is 0, which no call's is.
  guard id > 0 else { return }
  require(ready == whole, "A reply of \(message.count) bytes to call \(id) is framed otherwise.")
  let again = ready.beginReply(id: id)
  ready += message
  ready.abandonReply(again)
  require(ready == whole, "A reply that was taken back has left something.")
}
