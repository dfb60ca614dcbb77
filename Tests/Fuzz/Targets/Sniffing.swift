// SPDX-License-Identifier: Apache-2.0

internal import RPCTransport

/// What a connection speaks: found the same however the first bytes are cut, and no byte is lost.
@Sendable
func trySniffer(_ bytes: [UInt8]) {
  var input = Input(bytes)
  var cuts = Cuts(seed: input.byte())
  let stream = input.rest()
  var whole = Sniffer()
  let finding = whole.look(at: stream.span)

  var sniffer = Sniffer()
  var found = Sniffer.Finding.undecided
  var given: [UInt8] = []
  for piece in cuts.pieces(of: stream) {
    found = sniffer.look(at: piece.span)
    if found != .undecided { break }
    given += piece
    require(sniffer.held == given, "\(given) came, and \(sniffer.held) are held.")
    require(given.count < 24, "\(given.count) bytes decided nothing.")
  }
  require(found == finding, "Cut, the stream is \(found), and else \(finding).")
  require(
    (finding == .http2) == stream.starts(with: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8),
    "The preface of HTTP/2 was taken for \(finding).")
  require((finding == .delimited) == (stream.first == 0x89), "0x89 was taken for \(finding).")
  require((finding == .tls) == (stream.first == 0x16), "0x16 was taken for \(finding).")
}
