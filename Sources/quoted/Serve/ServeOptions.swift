// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine

/// What can be said to `quoted serve`.
enum ServeOptions {
  static let listen = Option(
    "listen", short: "l", value: Value("ADDRESS"),
    help: "HOST:PORT, [IPV6]:PORT or unix:PATH; port 0 takes a free one.",
    defaultValue: "127.0.0.1:4242", environment: "QUOTED_LISTEN", isRepeatable: true)
  static let adminListen = Option(
    "admin-listen", value: Value("ADDRESS"),
    help:
      "Where editors call too, each with a token: a loopback address or unix:PATH, or any address "
      + "with --tls-cert, where they must use TLS. Without it they can't call; commands of quoted use "
      + "admin.sock in the data directory in any case.",
    environment: "QUOTED_ADMIN_LISTEN", isRepeatable: true)
  static let requireToken = Option(
    flag: "require-token", help: "Lets nobody read without a token; role reader suffices.",
    environment: "QUOTED_REQUIRE_TOKEN")
  static let rateLimit = Option(
    "rate-limit", value: Value("RATE", .rate),
    help:
      "How often one address may call, and one token from wherever it is used: 100/s, 3000/m or "
      + "50000/h. Without it: as often as they like, but for wrong tokens.",
    environment: "QUOTED_RATE_LIMIT")
  static let trustProxy = Option(
    "trust-proxy", value: Value("CIDR"),
    help:
      "A proxy that is believed when x-forwarded-for says for whom it calls: an address, a block "
      + "such as 10.0.0.0/8, or unix for who comes by a Unix socket.",
    environment: "QUOTED_TRUST_PROXY", isRepeatable: true)
  static let publicURL = Option(
    "public-url", value: Value("URL"),
    help:
      "What links to quotes begin with; /q/ID follows, which quoted serves. Without it: http:// and "
      + "the first address.",
    environment: "QUOTED_PUBLIC_URL")
  static let loops = Option(
    "loops", value: Value("COUNT", .integer(1...256)),
    help: "Event loops, each on a thread of its own. Without it: one for each processor.",
    environment: "QUOTED_LOOPS")
  static let compress = Option(
    flag: "compress",
    help:
      "Compresses replies of 1 KiB and more by gzip for every gRPC client that takes it; without "
      + "it only for those that compress their own requests.",
    environment: "QUOTED_COMPRESS")
  static let grace = Option(
    "drain-grace", value: Value("TIME", .duration(.zero ... .seconds(3600))),
    help: "How long calls may take to finish after SIGTERM or SIGINT.", defaultValue: "10s")

  /// All of them, in the order of the help.
  static let all =
    [
      listen, QuotedProgram.foundedData, TLSFiles.certificate, TLSFiles.privateKey,
      TLSFiles.clientAuthorities, TLSFiles.allowPlaintext, adminListen, requireToken, rateLimit,
      trustProxy, publicURL, PageServing.none, WebServing.corsOrigin, loops, grace, compress,
    ] + LimitOptions.all + [
      MetricsService.option, Log.formatOption, Log.levelOption, ServerClock.option,
    ]
}
