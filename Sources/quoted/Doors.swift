// SPDX-License-Identifier: Apache-2.0

internal import RPCTransport

extension Door {
  /// Leads to what reads, and is open to the world.
  static let reading = Door("reading")
  /// Leads to all services.
  static let administration = Door("administration")
}
