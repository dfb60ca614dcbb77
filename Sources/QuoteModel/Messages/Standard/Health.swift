// SPDX-License-Identifier: Apache-2.0

/// Asks how a service is (`grpc.health.v1`).
package struct HealthCheckRequest: Sendable, Hashable {
  /// Its full name; empty = the server as a whole.
  package var service = ""

  /// Asks for the server as a whole.
  package init() {}
}

/// How a service is.
package struct HealthCheckResponse: Sendable, Hashable {
  /// Whether calls are taken.
  package var status = ServingStatus.unknown

  /// Creates an empty response.
  package init() {}
}

/// Whether a service takes calls.
package struct ServingStatus: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  package let rawValue: Int32
  /// Creates a value from its number; unknown numbers are kept.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Not told.
  package static let unknown = Self(rawValue: 0)
  /// It does.
  package static let serving = Self(rawValue: 1)
  /// It does not: the server shuts down.
  package static let notServing = Self(rawValue: 2)
  /// There is no such service.
  package static let serviceUnknown = Self(rawValue: 3)
}

/// Asks how all services are.
package struct HealthListRequest: Sendable, Hashable {
  /// Creates the request.
  package init() {}
}

/// How all services are.
package struct HealthListResponse: Sendable, Hashable {
  /// By full name; empty = the server as a whole. In the order they came in.
  package var statuses: [Entry] = []

  /// Creates an empty response.
  package init() {}

  /// One service.
  package struct Entry: Sendable, Hashable {
    /// Its full name.
    package var service = ""
    /// How it is.
    package var response: HealthCheckResponse?

    /// Creates an empty entry.
    package init() {}
  }
}
