// SPDX-License-Identifier: Apache-2.0

/// Finds numbers by hashes, in eight bytes an entry, and shares what doesn't change.
///
/// It keeps 32 bits of each hash beside its number and leaves it to the caller to tell apart the
/// few entries that agree in them. Entries lie sorted in shards of about a thousand; the copy of
/// an index shares all shards with it until they change.
struct FingerprintIndex: Sendable {
  private var shards: [[UInt64]] = [[]]
  private var shardBits = 0
  private(set) var count = 0

  private static let shardCapacity = 1_024
  /// Above it shards grow instead: the 32 bits kept must tell apart what is in one shard.
  private static let mostShardBits = 16

  /// Creates an empty index.
  init() {}

  /// Creates the index of many entries at once.
  init(_ entries: [(hash: UInt64, number: UInt32)]) {
    while entries.count >> shardBits > Self.shardCapacity, shardBits < Self.mostShardBits {
      shardBits += 1
    }
    count = entries.count
    var filled = [[UInt64]](repeating: [], count: 1 << shardBits)
    for entry in entries {
      filled[shard(of: entry.hash)].append(Self.pack(entry.hash, entry.number))
    }
    // What sorting returns has no room to spare, unlike what has grown.
    shards = filled.map { $0.sorted() }
  }

  /// The first number under the hash that meets the condition.
  func first(_ hash: UInt64, where isMeant: (UInt32) -> Bool) -> UInt32? {
    let shard = shards[shard(of: hash)]
    let fingerprint = Self.fingerprint(of: hash)
    var index = shard.lowerBound(of: fingerprint << 32)
    while index < shard.count, shard[index] >> 32 == fingerprint {
      let number = UInt32(truncatingIfNeeded: shard[index])
      if isMeant(number) { return number }
      index += 1
    }
    return nil
  }

  /// Adds a number under a hash.
  mutating func insert(_ hash: UInt64, _ number: UInt32) {
    if count >> shardBits > Self.shardCapacity, shardBits < Self.mostShardBits { split() }
    let entry = Self.pack(hash, number)
    let shard = shard(of: hash)
    shards[shard].insert(entry, at: shards[shard].lowerBound(of: entry))
    count += 1
  }

  /// Removes a number that was added under the hash.
  mutating func remove(_ hash: UInt64, _ number: UInt32) {
    let entry = Self.pack(hash, number)
    let shard = shard(of: hash)
    let index = shards[shard].lowerBound(of: entry)
    guard index < shards[shard].count, shards[shard][index] == entry else { return }
    shards[shard].remove(at: index)
    count -= 1
  }

  /// Doubles the shards. An entry begins with its hash's first bits, so it tells its half itself.
  private mutating func split() {
    let bit = UInt64(1) << UInt64(63 - shardBits)
    shards = shards.flatMap { shard in
      [shard.filter { $0 & bit == 0 }, shard.filter { $0 & bit != 0 }]
    }
    shardBits += 1
  }

  private func shard(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> UInt64(64 - shardBits))
  }

  private static func fingerprint(of hash: UInt64) -> UInt64 { hash >> 32 }

  private static func pack(_ hash: UInt64, _ number: UInt32) -> UInt64 {
    fingerprint(of: hash) << 32 | UInt64(number)
  }
}
