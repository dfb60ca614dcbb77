// SPDX-License-Identifier: Apache-2.0

internal import RPCTLS

/// Both sides of a connection, without a network between them.
struct Pair {
  let client: TLSSession
  let server: TLSSession
  private(set) var heardByServer: [UInt8] = []
  private(set) var heardByClient: [UInt8] = []
  private(set) var serverFailure: TLSError?
  private(set) var clientFailure: TLSError?

  init(client: TLSSession, server: TLSSession) {
    self.client = client
    self.server = server
  }

  /// Carries bytes, in pieces, until neither side has any.
  mutating func exchange(piece: Int = .max) throws {
    while true {
      let there = try Self.carry(from: client, to: server, piece, &heardByServer)
      let back = try Self.carry(from: server, to: client, piece, &heardByClient)
      if !there, !back { return }
    }
  }

  /// Carries bytes until neither side has any, whatever becomes of the connection, and keeps the
  /// first failure of each side.
  mutating func exchangeToTheEnd() {
    for _ in 0..<8 {
      carry(from: client, &clientFailure, to: server, &serverFailure, &heardByServer)
      carry(from: server, &serverFailure, to: client, &clientFailure, &heardByClient)
    }
  }

  private func carry(
    from sender: TLSSession, _ senderFailure: inout TLSError?, to receiver: TLSSession,
    _ receiverFailure: inout TLSError?, _ heard: inout [UInt8]
  ) {
    var bytes: [UInt8] = []
    do throws(TLSError) {
      try sender.takeOutput(into: &bytes)
    } catch {
      senderFailure = senderFailure ?? error
    }
    guard !bytes.isEmpty else { return }
    do throws(TLSError) {
      try receiver.receive(bytes.span, into: &heard)
    } catch {
      receiverFailure = receiverFailure ?? error
    }
  }

  private static func carry(
    from sender: TLSSession, to receiver: TLSSession, _ piece: Int, _ heard: inout [UInt8]
  ) throws -> Bool {
    var bytes: [UInt8] = []
    try sender.takeOutput(into: &bytes)
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      try receiver.receive(part.span, into: &heard)
    }
    return !bytes.isEmpty
  }
}
