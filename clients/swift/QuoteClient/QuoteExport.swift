// SPDX-License-Identifier: Apache-2.0

public import QuoteModel
public import RPCCore
internal import RPCTransport

/// The parts of an export, in order: each of about a megabyte, with the revision of the whole.
///
/// Each iterator is a call of its own. An empty catalogue has one part without quotes.
public struct QuoteExport: AsyncSequence, Sendable {
  private let replies: ReplySequence<ExportQuotesResponse>

  init(replies: ReplySequence<ExportQuotesResponse>) { self.replies = replies }

  /// Creates an iterator, which begins the call with its first part.
  public func makeAsyncIterator() -> Iterator { Iterator(replies: replies.makeAsyncIterator()) }

  /// Goes from part to part.
  public struct Iterator: AsyncIteratorProtocol {
    private var replies: ReplySequence<ExportQuotesResponse>.Iterator

    fileprivate init(replies: ReplySequence<ExportQuotesResponse>.Iterator) {
      self.replies = replies
    }

    /// The next part, or nil after the last.
    ///
    /// After an error the sequence is over.
    public mutating func next() async throws(Status) -> ExportQuotesResponse? {
      try await replies.next()
    }
  }
}
