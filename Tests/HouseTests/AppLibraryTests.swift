// SPDX-License-Identifier: Apache-2.0

internal import Testing

/// An app for a phone can't link C libraries of a package manager: what it needs is Swift all the way
/// down. `.ci/app-libraries` builds these libraries and sees the same.
@Suite("A library for apps")
struct AppLibraryTests {
  private let house: House

  init() throws { house = try House.read() }

  /// Each such library, and all the modules that it may consist of.
  private static let modules: [String: Set<String>] = [
    "QuoteBrowser": ["QuoteBrowser", "QuoteModel"],
    "QuoteConnect": ["QuoteConnect", "QuoteBrowser", "QuoteModel"],
  ]

  @Test("consists of no other modules than it is said to", arguments: modules.keys.sorted())
  func closure(of library: String) {
    #expect(house.closure(of: library) == Self.modules[library])
  }

  @Test("has no C, neither as a module nor as the C library", arguments: modules.keys.sorted())
  func noC(in library: String) {
    let closure = house.closure(of: library)
    #expect(!closure.isEmpty)
    for name in closure {
      let floor = house.rooms[name]?.floor
      #expect(floor != nil && floor != 0 && floor != 2, "\(library) has \(name).")
      for file in house.files where file.room.name == name {
        let modules = Set(file.imports.map(\.module))
        #expect(modules.isDisjoint(with: ["Glibc", "Darwin", "Musl"]), "\(file.path)")
      }
    }
  }

  @Test("is told from a library with C")
  func seesC() {
    #expect(house.closure(of: "QuoteClient").contains("CNghttp2"))
  }
}
