// SPDX-License-Identifier: Apache-2.0

/// Numbers for the creators of a calendar without gaps, so that arrays can count their quotes.
///
/// A large calendar keeps the catalogue's own numbers: there the gaps cost less than looking up.
struct CreatorNumbers {
  private var numbers: [UInt32: UInt32]?
  private var originals: [UInt32] = [0]

  private static let largeCount = 4_096

  /// Gives numbers to the creators of some quotes.
  init(_ members: [DailyMember]) {
    guard members.count < Self.largeCount else { return }
    numbers = [0: 0]
    for member in members { _ = number(of: member.creator) }
  }

  /// The number of a creator; one that no quote of the calendar has gets a number too.
  mutating func number(of creator: UInt32) -> UInt32 {
    guard numbers != nil else { return creator }
    if let number = numbers?[creator] { return number }
    let number = UInt32(originals.count)
    numbers?[creator] = number
    originals.append(creator)
    return number
  }

  /// The creator with a number that was given.
  func original(_ number: UInt32) -> UInt32 {
    numbers == nil ? number : originals[Int(number)]
  }

  /// The same quotes with these numbers.
  func renumbered(_ members: [DailyMember]) -> [DailyMember] {
    guard let numbers else { return members }
    return members.map { member in
      DailyMember(position: member.position, creator: numbers[member.creator] ?? 0)
    }
  }
}
