// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto

/// Memory for what protobuf-c makes of one message, handed out piece by piece and taken back whole.
///
/// Two bytes of input can cost protobuf-c hundreds of memory, so an arena has a budget: what would
/// take its chunks above it is refused, and the arena remembers that it refused. The first chunk is
/// kept from one message to the next: as long as a message fits into it, nothing is allocated.
@safe package struct Arena: ~Copyable {
  /// The size of the chunk that is kept, in bytes.
  package static let keptBytes = 64 << 10

  /// The part of the budget that every message has: a batch of a thousand quotes of a few letters
  /// takes more than 16 times its size, and is no attack.
  package static let grantedBytes = 4 << 20

  /// The bytes that decoding a message of a size may take: 16 for each of its own, and 4 MiB.
  package static func budget(forMessageOf byteCount: Int) -> Int {
    byteCount > (.max - grantedBytes) / 16 ? .max : 16 * byteCount + grantedBytes
  }

  /// Whether an allocation was refused since the last reset.
  package private(set) var hasRefused = false
  /// The bytes of all chunks that there are now.
  package private(set) var chunkBytes = 0
  /// The most bytes that the chunks ever came to.
  package private(set) var peakChunkBytes = 0
  /// How many chunks were ever allocated.
  package private(set) var chunksEverAllocated = 0

  private var budgetBytes: Int
  private var chunks: [UnsafeMutableRawBufferPointer] = unsafe []
  private var chunk: UnsafeMutableRawBufferPointer
  private var usedOfChunk = 0

  /// Creates an arena with its first chunk.
  package init(budgetBytes: Int) {
    self.budgetBytes = budgetBytes
    unsafe chunk = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    addChunk(of: Self.keptBytes)
  }

  deinit {
    unsafe chunks.forEach { chunk in unsafe chunk.deallocate() }
  }

  /// Takes everything back that was handed out, and sets the budget of what comes next.
  package mutating func reset(budgetBytes: Int) {
    self.budgetBytes = budgetBytes
    hasRefused = false
    usedOfChunk = 0
    while unsafe chunks.count > 1 { unsafe chunks.removeLast().deallocate() }
    unsafe chunk = chunks[0]
    chunkBytes = unsafe chunk.count
  }

  /// Hands out memory for any type, or nil where the budget would be exceeded.
  package mutating func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let rest = unsafe chunk.count - usedOfChunk
    guard byteCount >= 0, byteCount <= rest || makeRoom(for: byteCount) else {
      hasRefused = true
      return nil
    }
    let memory = unsafe chunk.baseAddress.map { start in unsafe start + usedOfChunk }
    // Chunk sizes are multiples of the alignment, so rounding up stays within the chunk.
    usedOfChunk += (byteCount + Self.alignment - 1) & ~(Self.alignment - 1)
    return unsafe memory
  }

  private static let alignment = 16

  /// Goes on in a new chunk, as large as all before it if the budget has so much.
  private mutating func makeRoom(for byteCount: Int) -> Bool {
    let left = (budgetBytes - chunkBytes) & ~(Self.alignment - 1)
    guard byteCount <= left else { return false }
    // No overflow: what is left is a multiple of the alignment, and at least as much.
    let rounded = (byteCount + Self.alignment - 1) & ~(Self.alignment - 1)
    addChunk(of: max(rounded, min(chunkBytes, left)))
    return true
  }

  private mutating func addChunk(of byteCount: Int) {
    unsafe chunk = .allocate(byteCount: byteCount, alignment: Self.alignment)
    unsafe chunks.append(chunk)
    usedOfChunk = 0
    chunkBytes += byteCount
    peakChunkBytes = max(peakChunkBytes, chunkBytes)
    chunksEverAllocated += 1
  }
}

extension Arena {
  /// Memory that must be there: for encoding our own values, whose budget has no end.
  mutating func demand(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe allocate(byteCount) else {
      preconditionFailure("An arena without a budget refused \(byteCount) bytes.")
    }
    return unsafe memory
  }

  /// The arena as protobuf-c takes it. Freeing does nothing: the reset does.
  static func allocator(_ arena: UnsafeMutablePointer<Arena>) -> ProtobufCAllocator {
    unsafe ProtobufCAllocator(
      alloc: { arena, byteCount in
        unsafe arena?.assumingMemoryBound(to: Arena.self).pointee.allocate(byteCount)
      },
      free: { _, _ in },
      allocator_data: arena)
  }
}
