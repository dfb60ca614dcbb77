// SPDX-License-Identifier: Apache-2.0

internal import CHTTPParser

/// Reads the requests of one connection, one after the other, by Debian's http-parser: bytes in,
/// events out, no socket.
@safe
package final class HTTP1Reader {
  private let parser: UnsafeMutablePointer<http_parser>
  private var settings: http_parser_settings
  private let request: RequestBuilder
  private var failure: HTTP1Error?

  /// Creates a reader of a new connection.
  package init(limits: HTTP1Limits) {
    request = RequestBuilder(limits: limits)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: http_parser())
    unsafe http_parser_init(parser, HTTP_REQUEST)
    // More than our own limits let through, which are told apart.
    http_parser_set_max_header_size(1 << 20)
    settings = RequestBuilder.settings
    unsafe parser.pointee.data = Unmanaged.passUnretained(request).toOpaque()
  }

  deinit { unsafe parser.deallocate() }

  /// Whether a request has begun and is not whole.
  package var isWithinRequest: Bool { request.isUnderWay }

  /// What is held of a request that is not whole, in bytes.
  package var heldBytes: Int { request.heldBytes }

  /// Reads from `offset` on, which moves behind what was read, to the next event; nil where there
  /// is none yet. What follows a whole request is left for the next call, so that requests that
  /// were sent at once are answered in their order.
  ///
  /// After an error the reader throws the same one for ever.
  package func next(_ bytes: Span<UInt8>, from offset: inout Int) throws(HTTP1Error) -> HTTP1Event?
  {
    if let failure { throw failure }
    guard offset < bytes.count else { return nil }
    let read = unsafe bytes.extracting(offset...).withUnsafeBytes { bytes in
      let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
      return unsafe http_parser_execute(parser, &settings, start, bytes.count)
    }
    offset += read
    let code = unsafe http_errno(parser.pointee.http_errno)
    if code == HPE_OK, unsafe parser.pointee.upgrade == 0 { return nil }
    if code == HPE_PAUSED {
      unsafe http_parser_pause(parser, 0)
      return request.takeEvent()
    }
    let error = request.refusal ?? self.error(code)
    failure = error
    offset = bytes.count
    throw error
  }

  /// Takes note that no bytes follow. Throws where that is within a request.
  package func end() throws(HTTP1Error) {
    if let failure { throw failure }
    guard !request.isUnderWay else {
      failure = .truncated
      throw .truncated
    }
  }

  private func error(_ code: http_errno) -> HTTP1Error {
    switch code {
    case HPE_INVALID_METHOD: .unknownMethod
    case HPE_INVALID_TRANSFER_ENCODING: .unsupportedTransferCoding
    case HPE_INVALID_VERSION: .malformed("its version can't be read")
    case HPE_HEADER_OVERFLOW: .headersTooLarge(limitBytes: request.limits.headerBytes)
    case HPE_CLOSED_CONNECTION: .malformed("more follows a request that was said to be the last")
    case HPE_OK: .malformed("a change of protocol is not offered here")
    default: .malformed(unsafe String(cString: http_errno_description(code)))
    }
  }
}
