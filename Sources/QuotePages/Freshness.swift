// SPDX-License-Identifier: Apache-2.0

/// How long an answer may be kept, and by whom.
enum Freshness {
  /// Never, as what went wrong.
  case none
  /// As long as the client asks each time whether it still holds.
  case whileUnchanged
  /// For so many seconds.
  case seconds(Int64)
  /// For ever: its address names the content.
  case forever

  /// As `cache-control` says it.
  ///
  /// - Parameter isShared: Whether caches may give it to others: what came to somebody with a token
  ///   is theirs alone.
  func text(isShared: Bool) -> String {
    let scope = isShared ? "public" : "private"
    return switch self {
    case .none: "no-store"
    case .whileUnchanged: isShared ? "no-cache" : "private, no-cache"
    case .seconds(let seconds): "\(scope), max-age=\(max(0, seconds)), must-revalidate"
    case .forever: "\(scope), max-age=31536000, immutable"
    }
  }
}
