// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel

/// What a server does by itself as time passes: it fixes the dates that come due, and reads the
/// system's time zones anew.
struct Upkeep: Sendable {
  let catalogue: Catalogue
  let zones: ZoneSource
  let clock: ServerClock
  let certificate: TLSRenewal?
  let log: Log

  /// How often it looks whether a date has come due: it costs next to nothing.
  private static let interval = Duration.seconds(60)

  /// Keeps things up until the task is cancelled.
  func run() async {
    var told: CalendarCondition?
    var zonesReadOn = today
    while !Task.isCancelled {
      let condition = await catalogue.tendCalendars()
      if condition != told { tell(condition) }
      told = condition
      if today != zonesReadOn {
        zonesReadOn = today
        readZones()
      }
      try? await Task.sleep(for: Self.interval)
    }
  }

  /// Reads anew what is read from files.
  func readAnew() {
    readZones()
    certificate?.look()
  }

  /// Reads the system's time zones anew; where that fails, those that are known stay.
  func readZones() {
    do throws(NoTimeZones) {
      let newer = try ZoneDirectory(folders: ZoneDirectory.systemFolders)
      for problem in newer.problems { log(.warning, "zone", ["problem": problem]) }
      zones.replace(by: newer)
      log(.info, "zones", ["version": newer.version ?? "unknown", "folder": newer.folder])
    } catch {
      log(.error, "zones", ["problem": error.description])
    }
  }

  private var today: CivilDate? { CivilDate(utc: clock.now()) }

  private func tell(_ condition: CalendarCondition) {
    switch condition {
    case .current(let date): log(.info, "calendar", ["fixed_through": "\(date)"])
    case .clockBehind, .clockAhead:
      log(
        .warning, "calendar", ["problem": "\(condition)", "clock": "\(clock.now().contractText)"])
    case .failed: log(.error, "calendar", ["problem": "\(condition)"])
    }
  }
}
