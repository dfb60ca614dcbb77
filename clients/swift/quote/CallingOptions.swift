// SPDX-License-Identifier: Apache-2.0

internal import QuoteClient
internal import QuoteCommandLine

/// The options that say what calls do where the server can't be reached at once, and how they travel.
enum CallingOptions {
  static let retries = Option(
    "retries", value: Value("N", .integer(0...4)),
    help: "How often, 0 to 4 times, a call is made again that the server couldn't take, or whose "
      + "connection was lost; only what reads, and what is done once only. A server that was never "
      + "there is not tried again.",
    defaultValue: "4", environment: "QUOTE_RETRIES")
  static let waitForReady = Option(
    flag: "wait-for-ready",
    help: "Waits for a server that isn't there yet, as long as --timeout says, instead of failing.",
    environment: "QUOTE_WAIT_FOR_READY")
  static let compress = Option(
    flag: "compress",
    help: "Compresses larger messages by gzip, both ways, where the protocol is grpc.",
    environment: "QUOTE_COMPRESS")

  /// So that a watch finds out that its server stands still: as often as gRPC's servers permit.
  private static let keepalive = Duration.seconds(330)

  static let all = [retries, waitForReady, compress]

  /// What an invocation says of it.
  static func read(_ invocation: Invocation) -> ConnectionOptions {
    var options = ConnectionOptions()
    options.retries = invocation.integer(retries) ?? options.retries
    options.waitsForReady = invocation.has(waitForReady)
    options.compressesMessages = invocation.has(compress)
    options.keepalive = keepalive
    return options
  }
}
