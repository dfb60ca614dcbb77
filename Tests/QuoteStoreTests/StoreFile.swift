// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import QuoteModel
internal import QuoteStore

/// A folder with a store's file for one test, removed behind it.
final class StoreFile {
  /// The file, which does not exist yet.
  let path: String
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "catalogue.sqlite").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens the store, which does not wait for others.
  func open(_ migrations: [Migration] = Schema.migrations) throws(StoreError) -> Store {
    try Store(path: path, migrations: migrations, busyTimeoutMilliseconds: 0)
  }

  /// 2026-02-14T12:00:00.5Z.
  static let noon = Timestamp(seconds: 1_771_070_400, nanoseconds: 500_000_000)

  /// A quote with an id of 16 characters made of a number.
  static func quote(_ number: Int) -> Quote {
    var quote = Quote()
    quote.id = id(number)
    quote.text = "Text \(number)"
    return quote
  }

  /// What a write puts into a quote's row, under its id as the content key where none is given.
  static func content(_ quote: Quote, key: String? = nil, nearKey: Int64 = 0) -> StoredContent {
    StoredContent(
      quote, contentKey: key ?? quote.id, nearKey: nearKey, length: quote.text.count)
  }

  static func id(_ number: Int) -> String { "id" + String(100_000_000_000_00 + number) }
}

extension Store {
  /// Adds numbered quotes in one write.
  func add(_ numbers: Range<Int>) throws(StoreError) {
    _ = try write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      for number in numbers {
        try transaction.insert(StoreFile.content(StoreFile.quote(number)))
      }
    }
  }

  /// Deletes one quote in one write; whether it was there.
  func delete(_ number: Int) throws(StoreError) -> Bool {
    try write(at: StoreFile.noon) { (transaction) throws(StoreError) in
      try transaction.delete(id: StoreFile.id(number))
    }.result
  }

  /// All living quotes.
  func all() throws(StoreError) -> [StoredQuote] {
    var quotes: [StoredQuote] = []
    try forEachQuote { quotes.append($0) }
    return quotes
  }
}
