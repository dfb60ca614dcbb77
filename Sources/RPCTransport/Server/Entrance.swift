// SPDX-License-Identifier: Apache-2.0

/// What is asked of connections that come in by one address.
package struct Entrance: Sendable {
  /// Where it leads.
  package let door: Door
  /// Whether what is sent must be encrypted. Where it need not be, both are spoken, told apart by
  /// their first bytes.
  package let requiresTLS: Bool

  /// Describes an entrance.
  package init(to door: Door, requiresTLS: Bool) {
    self.door = door
    self.requiresTLS = requiresTLS
  }
}
