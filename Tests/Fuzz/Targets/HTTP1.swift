// SPDX-License-Identifier: Apache-2.0

internal import RPCHTTP1

/// The reader of HTTP/1 requests: the same requests, and an error or none, however the bytes are cut;
/// and nothing above its limits.
@Sendable
func tryHTTP1Reader(_ bytes: [UInt8]) {
  var input = Input(bytes)
  var cuts = Cuts(seed: input.byte())
  var limits = HTTP1Limits()
  if input.flag() {
    limits.targetBytes = 20
    limits.headerBytes = 200
    limits.bodyBytes = 30
  }
  let stream = input.rest()
  let whole = ReadRequests([stream], limits)
  let cut = ReadRequests(cuts.pieces(of: stream), limits)
  // Of two things that are wrong, a cut may show the other first: then only the errors differ.
  require(whole == cut, "Cut, the stream holds \(cut), and else \(whole).")
}

/// What a stream of requests held.
private struct ReadRequests: Equatable {
  var events: [HTTP1Event] = []
  var error: HTTP1Error?
  var isWithinRequest = false

  static func == (one: Self, other: Self) -> Bool {
    one.events == other.events && one.isWithinRequest == other.isWithinRequest
      && (one.error == nil) == (other.error == nil)
  }

  init(_ pieces: [[UInt8]], _ limits: HTTP1Limits) {
    let reader = HTTP1Reader(limits: limits)
    do throws(HTTP1Error) {
      for piece in pieces {
        var offset = 0
        while offset < piece.count {
          let start = offset
          let event = try reader.next(piece.span, from: &offset)
          require(event != nil || offset == piece.count, "It stopped at \(offset) for nothing.")
          require(offset >= start && offset <= piece.count, "It read up to \(offset).")
          if let event { take(event, limits) }
        }
      }
      isWithinRequest = reader.isWithinRequest
    } catch {
      self.error = error
      expectSame(error, reader)
    }
  }

  private mutating func take(_ event: HTTP1Event, _ limits: HTTP1Limits) {
    switch event {
    case .head(let head):
      let size = head.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
      // A byte that is no text becomes three, U+FFFD.
      let texts = [head.target] + head.fields.map(\.value)
      let most = texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } } ? 1 : 3
      require(head.target.utf8.count <= most * limits.targetBytes, "A target above the limit.")
      require(size <= most * limits.headerBytes, "Header fields above the limit.")
      for field in head.fields {
        require(field.name == field.name.lowercased(), "\(field.name) is not in lowercase.")
        require(
          !field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D }, "A line's end in a value.")
      }
      _ = head.path
      _ = head.expectsContinue
    case .end(let body):
      require(body.count <= limits.bodyBytes, "A body above the limit.")
    }
    events.append(event)
  }

  private func expectSame(_ error: HTTP1Error, _ reader: HTTP1Reader) {
    var offset = 0
    do throws(HTTP1Error) {
      _ = try reader.next([UInt8](repeating: 0x47, count: 1).span, from: &offset)
      fatalError("It went on after \(error).")
    } catch let later {
      require(later == error, "It said \(error), and then \(later).")
    }
  }
}
