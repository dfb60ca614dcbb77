// SPDX-License-Identifier: Apache-2.0

extension Array where Element: Comparable {
  /// The first place in a sorted array whose element is not below the one given; the end if all are.
  func lowerBound(of element: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
