// SPDX-License-Identifier: Apache-2.0

/// What a reader of requests takes, each with its unit in its name.
package struct HTTP1Limits: Sendable {
  /// The longest target of a request, as its first line has it; one byte more is 414.
  package var targetBytes = 4 << 10
  /// The names and values of all header fields, each field counted with 32 bytes more; one byte more
  /// is 431.
  package var headerBytes = 16 << 10
  /// The largest body; one byte more is 413.
  package var bodyBytes = 64 << 10

  /// Creates the usual limits.
  package init() {}
}
