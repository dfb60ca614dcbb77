// SPDX-License-Identifier: Apache-2.0

/// The names of fields, as the proto and as JSON write them.
enum FieldNames {
  /// `valid_until` as `validUntil`: each letter behind an underscore is a capital, which goes.
  static func lowerCamelCase(_ name: String) -> String {
    var output = ""
    var isAfterUnderscore = false
    for character in name {
      if character == "_" {
        isAfterUnderscore = true
      } else {
        output += isAfterUnderscore ? character.uppercased() : String(character)
        isAfterUnderscore = false
      }
    }
    return output
  }

  /// `validUntil` as `valid_until`; nil where it has an underscore, which JSON's names have not.
  static func snakeCase(_ name: Substring) -> String? {
    var output = ""
    for character in name {
      if character == "_" { return nil }
      output += character.isUppercase ? "_" + character.lowercased() : String(character)
    }
    return output
  }

  /// Of some names the one that is most like another; nil where none is.
  static func nearest(to name: String, of names: some Sequence<String>) -> String? {
    let wanted = Array(name.utf8.prefix(longest))
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = distance(wanted, Array(candidate.utf8))
      if distance <= max(1, wanted.count / 3), distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.name
  }

  /// Names of fields are shorter; a caller's may be as long as it likes.
  private static let longest = 64

  /// How many letters must be put in, taken out or replaced.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (other, candidate) in right.enumerated() {
        let replaced = diagonal + (byte == candidate ? 0 : 1)
        diagonal = row[other + 1]
        row[other + 1] = min(replaced, row[other] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
