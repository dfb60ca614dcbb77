// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteTesting
internal import Testing

@Suite("The directory of time zones")
struct ZoneDirectoryTests {
  private static let system = Result { try ZoneDirectory(folders: ZoneDirectory.systemFolders) }
  private let directory: ZoneDirectory

  init() throws { directory = try Self.system.get() }

  @Test("knows the system's zones and where they are from")
  func system() {
    #expect(directory.names.count > 300)
    #expect(directory.names == directory.names.sorted())
    #expect(directory.problems.isEmpty)
    #expect(directory.version != nil)
    let others = ["right/", "posix/", "localtime", "tzdata", "zone"]
    #expect(!directory.names.contains { name in others.contains { name.hasPrefix($0) } })
  }

  @Test(
    "agrees with Python's zoneinfo on dates and their ends",
    arguments: [
      "Europe/Berlin", "Europe/Dublin", "Europe/Lisbon", "Europe/Moscow", "Africa/Lagos",
      "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Cairo", "Africa/Monrovia", "Asia/Gaza",
      "Asia/Tehran", "Asia/Kathmandu", "Asia/Manila", "Asia/Pyongyang", "Asia/Kolkata",
      "America/New_York", "America/St_Johns", "America/Sao_Paulo", "America/Havana",
      "America/Santiago", "America/Nuuk", "America/Juneau", "America/Caracas", "America/Asuncion",
      "America/Toronto", "Antarctica/Troll", "Antarctica/Casey", "Australia/Lord_Howe",
      "Australia/Eucla", "Pacific/Apia", "Pacific/Chatham", "Pacific/Kwajalein",
      "Pacific/Kiritimati", "Pacific/Norfolk", "Pacific/Guam", "Pacific/Pago_Pago",
      "Europe/London", "Etc/GMT+12", "Etc/GMT-14", "UTC",
    ])
  func python(name: String) async throws {
    let script = Repository.root + "/Tests/QuoteCatalogueTests/TimeZones/expected.py"
    let result = try await Repository.PythonEnvironment().python
      .run([script, "1000", name], environment: ["PYTHONTZPATH": directory.folder])
    #expect(result.status == 0, "\(result.error)")
    let rules = try directory.rules(named: name)
    var checked = 0
    for line in result.output.split(separator: "\n") {
      let numbers = line.split(separator: " ").dropFirst().compactMap { Int64($0) }
      try #require(numbers.count == 4)
      checked += 1
      let date = rules.date(at: Timestamp(seconds: numbers[0]))
      let asked = try #require(CivilDate(daysSinceEpoch: Int(numbers[2])))
      let end = rules.endOfDate(asked)
      guard date?.daysSinceEpoch == Int(numbers[1]), end.seconds == numbers[3] else {
        Issue.record(
          "\(line): here the date is \(String(describing: date)), the end \(end.seconds).")
        return
      }
    }
    #expect(checked == 1_000)
  }

