// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension Status {
  /// The status of a call to a path that nobody serves.
  static func noSuchMethod(_ path: Span<UInt8>) -> Status {
    Status(.unimplemented, "There is no method \(path.text) here.")
  }

  /// The status of a call whose response is above a limit.
  static func responseTooLarge(bytes: Int, limit: Int) -> Status {
    Status(
      .resourceExhausted,
      "A response of \(bytes) bytes is more than the \(limit) bytes that are taken: ask for less.")
  }
}
