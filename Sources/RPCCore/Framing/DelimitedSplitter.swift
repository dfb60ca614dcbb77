// SPDX-License-Identifier: Apache-2.0

/// Why bytes are not size-delimited messages.
package enum DelimitedFault: Error, Equatable {
  /// A length takes more than five bytes.
  case lengthTooLong
  /// A length is above the limit; nothing of the message was kept.
  case messageTooLarge(bytes: Int, limit: Int)
}

extension Status {
  /// The status of a connection whose messages can't be told apart.
  package init(_ fault: DelimitedFault) {
    switch fault {
    case .lengthTooLong:
      self.init(
        .internal,
        "A message's length takes more than five bytes: send size-delimited protobuf messages.")
    case .messageTooLarge(let bytes, let limit):
      self.init(
        .resourceExhausted,
        "A message of \(bytes) bytes is more than the \(limit) bytes that are taken here.")
    }
  }
}

/// Finds size-delimited messages in bytes that arrive in any pieces.
///
/// A message that lies whole in a piece is found where it lies; only what a piece's end cuts is
/// copied. An idle connection keeps no memory for this.
package struct DelimitedSplitter {
  /// Where a message was found.
  package enum Place: Equatable {
    /// In the piece.
    case inPiece(Range<Int>)
    /// In what was held of earlier pieces; `takeHeld` gives it.
    case held(Range<Int>)
  }

  private enum Step {
    case message(Range<Int>)
    /// So many bytes must be there, from the message's length on, before the next look.
    case needs(Int)
  }

  private let limitBytes: Int
  /// What has arrived of a message that isn't whole.
  private var held: [UInt8] = []
  /// How many bytes `held` must have before the next look.
  private var needed = 0

  /// Creates a splitter that refuses messages of more than `limitBytes`.
  package init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Whether a message has begun that isn't whole.
  package var isWithinMessage: Bool { !held.isEmpty }

  /// What is held of it, in bytes.
  package var heldBytes: Int { held.count }

  /// Finds the next message from `offset` on, which moves behind it; nil once all bytes are taken.
  ///
  /// A length above the limit is refused before anything of its message is held, and memory grows
  /// with what arrives, not with what was announced.
  package mutating func next(
    _ bytes: Span<UInt8>, from offset: inout Int
  ) throws(DelimitedFault) -> Place? {
    guard held.isEmpty else { return try nextHeld(bytes, from: &offset) }
    guard offset < bytes.count else { return nil }
    switch try step(bytes, from: offset) {
    case .message(let range):
      offset = range.upperBound
      return .inPiece(range)
    case .needs(let count):
      needed = count
      held.append(copying: bytes.extracting(offset...))
      offset = bytes.count
      return nil
    }
  }

  /// Gives what was held, when `next` has found a message in it; must be called before `next` is.
  package mutating func takeHeld() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &held)
    return taken
  }

  /// Completes the message that began in an earlier piece, and takes no more than that.
  private mutating func nextHeld(
    _ bytes: Span<UInt8>, from offset: inout Int
  ) throws(DelimitedFault) -> Place? {
    while true {
      let end = offset + min(needed - held.count, bytes.count - offset)
      held.append(copying: bytes.extracting(offset..<end))
      offset = end
      guard held.count == needed else { return nil }
      switch try step(held.span, from: 0) {
      case .message(let range): return .held(range)
      case .needs(let count): needed = count
      }
    }
  }

  private func step(_ bytes: Span<UInt8>, from start: Int) throws(DelimitedFault) -> Step {
    var length: UInt64 = 0
    var position = start
    var shift: UInt64 = 0
    while true {
      guard shift < 35 else { throw .lengthTooLong }
      guard position < bytes.count else { return .needs(position - start + 1) }
      let byte = bytes[position]
      position += 1
      length |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    guard length <= UInt64(limitBytes) else {
      throw .messageTooLarge(bytes: Int(length), limit: limitBytes)
    }
    let end = position + Int(length)
    return end <= bytes.count ? .message(position..<end) : .needs(end - start)
  }
}
