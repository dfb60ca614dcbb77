// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel
internal import QuoteText

extension QuoteFilter {
  /// Whether it is met by every quote that is not mature.
  var isEmpty: Bool {
    tagsAll.isEmpty && tagsAny.isEmpty && creators.isEmpty && languages.isEmpty && minLength == 0
      && maxLength == 0 && !includeMature
  }

  /// The same filter in the one form that all its spellings share: names as quotes have them,
  /// sorted, each once.
  func canonical() throws(ListProblem) -> QuoteFilter {
    guard minLength >= 0 else { throw .negativeLength(field: "min_length", minLength) }
    guard maxLength >= 0 else { throw .negativeLength(field: "max_length", maxLength) }
    guard maxLength == 0 || minLength <= maxLength else {
      throw .crossedLengths(least: minLength, most: maxLength)
    }
    guard !isEmpty else { return self }
    let lists = [
      ("tags_all", tagsAll), ("tags_any", tagsAny), ("creators", creators),
      ("languages", languages),
    ]
    for (field, names) in lists where names.count > PageLimits.mostFilterNames {
      throw .tooManyNames(field: field, names.count)
    }
    var filter = self
    filter.tagsAll = Self.sorted(tagsAll.map { NFC.normalize($0.lowercased()) })
    filter.tagsAny = Self.sorted(tagsAny.map { NFC.normalize($0.lowercased()) })
    filter.creators = Self.sorted(creators.map(NFC.normalize))
    filter.languages = Self.sorted(languages.map { $0.lowercased() })
    return filter
  }

  /// A hash of the canonical form that is the same on every server and in every version.
  var fingerprint: UInt64 {
    guard !isEmpty else { return 0 }
    var hash = StableHash()
    for names in [tagsAll, tagsAny, creators, languages] {
      hash.combine(number: UInt64(names.count))
      for name in names {
        hash.combine(number: UInt64(name.utf8.count))
        hash.combine(name.utf8)
      }
    }
    hash.combine(number: UInt64(minLength))
    hash.combine(number: UInt64(maxLength))
    hash.combine(number: includeMature ? 1 : 0)
    return hash.value
  }

  /// In the order of their bytes: that of `String` may change with the version of Unicode.
  private static func sorted(_ names: [String]) -> [String] {
    Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
