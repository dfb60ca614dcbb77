// SPDX-License-Identifier: Apache-2.0

/// What a request says before its body.
package struct HTTP1RequestHead: Sendable, Equatable {
  /// One header field.
  package struct Field: Sendable, Equatable {
    /// The name, in lowercase.
    package let name: String
    /// The value, without blanks around it.
    package let value: String
  }

  /// The method, such as GET.
  package var method = ""
  /// The target as it was sent.
  package var target = ""
  /// The header fields, in the order they were sent.
  package var fields: [Field] = []
  /// Whether it is of HTTP/1.0, whose clients know less.
  package var isVersion10 = false
  /// Whether the client may send another request on this connection, and reads its answer.
  package var keepsAlive = false

  /// The first value of a field, whose name is in lowercase.
  package func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The target's path, without a query; of a target in absolute form what follows the host.
  package var path: Substring {
    var rest = target[...]
    if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      guard let slash = rest.firstIndex(of: "/") else { return "/" }
      rest = rest[slash...]
    }
    return rest.prefix { $0 != "?" && $0 != "#" }
  }

  /// Whether the client waits for 100 (Continue) before it sends the body.
  package var expectsContinue: Bool {
    !isVersion10 && value("expect")?.lowercased() == "100-continue"
  }
}

/// What a reader of requests finds.
package enum HTTP1Event: Sendable, Equatable {
  /// A request has begun; its body follows, though it may be empty.
  case head(HTTP1RequestHead)
  /// The request is whole.
  case end(body: [UInt8])
}
