// SPDX-License-Identifier: Apache-2.0

/// What became of a quote that was to be added.
package enum Admission: Hashable, Sendable {
  /// It is new and was added.
  case added(id: String)
  /// It was there already, by its id or by what another quote holds at present.
  case present(id: String)
  /// It was deleted before and stays so.
  case deletedBefore(id: String)
  /// It breaks a limit.
  case rejected(QuoteProblem)
}