  @Test("agrees with Python's zoneinfo on every zone of the machine")
  func allZones() async throws {
    let script = Repository.root + "/Tests/QuoteCatalogueTests/TimeZones/expected.py"
    let result = try await Repository.PythonEnvironment().python
      .run([script, "30"], environment: ["PYTHONTZPATH": directory.folder])
    #expect(result.status == 0, "\(result.error)")
    var checked: [String: Int] = [:]
    for line in result.output.split(separator: "\n") {
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int64($0) }
      try #require(numbers.count == 4)
      let name = String(words[0])
      let rules = try directory.rules(named: name)
      let asked = try #require(CivilDate(daysSinceEpoch: Int(numbers[2])))
      guard rules.date(at: Timestamp(seconds: numbers[0]))?.daysSinceEpoch == Int(numbers[1]),
        rules.endOfDate(asked).seconds == numbers[3]
      else {
        Issue.record("\(line): here the end is \(rules.endOfDate(asked).seconds).")
        return
      }
      checked[name, default: 0] += 1
    }
    #expect(checked.values.allSatisfy { $0 == 30 })
    // Python leaves out names that no zone is known by.
    #expect(Set(checked.keys).symmetricDifference(directory.names).subtracting(["Factory"]).isEmpty)
  }

  @Test("answers for a time that the clock jumps over, 2024-03-10 02:30 in New York")
  func gap() throws {
    let rules = try directory.rules(named: "America/New_York")
    let date = try CivilDate("2024-03-10")
    let start = Timestamp(seconds: Int64(date.daysSinceEpoch) * 86_400 + 5 * 3_600)
    #expect(rules.endOfDate(try CivilDate("2024-03-09")) == start)
    #expect(rules.endOfDate(date).seconds - start.seconds == 23 * 3_600)
    #expect(rules.offsetSeconds(at: Timestamp(seconds: start.seconds + 7_199)) == -18_000)
    #expect(rules.offsetSeconds(at: Timestamp(seconds: start.seconds + 7_200)) == -14_400)
  }

  @Test("answers for the date that Apia skipped")
  func skippedDate() throws {
    let rules = try directory.rules(named: "Pacific/Apia")
    let skipped = try CivilDate("2011-12-30")
    let skip = Timestamp(seconds: Int64(skipped.daysSinceEpoch) * 86_400 + 10 * 3_600)
    #expect(rules.endOfDate(skipped) == skip)
    #expect(rules.endOfDate(try CivilDate("2011-12-29")) == skip)
  }

  @Test(
    "suggests what may have been meant",
    arguments: [
      ("Europe/Berln", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
      ("Berlin", "Europe/Berlin"),
      ("New York", "America/New_York"), ("America/Sao Paolo", "America/Sao_Paulo"), ("utc", "UTC"),
      ("America/Berlin", "Europe/Berlin"),
    ])
  func suggests(name: String, meant: String) {
    let error = #expect(throws: UnknownZone.self) { try directory.rules(named: name) }
    #expect(error?.suggestions.contains(meant) == true)
    #expect(error?.description.contains("did you mean") == true)
  }

  @Test(
    "knows no zone by a path or by nonsense",
    arguments: [
      "", "/", "/etc/passwd", "../../etc/passwd", "Europe/../Europe/Berlin", "Europe//Berlin",
      "right/Europe/Berlin", "localtime", "Europe", "zone.tab", "Europe/Berlin\0", "孔子",
      String(repeating: "A", count: 1_000_000),
    ])
  func unknown(name: String) {
    let error = #expect(throws: UnknownZone.self) { try directory.rules(named: name) }
    #expect((error?.description.count ?? 0) < 200)
  }

  @Test("says to install tzdata where there is none")
  func missing() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: NoTimeZones.self) {
      try ZoneDirectory(folders: [folder.path, folder.file("missing")])
    }
    #expect(error?.description.contains("install tzdata") == true)
  }

  @Test("passes over a file that is broken, and says so")
  func broken() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("Broken", Array("TZif2".utf8))
    _ = try folder.write("notes", Array("Not a zone.".utf8))
    _ = try folder.write("Good", Self.utc)
    let directory = try ZoneDirectory(folders: [folder.path])
    #expect(directory.names == ["Good"])
    #expect(directory.problems == ["Broken: the time zone file is cut off"])
    #expect(directory.version == nil)
  }

  @Test("reads nothing that has no end, such as a pipe or a device")
  func endless() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("Good", Self.utc)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("Zero"), withDestinationPath: "/dev/zero")
    let directory = try ZoneDirectory(folders: [folder.path])
    #expect(directory.names == ["Good"])
    #expect(directory.problems.isEmpty)
  }

  /// The smallest file there is: one type, and the footer `UTC0`.
  private static let utc: [UInt8] = {
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
    let block = header + counts + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
    return block + block + Array("\nUTC0\n".utf8)
  }()
}
