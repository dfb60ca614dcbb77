// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import RPCCore

extension Status {
  /// A field that can be seen to be wrong before anything is sent, told as the server would.
  static func invalid(_ field: String, _ message: String) -> Status {
    Status(
      .invalidArgument, message,
      details: [.badRequest([FieldViolation(field: field, description: message)])])
  }

  /// A page can't have less than no elements.
  static func negativePageSize(_ size: Int) -> Status {
    .invalid("page_size", "page_size is \(size); it must be 0 or more.")
  }
}

extension QuoteFilter {
  /// Throws what the server would say of lengths that can't be.
  func check() throws(Status) {
    for (name, length) in [("min_length", minLength), ("max_length", maxLength)] where length < 0 {
      throw .invalid("filter.\(name)", "filter.\(name) is \(length); it must be 0 or more.")
    }
    guard maxLength == 0 || minLength <= maxLength else {
      throw .invalid(
        "filter.min_length",
        "filter.min_length is \(minLength) and filter.max_length \(maxLength); "
          + "the least must not be above the most.")
    }
  }
}
