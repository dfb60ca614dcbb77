// SPDX-License-Identifier: Apache-2.0

public import QuoteModel
public import RPCCore

/// The days of a calendar one by one; they are asked for as they are needed, each iterator anew.
public struct DailyArchive: AsyncSequence, Sendable {
  /// Asks for the days of a range of dates, both included.
  package typealias Fetch =
    @Sendable (_ first: CivilDate, _ last: CivilDate) async throws(Status) -> [DailyQuoteResponse]
  /// Asks for the range of dates that are meant; nil = none.
  package typealias Bounds = @Sendable () async throws(Status) -> ClosedRange<CivilDate>?

  private let bounds: Bounds
  private let fetch: Fetch

  /// The dates of one call: with quotes of the greatest length they fit in a client's usual 4 MiB.
  package static let datesPerCall = 200

  /// Creates a sequence over the dates that are meant.
  package init(bounds: @escaping Bounds, fetch: @escaping Fetch) {
    self.bounds = bounds
    self.fetch = fetch
  }

  /// Creates an iterator over all days.
  public func makeAsyncIterator() -> Iterator { Iterator(bounds: bounds, fetch: fetch) }

  /// Goes from day to day.
  public struct Iterator: AsyncIteratorProtocol {
    private let bounds: Bounds
    private let fetch: Fetch
    private var isBegun = false
    private var rest: ClosedRange<CivilDate>?
    private var days: [DailyQuoteResponse] = []
    private var index = 0

    fileprivate init(bounds: @escaping Bounds, fetch: @escaping Fetch) {
      self.bounds = bounds
      self.fetch = fetch
    }

    /// The next day, or nil after the last.
    ///
    /// After an error the sequence is over.
    public mutating func next() async throws(Status) -> DailyQuoteResponse? {
      if !isBegun {
        isBegun = true
        rest = try await bounds()
      }
      while index == days.count {
        guard let range = rest.take() else { return nil }
        let end = range.lowerBound.adding(days: DailyArchive.datesPerCall - 1) ?? .last
        let last = Swift.min(end, range.upperBound)
        days = try await fetch(range.lowerBound, last)
        index = 0
        if last < range.upperBound, let first = last.adding(days: 1) {
          rest = first...range.upperBound
        }
      }
      defer { index += 1 }
      return days[index]
    }
  }
}
