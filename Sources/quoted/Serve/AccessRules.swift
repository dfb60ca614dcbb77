// SPDX-License-Identifier: Apache-2.0

internal import QuoteCommandLine
internal import QuoteServices
internal import RPCCore
internal import RPCTransport

/// Who may come through the doors of a server, and how often.
struct AccessRules: Sendable {
  /// Whether reading needs a token too.
  let readingNeedsToken: Bool
  private let proxies: TrustedProxies
  private let limits: CallLimits

  /// The rules where nothing was said: reading is open, and nobody is limited but who guesses.
  static let usual = AccessRules(
    readingNeedsToken: false, proxies: .none, limits: Self.limits(by: nil))

  /// The rules that a command line sets.
  init(_ invocation: Invocation) throws(UsageError) {
    readingNeedsToken = invocation.has(ServeOptions.requireToken)
    proxies = try Self.proxies(invocation)
    limits = Self.limits(by: invocation.rate(ServeOptions.rateLimit))
  }

  private init(readingNeedsToken: Bool, proxies: TrustedProxies, limits: CallLimits) {
    self.readingNeedsToken = readingNeedsToken
    self.proxies = proxies
    self.limits = limits
  }

  /// Who decides at a door.
  func authority(at door: Door) -> Authority {
    Authority(admitsUnixSockets: door == .local, proxies: proxies, limits: limits)
  }

  private static func proxies(_ invocation: Invocation) throws(UsageError) -> TrustedProxies {
    var blocks: [AddressBlock] = []
    var trustsUnixSockets = false
    for text in invocation.texts(ServeOptions.trustProxy) {
      if text == "unix" {
        trustsUnixSockets = true
      } else if let block = AddressBlock(text) {
        blocks.append(block)
      } else {
        throw invocation.usageError(
          "--trust-proxy can't be '\(text)': give an address, a block such as 10.0.0.0/8 or "
            + "2001:db8::/32 without bits behind its prefix, or unix")
      }
    }
    return TrustedProxies(blocks, trustsUnixSockets: trustsUnixSockets)
  }

  /// Who sends tokens that aren't known gets so many answers at once, and one more each second.
  private static let failuresAtOnce = 10

  private static func limits(by rate: Rate?) -> CallLimits {
    CallLimits(
      perAddress: rate.map { limit(tokens: $0.count, interval: $0.interval) },
      perToken: rate.map { limit(tokens: $0.count, interval: $0.interval) },
      failuresPerAddress: limit(tokens: failuresAtOnce, interval: .seconds(1)))
  }

  /// The callers that one limit remembers.
  private static let rememberedKeys = 65_536

  private static func limit(tokens: Int, interval: Duration) -> CallLimits.Limit {
    let limiter = RateLimiter(tokens: tokens, interval: interval, keys: rememberedKeys)
    let start = ContinuousClock.now
    return { key in
      let (seconds, attoseconds) = (ContinuousClock.now - start).components
      return limiter.take(
        key, now: UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000))
    }
  }
}

extension Door {
  /// For whoever can reach the address: reading.
  static let reading = Door("reading")
  /// For who has a token: reading and writing.
  static let administration = Door("administration")
  /// `admin.sock`, for the user that runs the server: everything.
  static let local = Door("local")
}
