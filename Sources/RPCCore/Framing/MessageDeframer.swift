// SPDX-License-Identifier: Apache-2.0

/// Why the bytes of a stream are not prefixed messages.
package enum FramingError: Error, Equatable {
  /// The prefix announces a message above the limit; nothing of it was kept.
  case messageTooLarge(bytes: Int, limit: Int)
  /// The message is compressed though the peer named no encoding.
  case compressedWithoutEncoding
  /// The flag is neither 0 nor 1.
  case unknownFlag(UInt8)
}

extension Status {
  /// The status of a call whose messages can't be told apart.
  package init(_ error: FramingError) {
    switch error {
    case .messageTooLarge(let bytes, let limit):
      self.init(
        .resourceExhausted,
        "A message of \(bytes) bytes is more than the \(limit) bytes that are taken here.")
    case .compressedWithoutEncoding:
      self.init(
        .internal, "A message is marked as compressed, but grpc-encoding names no encoding.")
    case .unknownFlag(let flag):
      self.init(.internal, "A message begins with the flag \(flag), which is neither 0 nor 1.")
    }
  }
}

/// Finds the messages in a stream's bytes, wherever those are cut.
package struct MessageDeframer: Sendable {
  private enum State {
    case prefix(read: Int)
    case body(missing: Int)
    case complete
  }

  /// The message that `next` found, until `next` is called again.
  package private(set) var message: [UInt8] = []
  private var state = State.prefix(read: 0)
  private var flag: UInt8 = 0
  private var length: UInt32 = 0
  private let limitBytes: Int
  /// Whether messages may be compressed, since the peer has named an encoding.
  package var takesCompressed = false

  /// Creates a deframer of messages of at most `limitBytes`.
  package init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// Reads on from `offset`, which moves; returns whether `message` is complete.
  ///
  /// Call it until it returns false: all bytes are taken then. A message above the limit is refused
  /// on its prefix. Memory grows with what arrives, not with what was announced.
  package mutating func next(
    _ bytes: Span<UInt8>, from offset: inout Int
  ) throws(FramingError) -> Bool {
    while true {
      switch state {
      case .complete:
        message.removeAll(keepingCapacity: true)
        state = .prefix(read: 0)
      case .prefix(let read):
        if read == 0, bytes.count - offset >= MessagePrefix.count {
          try takeWhole(bytes.extracting(offset..<offset + MessagePrefix.count))
          offset += MessagePrefix.count
          continue
        }
        guard offset < bytes.count else { return false }
        try take(bytes[offset], read: read)
        offset += 1
      case .body(let missing):
        let taken = min(missing, bytes.count - offset)
        if taken > 0 { message.append(copying: bytes.extracting(offset..<offset + taken)) }
        offset += taken
        guard taken == missing else {
          state = .body(missing: missing - taken)
          return false
        }
        state = .complete
        return true
      }
    }
  }

  /// The message that `next` found, whose memory is the caller's from here on.
  package mutating func takeMessage() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &message)
    return taken
  }

  /// Whether the message that `next` found is compressed.
  package var isCompressed: Bool { flag != 0 }

  /// Puts what a compressed message holds in its place.
  package mutating func replaceMessage(by inflated: consuming [UInt8]) {
    message = inflated
    flag = 0
  }

  /// Whether the stream may end here: not inside a message.
  package var isBetweenMessages: Bool {
    switch state {
    case .prefix(let read): read == 0
    case .body: false
    case .complete: true
    }
  }

  /// Forgets everything but the memory, for another stream; gives back what a large message took.
  package mutating func reset(keepingBytes kept: Int) {
    if message.capacity > kept {
      message = []
    } else if !message.isEmpty {
      message.removeAll(keepingCapacity: true)
    }
    state = .prefix(read: 0)
    flag = 0
    takesCompressed = false
  }

  /// Takes a prefix that lies in one piece, as nearly all do.
  private mutating func takeWhole(_ prefix: Span<UInt8>) throws(FramingError) {
    try begin(flag: prefix[0])
    length =
      UInt32(prefix[1]) << 24 | UInt32(prefix[2]) << 16
      | UInt32(prefix[3]) << 8 | UInt32(prefix[4])
    try endPrefix()
  }

  private mutating func take(_ byte: UInt8, read: Int) throws(FramingError) {
    guard read > 0 else {
      try begin(flag: byte)
      state = .prefix(read: 1)
      return
    }
    length = length << 8 | UInt32(byte)
    guard read + 1 == MessagePrefix.count else {
      state = .prefix(read: read + 1)
      return
    }
    try endPrefix()
  }

  private mutating func begin(flag byte: UInt8) throws(FramingError) {
    guard byte <= 1 else { throw .unknownFlag(byte) }
    flag = byte
    length = 0
  }

  private mutating func endPrefix() throws(FramingError) {
    guard length <= UInt32(clamping: limitBytes) else {
      throw .messageTooLarge(bytes: Int(length), limit: limitBytes)
    }
    guard flag == 0 || takesCompressed else { throw .compressedWithoutEncoding }
    state = .body(missing: Int(length))
  }
}
