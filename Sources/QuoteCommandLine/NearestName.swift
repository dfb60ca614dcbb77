// SPDX-License-Identifier: Apache-2.0

/// The name that was most likely meant by a mistyped one, or nil where none is near.
///
/// Near is: the one begins with the other, or few letters were left out, added, changed or swapped
/// (half of the name, at most three).
func nearestName(to typed: String, among names: [String]) -> String? {
  if typed.count > 1, let longer = names.first(where: { $0.hasPrefix(typed) }) { return longer }
  let candidates = names.map { (name: $0, distance: editDistance(typed, $0)) }
  guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
  let most = min(3, max(1, best.name.count / 2))
  return best.distance <= most ? best.name : nil
}

/// How many letters were left out, added, changed or swapped with their neighbour.
private func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left)
  let right = Array(right)
  var rowBefore: [Int] = []
  var row = Array(0...right.count)
  for (lineIndex, letter) in left.enumerated() {
    var next = [lineIndex + 1]
    for (column, other) in right.enumerated() {
      let change = row[column] + (letter == other ? 0 : 1)
      var best = min(change, row[column + 1] + 1, next[column] + 1)
      let isSwap =
        lineIndex > 0 && column > 0 && letter == right[column - 1] && left[lineIndex - 1] == other
      if isSwap { best = min(best, rowBefore[column - 1] + 1) }
      next.append(best)
    }
    rowBefore = row
    row = next
  }
  return row[right.count]
}
