// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The framing of gRPC's messages: the same messages and the same fault however the bytes are cut,
/// and those that a simple reader of whole streams finds.
@Sendable
func tryDeframer(_ bytes: [UInt8]) {
  var input = Input(bytes)
  var cuts = Cuts(seed: input.byte())
  let limit = [0, 1, 100, 70_000][Int(input.byte() & 3)]
  let takesCompressed = input.flag()
  let stream = input.rest()
  let whole = Deframed([stream], limit, takesCompressed)
  let cut = Deframed(cuts.pieces(of: stream), limit, takesCompressed)
  require(whole == cut, "Cut, the stream holds \(cut), and else \(whole).")
  let model = Deframed(modelOf: stream, limit, takesCompressed)
  require(whole == model, "The stream holds \(model), but was read as \(whole).")
}

/// What a stream of prefixed messages held.
private struct Deframed: Equatable {
  var messages: [[UInt8]] = []
  var compressed: [Bool] = []
  var fault: FramingError?
  var isBetweenMessages = true

  init(_ pieces: [[UInt8]], _ limit: Int, _ takesCompressed: Bool) {
    var deframer = MessageDeframer(limitBytes: limit)
    deframer.takesCompressed = takesCompressed
    do throws(FramingError) {
      for piece in pieces {
        var offset = 0
        while try deframer.next(piece.span, from: &offset) {
          messages.append(deframer.message)
          compressed.append(deframer.isCompressed)
        }
        require(offset == piece.count, "\(piece.count - offset) bytes were left.")
        require(deframer.message.count <= limit, "A message above the limit is kept.")
      }
      isBetweenMessages = deframer.isBetweenMessages
    } catch {
      fault = error
    }
  }

  init(modelOf stream: [UInt8], _ limit: Int, _ takesCompressed: Bool) {
    read(stream, limit, takesCompressed)
  }

  /// Reads the stream as plainly as it can be said.
  private mutating func read(_ stream: [UInt8], _ limit: Int, _ takesCompressed: Bool) {
    var rest = stream[...]
    while let flag = rest.first {
      guard flag <= 1 else { return fault = .unknownFlag(flag) }
      guard rest.count >= 5 else { return isBetweenMessages = false }
      let length = rest.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= limit else {
        return fault = .messageTooLarge(bytes: length, limit: limit)
      }
      guard flag == 0 || takesCompressed else { return fault = .compressedWithoutEncoding }
      guard rest.count >= 5 + length else { return isBetweenMessages = false }
      messages.append(Array(rest.dropFirst(5).prefix(length)))
      compressed.append(flag == 1)
      rest = rest.dropFirst(5 + length)
    }
  }
}

/// The framing of the delimited protocol, held to the same.
@Sendable
func trySplitter(_ bytes: [UInt8]) {
  var input = Input(bytes)
  var cuts = Cuts(seed: input.byte())
  let limit = [0, 1, 127, 128, 70_000, .max][Int(input.byte()) % 6]
  let stream = input.rest()
  let whole = Split([stream], limit)
  let cut = Split(cuts.pieces(of: stream), limit)
  require(whole == cut, "Cut, the stream holds \(cut), and else \(whole).")
  let model = Split(modelOf: stream, limit)
  require(whole == model, "The stream holds \(model), but was read as \(whole).")
}

/// What a stream of messages behind their lengths held.
private struct Split: Equatable {
  var messages: [[UInt8]] = []
  var fault: DelimitedFault?
  var isWithinMessage = false

  init(_ pieces: [[UInt8]], _ limit: Int) {
    var splitter = DelimitedSplitter(limitBytes: limit)
    do throws(DelimitedFault) {
      for piece in pieces {
        var offset = 0
        while let place = try splitter.next(piece.span, from: &offset) {
          switch place {
          case .inPiece(let range): messages.append(Array(piece[range]))
          case .held(let range): messages.append(Array(splitter.takeHeld()[range]))
          }
        }
        require(offset == piece.count, "\(piece.count - offset) bytes were left.")
      }
      isWithinMessage = splitter.isWithinMessage
    } catch {
      fault = error
    }
  }

  init(modelOf stream: [UInt8], _ limit: Int) { read(stream, limit) }

  /// Reads the stream as plainly as it can be said.
  private mutating func read(_ stream: [UInt8], _ limit: Int) {
    var rest = stream[...]
    while !rest.isEmpty {
      let head = rest.prefix(5).prefix { $0 >= 0x80 }.count
      guard head < 5 else { return fault = .lengthTooLong }
      guard head < rest.count else { return isWithinMessage = true }
      let length = rest.prefix(head + 1).reversed().reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      guard length <= limit else {
        return fault = .messageTooLarge(bytes: length, limit: limit)
      }
      rest = rest.dropFirst(head + 1)
      guard rest.count >= length else { return isWithinMessage = true }
      messages.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
  }
}
