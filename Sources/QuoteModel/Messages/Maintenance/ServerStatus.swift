// SPDX-License-Identifier: Apache-2.0

/// One thing that was examined.
package struct Finding: Sendable, Hashable {
  /// What was examined.
  package var subject = ""
  /// How it is.
  package var level = FindingLevel.unspecified
  /// The same in words, with the numbers.
  package var message = ""

  /// Creates an empty value.
  package init() {}
}

/// Asks how everything is.
package struct GetStatusRequest: Sendable, Hashable {
  /// Creates the request.
  package init() {}
}

/// How everything is.
package struct GetStatusResponse: Sendable, Hashable {
  /// One for each thing that was examined, in a fixed order.
  package var findings: [Finding] = []

  /// Creates an empty response.
  package init() {}
}

/// How much a finding matters.
package struct FindingLevel: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  package let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Nothing was said.
  package static let unspecified = Self(rawValue: 0)
  /// As it should be.
  package static let good = Self(rawValue: 1)
  /// It works, but someone should look.
  package static let warning = Self(rawValue: 2)
  /// Something doesn't work.
  package static let fault = Self(rawValue: 3)
}
