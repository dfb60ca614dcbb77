// SPDX-License-Identifier: Apache-2.0

extension Array where Element: Comparable {
  /// The first place in a sorted array whose element is not below the one given; the end if all are.
  func lowerBound(of element: Element) -> Int { firstPlace { $0 >= element } }
}

extension RandomAccessCollection where Index == Int {
  /// The first place whose element meets a condition that all behind it meet too; the end if none
  /// does.
  func firstPlace(from start: Int? = nil, where isMet: (Element) -> Bool) -> Int {
    var low = start ?? startIndex
    var high = endIndex
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
