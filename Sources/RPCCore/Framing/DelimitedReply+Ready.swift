// SPDX-License-Identifier: Apache-2.0

/// Where a reply begins whose response is still being written.
package struct OpenReply {
  fileprivate let start: Int
  fileprivate let id: UInt32
  /// Where the response begins.
  package let messageStart: Int
}

extension [UInt8] {
  /// Leaves room for what stands before a response, to be filled in by `endReply`.
  ///
  /// The room fits a response of 128 to about 16,000 bytes; the response moves a little for others.
  package mutating func beginReply(id: UInt32) -> OpenReply {
    let start = count
    let room = 2 + 1 + Varint.length(UInt64(id)) + 1 + 2
    append(addingCapacity: room) { $0.append(repeating: 0, count: room) }
    return OpenReply(start: start, id: id, messageStart: count)
  }

  /// Makes what was appended since `beginReply` the response of the call, which is over.
  package mutating func endReply(_ reply: OpenReply) {
    let length = count - reply.messageStart
    let idLength = 1 + Varint.length(UInt64(reply.id))
    let messageHead = length == 0 ? 0 : 1 + Varint.length(UInt64(length))
    let frame = UInt64(idLength + messageHead + length + 2)
    let head = Varint.length(frame) + idLength + messageHead
    let room = reply.messageStart - reply.start
    if head != room {
      replaceSubrange(reply.start..<reply.messageStart, with: repeatElement(0, count: head))
    }
    append(addingCapacity: 2) { last in
      last.append(3 << 3)
      last.append(1)
    }
    var bytes = mutableSpan
    var place = bytes.write(varint: frame, at: reply.start)
    bytes[place] = 1 << 3
    place = bytes.write(varint: UInt64(reply.id), at: place + 1)
    guard length > 0 else { return }
    bytes[place] = 2 << 3 | 2
    _ = bytes.write(varint: UInt64(length), at: place + 1)
  }

  /// Takes back what was appended since `beginReply`.
  package mutating func abandonReply(_ reply: OpenReply) {
    removeSubrange(reply.start...)
  }

  /// Appends a message behind its length.
  package mutating func append(delimited message: some WireMessage) {
    let bytes = message.wire
    append(varint: UInt64(bytes.count))
    append(contentsOf: bytes)
  }
}
