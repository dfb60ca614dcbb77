// SPDX-License-Identifier: Apache-2.0

package import QuoteModel

/// What became of the records of import files.
package struct ImportCounts: Hashable, Sendable {
  /// They are new and were added, near-duplicates among them.
  package private(set) var added = 0
  /// Those of the added that resemble a quote that was there.
  package private(set) var nearDuplicates = 0
  /// They were there already.
  package private(set) var present = 0
  /// They were deleted here before and stay so.
  package private(set) var deletedBefore = 0
  /// They were deleted in the catalogue that was exported, and are left out.
  package var deletedThere = 0
  /// They were not taken, by what is wrong with them.
  package private(set) var rejections: [String: Int] = [:]

  /// Nothing yet.
  package init() {}

  /// Those that were not taken.
  package var rejected: Int { rejections.values.reduce(0, +) }
  /// All records.
  package var total: Int { added + present + deletedBefore + deletedThere + rejected }

  /// Counts what became of a record; returns how much it is worth telling, or nil.
  package mutating func count(_ imported: ImportedQuote) -> ImportProblem.Severity? {
    switch imported.outcome {
    case .added: added += 1
    case .nearDuplicate:
      added += 1
      nearDuplicates += 1
      return .warning
    case .present: present += 1
    case .deletedBefore: deletedBefore += 1
    default:
      reject(imported.problem)
      return .rejection
    }
    return nil
  }

  /// Counts a record that was not taken.
  package mutating func reject(_ reason: String) {
    rejections[Self.kind(of: reason), default: 0] += 1
  }

  /// Adds the counts of another file.
  package mutating func add(_ other: Self) {
    added += other.added
    nearDuplicates += other.nearDuplicates
    present += other.present
    deletedBefore += other.deletedBefore
    deletedThere += other.deletedThere
    rejections.merge(other.rejections, uniquingKeysWith: +)
  }

  /// The counts in words, such as `3 added (1 near-duplicate), 2 present, 0 rejected: 5 quotes`.
  package func summary(isDryRun: Bool) -> String {
    var near = ""
    if nearDuplicates > 0 {
      near = " (\(nearDuplicates) \(nearDuplicates == 1 ? "near-duplicate" : "near-duplicates"))"
    }
    var parts = ["\(added) \(isDryRun ? "would be added" : "added")\(near)", "\(present) present"]
    if deletedBefore > 0 { parts.append("\(deletedBefore) deleted before") }
    if deletedThere > 0 { parts.append("\(deletedThere) deleted there") }
    parts.append("\(rejected) rejected")
    return parts.joined(separator: ", ") + ": \(total) \(total == 1 ? "quote" : "quotes")"
  }

  /// The rejections, most frequent kind first, a line each: `  12 × text is empty`.
  package var rejectionLines: [String] {
    rejections.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "  \($0.value) × \($0.key)" }
  }

  /// A reason without what is of one record alone: its numbers, what it quotes, and the advice.
  private static func kind(of reason: String) -> String {
    let fault = reason.replacing(/"[^"]*"/, with: "…").prefix { $0 != ":" }
    return fault.split(separator: " ").map { word in
      let digits = word.prefix { $0.isNumber }
      return digits.isEmpty ? word : "…" + word[digits.endIndex...]
    }.joined(separator: " ")
  }
}
