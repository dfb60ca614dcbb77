// SPDX-License-Identifier: Apache-2.0

internal import RPCCompression
internal import RPCCore
internal import Synchronization

/// The content of an answer, ready to be sent.
struct WebContent: Sendable {
  var bytes: [UInt8]
  /// Whether it is compressed by gzip.
  private(set) var isCompressed = false
  /// What it is told by from others, as `etag` has it; nil where nobody asks.
  private(set) var tag: String?
  /// How long it may be kept; nil where nobody does.
  var caching: WebCaching?

  /// Contents that are compressed, in bytes: it must be worth it, and not take too long.
  private static let compressedBytes = 1 << 10...4 << 20

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Makes the tag.
  mutating func makeTag() {
    // FNV-1a of 64 bits: caches compare tags of one resource, whose content nobody chooses freely.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // Weak, since the compressed content has the same.
    tag = "W/\"\(String(hash, radix: 36))\""
  }

  /// Compresses the content where that is worth it.
  mutating func compress(by deflater: GzipDeflater) {
    guard Self.compressedBytes.contains(bytes.count) else { return }
    var compressed: [UInt8] = []
    deflater.deflate(bytes.span, into: &compressed)
    guard compressed.count < bytes.count else { return }
    bytes = compressed
    isCompressed = true
  }
}

/// What a task leaves for the loop, beside what it answers.
final class Handover<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func leave(_ value: Value) { self.value.withLock { $0 = value } }
  func take() -> Value? { value.withLock { $0.take() } }
}

extension [WebField] {
  /// Those that HTTP can carry: a name in lowercase, and a value without line breaks. What can't be
  /// stays away, since it would become something else on its way.
  var sendable: [WebField] {
    filter { field in
      !field.name.isEmpty
        && field.name.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
          default: false
          }
        }
        && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
  }
}
