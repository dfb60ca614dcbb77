// SPDX-License-Identifier: Apache-2.0

/// Asks for a page of what was changed.
package struct ListAuditRequest: Sendable, Hashable {
  /// 0 = 50, above 1,000 = 1,000.
  package var pageSize: Int32 = 0
  /// Only entries with a number below this one; 0 = from the last on.
  package var beforeNumber: Int64 = 0

  /// Creates an empty request.
  package init() {}
}

/// A page of what was changed.
package struct ListAuditResponse: Sendable, Hashable {
  /// The last first; none = there are no more.
  package var entries: [AuditEntry] = []

  /// Creates an empty response.
  package init() {}
}

/// A change that someone made.
package struct AuditEntry: Sendable, Hashable {
  /// Its place among all, from 1 on.
  package var number: Int64 = 0
  /// The revision that it made.
  package var revision: UInt64 = 0
  /// When.
  package var time: Timestamp?
  /// Who: the id of a token, or `local` for who came by `admin.sock` or worked on the directory
  /// itself.
  package var actor = ""
  /// What was done, named as the methods are, such as `CreateQuote`.
  package var action = ""
  /// What it was done to: the id of a quote, calendar or token, or a calendar and a date.
  package var target = ""
  /// What else there is to tell; no text of a quote and no secret.
  package var detail = ""

  /// Creates an empty value.
  package init() {}
}
