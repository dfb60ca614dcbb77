// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// What a posting takes of what its channel has room for.
struct Room: Hashable {
  let used: Int
  /// 0 = as much as one likes.
  let limit: Int
  let unit: String

  /// Whether the posting fits.
  var isEnough: Bool { limit == 0 || used <= limit }

  /// The same for whoever asked for the message.
  var length: MessageLength { MessageLength(used: used, limit: limit, unit: unit) }
}
