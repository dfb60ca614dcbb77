// SPDX-License-Identifier: Apache-2.0

internal import RPCTLS

/// TLS: any bytes at a server, the same however they are cut; and a client's whose bytes are changed
/// on the way, of which the server hears nothing but what the client has said.
@Sendable
func tryTLS(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let cuts = Cuts(seed: input.byte())
  do throws(TLSError) {
    if input.flag() {
      try tryAnyBytes(input.rest(), cuts)
    } else {
      try tryDisturbed(&input, cuts)
    }
  } catch {
    fatalError("TLS can't be set up: \(error).")
  }
}

private let host = "fuzz.example"
private let contexts: Result<(server: TLSContext, client: TLSContext), TLSError> = Result {
  () throws(TLSError) in
  let identity = try SelfSignedCertificate.make(for: [host], days: 3)
  return (
    try TLSContext(server: identity, clients: nil, protocols: ["h2", "quotes.wire.v1"]),
    try TLSContext(
      client: nil, servers: .authorities(identity.certificates), protocols: ["h2"])
  )
}

private func tryAnyBytes(_ bytes: [UInt8], _ cuts: Cuts) throws(TLSError) {
  var cuts = cuts
  let whole = Heard([bytes], try TLSSession(server: try contexts.get().server))
  let cut = Heard(cuts.pieces(of: bytes), try TLSSession(server: try contexts.get().server))
  require(whole == cut, "Cut, it is \(cut), and else \(whole).")
  require(whole.plaintext.isEmpty, "Something was heard that nobody said.")
}

private struct Heard: Equatable {
  var plaintext: [UInt8] = []
  var failure: TLSError?

  init(_ pieces: [[UInt8]], _ session: TLSSession) {
    do throws(TLSError) {
      for piece in pieces {
        try session.receive(piece.span, into: &plaintext)
        var answer: [UInt8] = []
        try session.takeOutput(into: &answer)
      }
    } catch {
      failure = error
    }
  }
}

private func tryDisturbed(_ input: inout Input, _ cuts: Cuts) throws(TLSError) {
  var cuts = cuts
  let client = try TLSSession(client: try contexts.get().client, host: host)
  let server = try TLSSession(server: try contexts.get().server)
  var (said, answered): ([UInt8], [UInt8]) = ([], [])
  var (heard, heardBack): ([UInt8], [UInt8]) = ([], [])
  do throws(TLSError) {
    for _ in 0..<6 {
      let words = input.some()
      said += words
      try client.send(words.span)
      var there: [UInt8] = []
      try client.takeOutput(into: &there)
      disturb(&there, &input)
      for piece in cuts.pieces(of: there) { try server.receive(piece.span, into: &heard) }
      let answer = input.some()
      answered += answer
      try server.send(answer.span)
      var back: [UInt8] = []
      try server.takeOutput(into: &back)
      for piece in cuts.pieces(of: back) { try client.receive(piece.span, into: &heardBack) }
      if input.byte() == 0xFF { client.end() }
    }
  } catch {
    // The connection ends; what was heard until then must have been said all the same.
  }
  require(said.starts(with: heard), "The server heard \(heard), but the client said \(said).")
  require(answered.starts(with: heardBack), "The client heard what the server did not say.")
}

/// Changes, drops, repeats or adds bytes on their way, or mostly leaves them.
private func disturb(_ bytes: inout [UInt8], _ input: inout Input) {
  let kind = input.byte()
  guard kind & 1 == 1, !bytes.isEmpty else { return }
  let place = input.number(below: bytes.count)
  switch kind >> 1 & 3 {
  case 0: bytes[place] ^= max(1, input.byte())
  case 1: bytes.remove(at: place)
  case 2: bytes += bytes[place...]
  default: bytes.insert(contentsOf: input.some(), at: place)
  }
}
