// SPDX-License-Identifier: Apache-2.0

/// The numbers of the last streams that this side ended before the peer did. Frames of theirs may
/// still be under way and are no fault of the peer's.
struct RecentStreams {
  private var ids = [Int32](repeating: 0, count: 0)
  private var next = 0
  private static let limit = 64

  mutating func insert(_ id: Int32) {
    if ids.count < Self.limit {
      ids.append(id)
    } else {
      ids[next] = id
      next = (next + 1) % Self.limit
    }
  }

  func contains(_ id: Int32) -> Bool { ids.contains(id) }
}
