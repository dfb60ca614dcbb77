// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

extension Status {
  /// The status of a call that is not written as its protocol has it. Connect asks for this code
  /// here, where gRPC has INTERNAL ("Unary-Request" of Connect's specification).
  static func malformedRequest(_ message: String, details: [Detail] = []) -> Status {
    Status(.invalidArgument, message, details: details)
  }

  /// The status of a call with a message that is too large.
  static func requestTooLarge(_ limit: Int) -> Status {
    Status(
      .resourceExhausted,
      "A message of more than the \(limit) bytes that are taken here: send less at a time.")
  }
}
