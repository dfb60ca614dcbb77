// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// What stands in `grpc-status-details-bin`: a `google.rpc.Status` with the code, the message and
/// the details of a status.
package enum StatusDetails {
  /// Encodes a status; empty where it has no details, so that there is nothing to send.
  package static func encode(_ status: Status) -> [UInt8] {
    status.details.isEmpty ? [] : status.wire
  }

  /// Decodes a status, or gives nil where the bytes are none: a peer's details are a courtesy, and
  /// the call has ended with its code and message anyway.
  package static func decode(_ bytes: Span<UInt8>) -> Status? {
    try? Status(wire: bytes)
  }
}
