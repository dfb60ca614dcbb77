// SPDX-License-Identifier: Apache-2.0

internal import QuoteWire
internal import Testing

@Suite("The arena")
struct ArenaTests {
  @Test("hands out memory that fits any type", arguments: [0, 1, 7, 16, 17, 65_000, 70_001])
  func alignment(byteCount: Int) {
    let addresses = taken([byteCount, 1, 3], budgetBytes: 1 << 20)
    #expect(addresses.count == 3)
    #expect(addresses.allSatisfy { $0 % 16 == 0 })
  }

  @Test("never hands the same memory out twice")
  func disjoint() {
    let byteCounts = [100, 60_000, 5_000, 1, 200_000, 16, 70_000, 300_000, 33]
    let addresses = taken(byteCounts, budgetBytes: 1 << 22)
    #expect(addresses.count == byteCounts.count)
    let ranges = zip(addresses, byteCounts).map { $0..<$0 + UInt($1) }
    for (index, range) in ranges.enumerated() {
      #expect(ranges[(index + 1)...].allSatisfy { !$0.overlaps(range) })
    }
  }

  @Test("refuses what would take it above its budget, and remembers that")
  func refusal() {
    var arena = Arena(budgetBytes: Arena.keptBytes + 1000)
    let whole = arena.take(Arena.keptBytes)
    #expect(whole != nil && !arena.hasRefused)
    let tooMuch = arena.take(1001)
    #expect(tooMuch == nil && arena.hasRefused)
    let rest = arena.take(900)
    #expect(rest != nil && arena.hasRefused)
    #expect(arena.peakChunkBytes <= Arena.keptBytes + 1000)
    arena.reset(budgetBytes: 0)
    #expect(arena.hasRefused == false)
  }

  @Test("refuses sizes that would overflow", arguments: [Int.max, .max - 15, .max - 16, -1, .min])
  func overflow(byteCount: Int) {
    var arena = Arena(budgetBytes: .max - 1024)
    let address = arena.take(byteCount)
    #expect(address == nil && arena.hasRefused)
  }

  @Test("never takes more than its budget, and leaves little of it unused")
  func budget() {
    let budget = 3 << 20
    var arena = Arena(budgetBytes: budget)
    var handedOut = 0
    var byteCount = 1
    while arena.take(byteCount) != nil {
      handedOut += byteCount
      byteCount = byteCount * 31 % 9_973 + 1
    }
    #expect(arena.peakChunkBytes <= budget)
    #expect(handedOut > budget * 9 / 10)
  }

  @Test("uses its first chunk again after a reset, and gives the others back")
  func reuse() {
    var arena = Arena(budgetBytes: 1 << 20)
    let first = arena.take(40_000)
    let large = arena.take(500_000)
    #expect(large != nil)
    #expect(arena.chunksEverAllocated == 2)
    for _ in 0..<1_000 {
      arena.reset(budgetBytes: 1 << 20)
      #expect(arena.chunkBytes == Arena.keptBytes)
      let again = arena.take(Arena.keptBytes)
      #expect(again == first)
    }
    #expect(arena.chunksEverAllocated == 2)
  }

  @Test(
    "has a budget of 16 bytes for each of the message, and 4 MiB",
    arguments: [
      (0, 4_194_304), (100, 4_195_904), (4 << 20, 71_303_168), (.max / 16, .max), (.max, .max),
    ])
  func budgetOfMessage(byteCount: Int, budget: Int) {
    #expect(Arena.budget(forMessageOf: byteCount) == budget)
  }

  private func taken(_ byteCounts: [Int], budgetBytes: Int) -> [UInt] {
    var arena = Arena(budgetBytes: budgetBytes)
    var addresses: [UInt] = []
    for byteCount in byteCounts {
      guard let address = arena.take(byteCount) else { break }
      addresses.append(address)
    }
    return addresses
  }
}

extension Arena {
  /// The address of memory that was handed out, and written to from end to end.
  fileprivate mutating func take(_ byteCount: Int) -> UInt? {
    guard let memory = unsafe allocate(byteCount) else { return nil }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: byteCount)
    return UInt(bitPattern: memory)
  }
}
