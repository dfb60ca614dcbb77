// SPDX-License-Identifier: Apache-2.0

/// A way into a server, with methods of its own: what comes in by an address that is open to the
/// world need not find what one for its administrators offers.
package struct Door: Hashable, Sendable {
  /// What it is called where it is configured.
  package let name: String

  /// Names a door.
  package init(_ name: String) { self.name = name }
}
