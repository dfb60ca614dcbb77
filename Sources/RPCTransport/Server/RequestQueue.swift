// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// Requests that wait to be read, in order. Small ones lie behind each other in one piece of memory,
/// so that a window full of them takes hardly more than the window.
struct RequestQueue {
  /// A request, and what it took of the stream's window, in bytes.
  struct Request {
    let bytes: [UInt8]
    let windowBytes: Int
    /// Whether it has to be inflated.
    let isCompressed: Bool
  }

  /// One large request, or many small ones, each behind its length and its part of the window.
  private struct Piece {
    var bytes: [UInt8]
    /// What the one request took of the window; nil where there are many.
    let windowBytes: Int?
    var isCompressed = false
  }

  private var pieces: [Piece] = []
  /// How many of `pieces` have been taken, and where the next request of a piece of many begins.
  private var taken = 0
  private var offset = 0
  /// What waits, in bytes.
  private(set) var byteCount = 0

  /// Requests up to here are packed together, in bytes.
  static let smallBytes = 1_024
  private static let pieceBytes = 16 << 10
  private static let headBytes = 8
  /// Beside a small request's part of the window, which is far smaller.
  private static let compressedMark = 1 << 31

  /// Appends the request that a deframer has found.
  mutating func append(from deframer: inout MessageDeframer, windowBytes: Int) {
    if deframer.message.count > Self.smallBytes {
      let isCompressed = deframer.isCompressed
      append(
        Piece(
          bytes: deframer.takeMessage(), windowBytes: windowBytes, isCompressed: isCompressed))
    } else {
      let mark = deframer.isCompressed ? Self.compressedMark : 0
      append(small: deframer.message.span, windowBytes | mark)
    }
  }

  /// Takes the first request out.
  mutating func popFirst() -> Request? {
    guard taken < pieces.count else { return nil }
    if let windowBytes = pieces[taken].windowBytes {
      var bytes: [UInt8] = []
      swap(&bytes, &pieces[taken].bytes)
      let isCompressed = pieces[taken].isCompressed
      leavePiece()
      byteCount -= bytes.count
      return Request(bytes: bytes, windowBytes: windowBytes, isCompressed: isCompressed)
    }
    let count = number(at: offset)
    let marked = number(at: offset + 4)
    let start = offset + Self.headBytes
    offset = start + count
    let bytes = Array(pieces[taken].bytes[start..<offset])
    if offset == pieces[taken].bytes.count { leavePiece() }
    byteCount -= count
    return Request(
      bytes: bytes, windowBytes: marked & ~Self.compressedMark,
      isCompressed: marked & Self.compressedMark != 0)
  }

  /// Forgets all.
  mutating func removeAll() { self = RequestQueue() }

  private mutating func append(small request: Span<UInt8>, _ markedBytes: Int) {
    if taken == pieces.count || pieces[pieces.count - 1].windowBytes != nil
      || pieces[pieces.count - 1].bytes.count >= Self.pieceBytes
    {
      append(Piece(bytes: [], windowBytes: nil))
    }
    let last = pieces.count - 1
    pieces[last].bytes.append(number: request.count)
    pieces[last].bytes.append(number: markedBytes)
    pieces[last].bytes.append(copying: request)
    byteCount += request.count
  }

  private mutating func append(_ piece: Piece) {
    if taken > 32, taken * 2 > pieces.count {
      pieces.removeSubrange(..<taken)
      taken = 0
    }
    pieces.append(piece)
    byteCount += piece.bytes.count
  }

  private mutating func leavePiece() {
    pieces[taken].bytes = []
    taken += 1
    offset = 0
    guard taken == pieces.count else { return }
    pieces.removeAll(keepingCapacity: true)
    taken = 0
  }

  private func number(at place: Int) -> Int {
    var number = 0
    for index in place..<place + 4 { number = number << 8 | Int(pieces[taken].bytes[index]) }
    return number
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: Int) {
    let number = UInt32(number)
    append(UInt8(truncatingIfNeeded: number >> 24))
    append(UInt8(truncatingIfNeeded: number >> 16))
    append(UInt8(truncatingIfNeeded: number >> 8))
    append(UInt8(truncatingIfNeeded: number))
  }
}
