// SPDX-License-Identifier: Apache-2.0

/// What an encoded Call of quotes.wire.v1 holds, with places instead of copies: a server reads one
/// call after another into the same value without allocating.
package struct DelimitedCallFields {
  /// Names the call; higher than all before it.
  package private(set) var id: UInt32 = 0
  /// Where the method's path lies. Whether it is UTF-8 is looked at by `checkMethod`: a path that is
  /// served is, and most calls name one.
  package private(set) var method = 0..<0
  /// Where the encoded request lies.
  package private(set) var message = 0..<0
  /// How long the caller waits, in milliseconds; 0 is for ever.
  package private(set) var timeoutMilliseconds: UInt32 = 0
  /// What travels beside the request.
  package private(set) var metadata = Metadata()
  /// The largest response that the caller takes, in bytes; 0 is the server's limit.
  package private(set) var maxReplyBytes: UInt32 = 0
  /// Whether the call of this id is to end.
  package private(set) var isCancel = false
  /// What the metadata counts, in bytes: 32 more for each item, as gRPC counts it.
  package private(set) var metadataBytes = 0
  private let metadataLimitBytes: Int

  /// Creates an empty value.
  ///
  /// - Parameter metadataLimitBytes: The metadata that is kept; of more, nothing but its count is.
  package init(metadataLimitBytes: Int = .max) { self.metadataLimitBytes = metadataLimitBytes }

  /// Whether the metadata is more than may be.
  package var hasTooMuchMetadata: Bool { metadataBytes > metadataLimitBytes }

  /// Gives the metadata away, and takes other memory for the next call's.
  package mutating func exchangeMetadata(with other: inout Metadata) { swap(&metadata, &other) }

  /// Replaces everything by what the bytes hold.
  package mutating func read(_ bytes: Span<UInt8>) throws(WireError) {
    id = 0
    method = 0..<0
    message = 0..<0
    timeoutMilliseconds = 0
    if !metadata.isEmpty { metadata.removeAll() }
    maxReplyBytes = 0
    isCancel = false
    metadataBytes = 0
    do throws(ProtobufFault) {
      var reader = ProtobufReader()
      while let tag = try reader.tag(bytes) { try read(tag, &reader, bytes) }
    } catch {
      throw WireError(error, in: "quotes.wire.v1.Call")
    }
  }

  /// Refuses a method's path that isn't UTF-8, as a string of protobuf must be.
  package func checkMethod(in bytes: Span<UInt8>) throws(WireError) {
    guard bytes.extracting(method).isUTF8 else { throw .invalidText(field: "method") }
  }

  @inline(__always)
  private mutating func read(
    _ tag: ProtobufReader.Tag, _ reader: inout ProtobufReader, _ bytes: Span<UInt8>
  ) throws(ProtobufFault) {
    switch tag.number {
    case 1: id = try reader.number(tag, bytes)
    case 2: method = try reader.range(tag, bytes)
    case 3: message = try reader.range(tag, bytes)
    case 4: timeoutMilliseconds = try reader.number(tag, bytes)
    case 5:
      let range = try reader.range(tag, bytes)
      metadataBytes += range.count + 32
      guard !hasTooMuchMetadata else { return }
      let header = bytes.extracting(range)
      let places = try DelimitedHeader.places(header)
      metadata.append(
        name: header.extracting(places.name), value: header.extracting(places.value))
    case 6: maxReplyBytes = try reader.number(tag, bytes)
    case 7: isCancel = try reader.truth(tag, bytes)
    default: try reader.skip(tag, bytes)
    }
  }
}
