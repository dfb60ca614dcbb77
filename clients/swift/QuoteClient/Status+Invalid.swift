// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension Status {
  /// A field that can be seen to be wrong before anything is sent, told as the server would.
  static func invalid(_ field: String, _ message: String) -> Status {
    Status(
      .invalidArgument, message,
      details: [.badRequest([FieldViolation(field: field, description: message)])])
  }
}
