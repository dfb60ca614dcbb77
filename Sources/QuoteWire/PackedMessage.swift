// SPDX-License-Identifier: Apache-2.0

package import RPCCore

/// A message of some type that goes by its URL: `google.protobuf.Any`.
package struct PackedMessage: Equatable, Sendable {
  /// A prefix, a slash, and the type's full name.
  package var typeURL = ""
  /// The encoded message.
  package var value: [UInt8] = []
}

extension PackedMessage {
  /// Packs a detail of a status.
  package init(_ detail: Status.Detail) {
    switch detail {
    case .errorInfo(let reason, let domain, let metadata):
      // Sorted, so that equal details are equal bytes.
      let entries = metadata.sorted { $0.key < $1.key }
        .map { ErrorInfo.MetadataEntry(key: $0.key, value: $0.value) }
      self.init(
        Kind.errorInfo, ErrorInfo(reason: reason, domain: domain, metadata: entries))
    case .badRequest(let violations):
      self.init(Kind.badRequest, BadRequest(fieldViolations: violations))
    case .retryInfo(let delay):
      self.init(Kind.retryInfo, RetryInfo(retryDelay: delay))
    case .other(let typeURL, let value):
      self.init(typeURL: typeURL, value: value)
    }
  }

  private init(_ kind: Kind, _ message: some WireMessage) {
    self.init(typeURL: "type.googleapis.com/\(kind.rawValue)", value: message.wire)
  }

  /// What is packed, as a detail of a status; `.other` where it isn't one of those known here.
  package var detail: Status.Detail {
    let name = typeURL.split(separator: "/").last ?? ""
    do throws(WireError) {
      switch Kind(rawValue: String(name)) {
      case .errorInfo:
        let info = try ErrorInfo(wire: value.span)
        let metadata = info.metadata.map { ($0.key, $0.value) }
        return .errorInfo(
          reason: info.reason, domain: info.domain,
          metadata: Dictionary(metadata, uniquingKeysWith: { _, last in last }))
      case .badRequest: return .badRequest(try BadRequest(wire: value.span).fieldViolations)
      case .retryInfo: return .retryInfo(delay: try RetryInfo(wire: value.span).retryDelay ?? .zero)
      case nil: break
      }
    } catch {
      // A peer's mistake: what it sent is kept as it is.
    }
    return .other(typeURL: typeURL, value: value)
  }

  private enum Kind: String {
    case errorInfo = "google.rpc.ErrorInfo"
    case badRequest = "google.rpc.BadRequest"
    case retryInfo = "google.rpc.RetryInfo"
  }
}
