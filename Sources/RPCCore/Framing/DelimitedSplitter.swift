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
/// A message that lies whole in a piece is found where it lies; only the rest of a piece is copied.
package struct DelimitedSplitter {
  private enum Step {
    case message(Range<Int>)
    /// This many bytes must be there, counted from the message's length on, before the next look.
    case needs(Int)
  }

  private let limitBytes: Int
  /// What has arrived of a message that isn't whole; after a stop also what came behind.
  private var rest: [UInt8] = []
  /// How many bytes `rest` must hold before looking again makes sense.
  private var needed = 0
  /// Whether `deliver` wanted no more.
  package private(set) var isStopped = false

  /// Creates a splitter that refuses messages of more than `limitBytes`.
  package init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Whether bytes wait that no message has been made of.
  package var hasRest: Bool { !rest.isEmpty }

  /// Gives each whole message to `deliver`, until it returns false; what follows is then kept for
  /// `resume`. A length is refused before anything of its message is kept.
  package mutating func split(
    _ bytes: Span<UInt8>, _ deliver: (Span<UInt8>) -> Bool
  ) throws(DelimitedFault) {
    var start = 0
    // A message that began in an earlier piece is completed in `rest`, and only that.
    while !isStopped, !rest.isEmpty {
      let end = start + min(needed - rest.count, bytes.count - start)
      rest.append(copying: bytes.extracting(start..<end))
      start = end
      guard rest.count >= needed else { return }
      try takeRest(deliver)
    }
    if !isStopped { start += try take(bytes.extracting(start...), deliver) }
    if start < bytes.count { rest.append(copying: bytes.extracting(start...)) }
  }

  /// Goes on after `deliver` has wanted no more.
  package mutating func resume(_ deliver: (Span<UInt8>) -> Bool) throws(DelimitedFault) {
    guard isStopped else { return }
    isStopped = false
    if !rest.isEmpty { try takeRest(deliver) }
  }

  private mutating func takeRest(_ deliver: (Span<UInt8>) -> Bool) throws(DelimitedFault) {
    // Taken out, so that it can be read while the rest of this value changes.
    var held: [UInt8] = []
    swap(&held, &rest)
    let taken = try take(held.span, deliver)
    // An idle connection keeps no memory for this.
    if taken == held.count { held = [] } else { held.removeSubrange(..<taken) }
    swap(&held, &rest)
  }

  /// Delivers from the beginning of the bytes, and answers how many it took.
  private mutating func take(
    _ bytes: Span<UInt8>, _ deliver: (Span<UInt8>) -> Bool
  ) throws(DelimitedFault) -> Int {
    var start = 0
    needed = 0
    while start < bytes.count {
      switch try step(bytes, from: start) {
      case .message(let range):
        start = range.upperBound
        guard deliver(bytes.extracting(range)) else {
          isStopped = true
          return start
        }
      case .needs(let count):
        needed = count
        return start
      }
    }
    return start
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
