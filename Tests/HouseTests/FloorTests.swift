// SPDX-License-Identifier: Apache-2.0

internal import Testing

@Suite("The house")
struct FloorTests {
  private let house: House

  init() throws { house = try House.read() }

  /// What comes with the toolchain, and on which floors it may be used.
  private static let toolchain: [String: ClosedRange<Int>] = [
    "Synchronization": 1...5, "Glibc": 2...2, "Darwin": 2...2,
  ]
  /// What a module may use for all that it is for: apps have Foundation, and the programs must not.
  private static let toolchainOfApps: [String: Set<String>] = [
    "QuoteConnect": ["Foundation", "FoundationNetworking"]
  ]
  /// What comes with the toolchain for tests. C is not for them either: see `Exceptions`.
  private static let toolchainOfTests: Set<String> = [
    "Testing", "Foundation", "Dispatch", "Synchronization",
  ]
  private static let libraryOfC: Set<String> = ["Glibc", "Darwin"]

  @Test("is read from the manifest in full")
  func isRead() {
    #expect(house.rooms.count >= 24)
    #expect(house.testRooms.count >= 20)
    #expect(house.files.count { $0.room.floor != nil } >= 200)
    #expect(house.files.count { $0.room.floor == nil } >= 80)
    #expect(house.lineCounts.count >= 200)
    for floor in 0...5 { #expect(house.rooms.values.contains { $0.floor == floor }) }
  }

  @Test("has each module depend only on floors below its own")
  func dependencies() {
    for room in house.rooms.values {
      for name in room.dependencies {
        guard let floor = room.floor, let below = house.rooms[name]?.floor else {
          Issue.record("\(room.name) depends on \(name), which is on no floor.")
          continue
        }
        #expect(below < floor, "\(room.name) must not depend on \(name).")
        #expect(below > 0 || floor == 2, "\(room.name) is not on floor 2: no C, so not \(name).")
      }
    }
  }

  @Test("keeps the RPC family free of any Quote module")
  func families() {
    for room in house.rooms.values where room.name.hasPrefix("RPC") {
      for name in room.dependencies {
        #expect(
          !name.hasPrefix("Quote") && !name.hasPrefix("CQuote"),
          "\(room.name) serves any service and may not know \(name).")
      }
    }
  }

  @Test("imports only what a target declares, each with its access level")
  func imports() {
    for file in house.files {
      for line in file.imports {
        let name = line.module
        #expect(line.access != nil, "\(file.path) imports \(name) without an access level.")
        if let floor = file.room.floor, let floors = Self.toolchain[name] {
          #expect(floors.contains(floor), "\(file.path) may not import \(name).")
        } else if Self.toolchainOfApps[file.room.name]?.contains(name) == true {
          continue
        } else if file.room.floor != nil || !Self.toolchainOfTests.contains(name) {
          #expect(
            file.room.dependencies.contains(name) || Self.libraryOfC.contains(name),
            "\(file.path) imports \(name), which \(file.room.name) does not declare.")
        }
      }
    }
  }

  @Test("keeps C on floor 2, also from its tests")
  func noC() {
    for file in house.files where file.room.floor != 2 {
      for name in file.imports.map(\.module)
      where house.rooms[name]?.floor == 0 || Self.libraryOfC.contains(name) {
        guard !Exceptions.allow(file.path, "import \(name)") else { continue }
        Issue.record("\(file.path) imports C, \(name), above floor 2.")
      }
    }
  }

  @Test("uses what it declares")
  func declared() {
    for room in house.rooms.values where room.floor != 0 {
      let imported = Set(
        house.files.filter { $0.room.name == room.name }.flatMap { $0.imports.map(\.module) })
      for name in room.dependencies {
        #expect(imported.contains(name), "\(room.name) declares \(name) and never imports it.")
      }
    }
  }

  @Test("has tests for each module")
  func tested() {
    for room in house.rooms.values where (1...4).contains(room.floor ?? 0) {
      let name = room.name + "Tests"
      #expect(house.testRooms[name] != nil, "\(room.name) has no \(name).")
      let holdsTest = house.files.contains { file in
        file.room.name == name && file.code.contains { $0.holds("@Test") }
      }
      #expect(holdsTest, "\(name) holds no test.")
    }
  }
}
