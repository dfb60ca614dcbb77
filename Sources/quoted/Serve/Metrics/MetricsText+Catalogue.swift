// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteSystem
internal import RPCTLS
internal import RPCTelemetry
internal import RPCTransport

/// What is served, and by what.
extension MetricsText {
  /// Adds what the catalogue has at a moment of the server's clock.
  mutating func add(catalogue snapshot: CatalogueSnapshot, today: Timestamp) {
    single(
      "quoted_catalogue_revision", .gauge, "The revision of the catalogue that is served.",
      Int(clamping: snapshot.revision))
    single("quoted_catalogue_quotes", .gauge, "Quotes in the catalogue.", snapshot.count)
    begin(
      "quoted_calendar_dates_fixed_ahead", .gauge,
      "How many dates after today's in UTC have their quote fixed: 1 or 2 where all is well; below "
        + "1, dates come that are told as expected only.")
    guard let date = CivilDate(utc: today) else { return }
    for calendar in snapshot.calendars.all {
      guard let last = calendar.ledger.lastDate else { continue }
      add(last.daysSinceEpoch - date.daysSinceEpoch, [("calendar", calendar.rules.id)])
    }
  }

  /// Adds until when the certificate holds that new connections are shown.
  mutating func add(certificateOf tls: ServerTLS?) {
    guard let left = tls?.current.certificateSecondsLeft else { return }
    single(
      "quoted_tls_certificate_expiry_timestamp_seconds", .gauge,
      "When the server's certificate ends, in seconds since 1970.",
      Int(DataDirectory.now().seconds) + left)
  }

  /// Adds what the process has taken of its machine, under the names of Prometheus's own clients.
  mutating func add(processSince start: Timestamp) {
    begin("quoted_build_info", .gauge, "1, with the server's version.")
    add(1, [("version", QuotedProgram.version)])
    let usage = Host.usage()
    single(
      "process_cpu_seconds_total", .counter, "The processors' time, in seconds.",
      usage.processorSeconds)
    single(
      "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.",
      Int(start.seconds))
    if let bytes = usage.residentBytes {
      single("process_resident_memory_bytes", .gauge, "Memory that is occupied.", bytes)
    }
    if let count = usage.openFiles {
      single("process_open_fds", .gauge, "Files and connections that are open.", count)
    }
    if let limit = Host.openFilesLimit() {
      single("process_max_fds", .gauge, "How many may be open.", Int(clamping: limit))
    }
  }
}
