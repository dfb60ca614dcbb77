// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// How a message is to be made to fit its channel.
struct Fitting {
  /// What happens to a text that is too long.
  enum Overflow {
    case truncate
    case split
    case fail
  }

  let overflow: Overflow
  /// In the channel's own unit; 0 = the channel's own limit.
  let limit: Int
}

extension Fitting.Overflow {
  init(_ overflow: Overflow) throws(ComposerError) {
    switch overflow {
    case .unspecified, .truncate: self = .truncate
    case .split: self = .split
    case .fail: self = .fail
    default: throw .unknownOverflow(overflow)
    }
  }
}

extension MessageLength {
  init(used: Int, limit: Int, unit: String) {
    self.init()
    self.used = Int32(clamping: used)
    self.limit = Int32(clamping: limit)
    self.unit = unit
  }
}
