// SPDX-License-Identifier: Apache-2.0

internal import CHTTPParser

/// Puts a request together from the pieces that http-parser calls back with, and counts them against
/// the limits.
@safe
final class RequestBuilder {
  let limits: HTTP1Limits
  /// Why the request is refused, where that is not the parser's own word.
  private(set) var refusal: HTTP1Error?
  private(set) var isUnderWay = false

  private var head = HTTP1RequestHead()
  private var target: [UInt8] = []
  private var name: [UInt8] = []
  private var value: [UInt8] = []
  private var isInValue = false
  private var isHeadWhole = false
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var event: HTTP1Event?

  /// What each field costs beside its bytes, as HTTP/2 counts it.
  private static let fieldCost = 32

  init(limits: HTTP1Limits) { self.limits = limits }

  /// What is held of the request, in bytes.
  var heldBytes: Int { isUnderWay ? target.count + headerBytes + body.count : 0 }

  /// The event at which the parser was paused.
  func takeEvent() -> HTTP1Event? { event.take() }
}

extension RequestBuilder {
  fileprivate func begin() {
    isUnderWay = true
    head = HTTP1RequestHead()
    target = []
    name = []
    value = []
    isInValue = false
    isHeadWhole = false
    headerBytes = 0
    body = []
  }

  fileprivate func addTarget(_ piece: Span<UInt8>) -> Bool {
    guard target.count + piece.count <= limits.targetBytes else {
      return refuse(.targetTooLong(limitBytes: limits.targetBytes))
    }
    Self.append(piece, to: &target)
    return true
  }

  fileprivate func addName(_ piece: Span<UInt8>) -> Bool {
    if isInValue { endField() }
    // RFC 9112, section 5.1: who stands in front may read such a name differently.
    for index in piece.indices where piece[index] == UInt8(ascii: " ") {
      return refuse(.malformed("a header field's name has a blank"))
    }
    Self.append(piece, to: &name)
    return countHeader(piece.count)
  }

  fileprivate func addValue(_ piece: Span<UInt8>) -> Bool {
    if !isInValue {
      isInValue = true
      guard countHeader(Self.fieldCost) else { return false }
    }
    Self.append(piece, to: &value)
    return countHeader(piece.count)
  }

  fileprivate func endHead(
    method: String, version: (major: Int, minor: Int), keepsAlive: Bool, bodyBytes: UInt64?
  ) -> Bool {
    if isInValue { endField() }
    guard version.major == 1, version.minor <= 1 else {
      return refuse(.unsupportedVersion("\(version.major).\(version.minor)"))
    }
    head.method = method
    head.target = String(decoding: target, as: UTF8.self)
    head.isVersion10 = version.minor == 0
    head.keepsAlive = keepsAlive
    let hosts = head.fields.count { $0.name == "host" }
    // RFC 9112, section 3.2: two of them may be read differently by who stands in front.
    guard hosts == 1 || (hosts == 0 && head.isVersion10) else {
      return refuse(.malformed(hosts == 0 ? "it has no host field" : "it has two host fields"))
    }
    if let bodyBytes, bodyBytes > UInt64(limits.bodyBytes) {
      return refuse(.bodyTooLarge(limitBytes: limits.bodyBytes))
    }
    isHeadWhole = true
    event = .head(head)
    return true
  }

  fileprivate func addBody(_ piece: Span<UInt8>) -> Bool {
    guard body.count + piece.count <= limits.bodyBytes else {
      return refuse(.bodyTooLarge(limitBytes: limits.bodyBytes))
    }
    Self.append(piece, to: &body)
    return true
  }

  fileprivate func end() {
    isUnderWay = false
    event = .end(body: body)
    body = []
  }

  private func endField() {
    // Trailers, behind a chunked body, say nothing to us.
    if !isHeadWhole {
      head.fields.append(
        HTTP1RequestHead.Field(
          name: String(decoding: name, as: UTF8.self).lowercased(),
          value: Self.trimmed(value)))
    }
    name.removeAll(keepingCapacity: true)
    value.removeAll(keepingCapacity: true)
    isInValue = false
  }

  private func countHeader(_ count: Int) -> Bool {
    headerBytes += count
    return headerBytes <= limits.headerBytes
      || refuse(.headersTooLarge(limitBytes: limits.headerBytes))
  }

  private func refuse(_ error: HTTP1Error) -> Bool {
    refusal = error
    return false
  }

  private static func trimmed(_ value: [UInt8]) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
    return String(decoding: value[..<end].drop(while: isBlank), as: UTF8.self)
  }

  private static func append(_ piece: Span<UInt8>, to bytes: inout [UInt8]) {
    // In one piece, since bodies are large.
    unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }
}

extension RequestBuilder {
  /// What the parser calls back. It stops where one answers other than 0.
  static var settings: http_parser_settings {
    var settings = http_parser_settings()
    unsafe http_parser_settings_init(&settings)
    unsafe settings.on_message_begin = { parser in
      unsafe RequestBuilder.of(parser)?.begin()
      return 0
    }
    unsafe settings.on_url = { unsafe RequestBuilder.take($0, $1, $2) { $0.addTarget($1) } }
    unsafe settings.on_header_field = { unsafe RequestBuilder.take($0, $1, $2) { $0.addName($1) } }
    unsafe settings.on_header_value = { unsafe RequestBuilder.take($0, $1, $2) { $0.addValue($1) } }
    unsafe settings.on_body = { unsafe RequestBuilder.take($0, $1, $2) { $0.addBody($1) } }
    unsafe settings.on_headers_complete = { unsafe RequestBuilder.headIsWhole($0) }
    unsafe settings.on_message_complete = { parser in
      unsafe RequestBuilder.of(parser)?.end()
      unsafe http_parser_pause(parser, 1)
      return 0
    }
    return settings
  }

  private static func headIsWhole(_ parser: UnsafeMutablePointer<http_parser>?) -> Int32 {
    guard let raw = unsafe parser, let builder = unsafe of(raw) else { return -1 }
    let method = unsafe String(cString: http_method_str(http_method(raw.pointee.method)))
    // All bits of the length are set where none was given.
    let length = unsafe raw.pointee.content_length
    let isTaken = unsafe builder.endHead(
      method: method,
      version: (Int(raw.pointee.http_major), Int(raw.pointee.http_minor)),
      keepsAlive: http_should_keep_alive(raw) != 0, bodyBytes: length == .max ? nil : length)
    guard isTaken else { return -1 }
    // We stay with HTTP/1.1, which a server may whatever the client offers.
    unsafe raw.pointee.upgrade = 0
    unsafe http_parser_pause(raw, 1)
    return 0
  }

  private static func of(_ parser: UnsafeMutablePointer<http_parser>?) -> RequestBuilder? {
    guard let data = unsafe parser?.pointee.data else { return nil }
    return unsafe Unmanaged<RequestBuilder>.fromOpaque(data).takeUnretainedValue()
  }

  private static func take(
    _ parser: UnsafeMutablePointer<http_parser>?, _ start: UnsafePointer<CChar>?, _ count: Int,
    _ body: (RequestBuilder, Span<UInt8>) -> Bool
  ) -> Int32 {
    guard let builder = unsafe of(parser) else { return -1 }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    let piece = unsafe bytes.bindMemory(to: UInt8.self)
    return body(builder, unsafe piece.span) ? 0 : -1
  }
}
