// SPDX-License-Identifier: Apache-2.0

/// Where the segments of two versions of a catalogue differ: what lies between those with which
/// both begin and those with which both end.
///
/// Most writes change a segment or two of a thousand; nothing is looked at of the others. Segments
/// that both have may lie in between too, where a write changed several.
struct SegmentChanges {
  /// Those of the older version, by their places.
  let old: Range<Int>
  /// Those of the newer one that are there instead.
  let new: Range<Int>

  /// Compares two versions by the serial numbers of their segments.
  init(from old: [UInt64], to new: [UInt64]) {
    let most = min(old.count, new.count)
    var head = 0
    while head < most, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < most - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    self.old = head..<old.count - tail
    self.new = head..<new.count - tail
  }
}
