// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import RPCHTTP2
internal import RPCTransport

/// What can be said to `quoted serve` about what it takes from clients, and for how long.
enum LimitOptions {
  static let requestSize = Option(
    "max-request-size", value: Value("SIZE", .size(1 << 10...64 << 20)),
    help: "The largest request message; a larger one is answered RESOURCE_EXHAUSTED.",
    defaultValue: "4MiB", environment: "QUOTED_MAX_REQUEST_SIZE")
  static let metadataSize = Option(
    "max-metadata-size", value: Value("SIZE", .size(1 << 10...1 << 20)),
    help:
      "The largest list of request headers; a larger one is answered by status 431 over gRPC, and "
      + "ends the connection from eight times the size on; by RESOURCE_EXHAUSTED over the other "
      + "protocol.",
    defaultValue: "8KiB", environment: "QUOTED_MAX_METADATA_SIZE")
  static let streams = Option(
    "max-concurrent-calls", value: Value("COUNT", .integer(1...1_000_000)),
    help: "Calls that one connection may have under way.",
    defaultValue: "256", environment: "QUOTED_MAX_CONCURRENT_CALLS")
  static let connections = Option(
    "max-connections", value: Value("COUNT", .integer(1...1_000_000)),
    help: "Connections in all; one more is closed at once.",
    defaultValue: "16384", environment: "QUOTED_MAX_CONNECTIONS")
  static let connectionsPerAddress = Option(
    "max-connections-per-address", value: Value("COUNT", .integer(1...1_000_000)),
    help: "Connections from one address. Raise it where all come by one proxy.",
    defaultValue: "4096", environment: "QUOTED_MAX_CONNECTIONS_PER_ADDRESS")
  static let memory = Option(
    "memory-budget", value: Value("SIZE", .size(32 << 20...64 << 30)),
    help: "What all clients together may make the server hold: requests that arrive, replies that "
      + "they don't read, calls that are open. The process takes up to twice as much for it, "
      + "beside the catalogue.",
    defaultValue: "256MiB", environment: "QUOTED_MEMORY_BUDGET")
  static let idle = Option(
    "max-connection-idle", value: Value("TIME", .duration(.seconds(1) ... .seconds(86_400))),
    help: "How long a connection may go without a call before its client is told to go.",
    defaultValue: "5m", environment: "QUOTED_MAX_CONNECTION_IDLE")
  static let age = Option(
    "max-connection-age", value: Value("TIME", .duration(.seconds(1) ... .seconds(2_592_000))),
    help:
      "How long a connection may last before its client is told to connect anew, a tenth more or "
      + "less, so that clients spread over the servers there are. Without it: for ever.",
    environment: "QUOTED_MAX_CONNECTION_AGE")
  static let ageGrace = Option(
    "max-connection-age-grace", value: Value("TIME", .duration(.zero ... .seconds(86_400))),
    help: "How long the calls of such a connection may still take.",
    defaultValue: "30s", environment: "QUOTED_MAX_CONNECTION_AGE_GRACE")
  static let pingGap = Option(
    "permit-keepalive-time", value: Value("TIME", .duration(.zero ... .seconds(86_400))),
    help:
      "How often a gRPC client may ask by PING whether the server is there; who asks more often "
      + "is told too_many_pings. 0 permits any number.",
    defaultValue: "5m", environment: "QUOTED_PERMIT_KEEPALIVE_TIME")
  static let pingsWithoutCalls = Option(
    flag: "permit-keepalive-without-calls",
    help: "Permits that while no call is under way too; otherwise two hours must lie between.",
    environment: "QUOTED_PERMIT_KEEPALIVE_WITHOUT_CALLS")

  /// All of them, in the order of the help.
  static let all = [
    requestSize, metadataSize, streams, connections, connectionsPerAddress, memory, idle, age,
    ageGrace, pingGap, pingsWithoutCalls,
  ]
}

extension Limits {
  /// The limits that a command line sets.
  init(_ invocation: Invocation) {
    self.init()
    let milliseconds = { (option: Option) in
      invocation.duration(option).map { Int($0.wholeMilliseconds) }
    }
    messageBytes = invocation.bytes(LimitOptions.requestSize) ?? messageBytes
    headerListBytes = invocation.bytes(LimitOptions.metadataSize) ?? headerListBytes
    concurrentStreams = invocation.integer(LimitOptions.streams) ?? concurrentStreams
    connections = invocation.integer(LimitOptions.connections) ?? connections
    connectionsPerAddress =
      invocation.integer(LimitOptions.connectionsPerAddress) ?? connectionsPerAddress
    heldBytes = invocation.bytes(LimitOptions.memory) ?? heldBytes
    idleMilliseconds = milliseconds(LimitOptions.idle) ?? idleMilliseconds
    ageMilliseconds = milliseconds(LimitOptions.age)
    ageGraceMilliseconds = milliseconds(LimitOptions.ageGrace) ?? ageGraceMilliseconds
    pings.minimumGapMilliseconds =
      milliseconds(LimitOptions.pingGap) ?? pings.minimumGapMilliseconds
    pings.permitsWithoutCalls = invocation.has(LimitOptions.pingsWithoutCalls)
    compressesUnasked = invocation.has(ServeOptions.compress)
  }
}
