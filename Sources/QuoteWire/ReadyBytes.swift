// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
package import RPCCore

/// A quote's ready bytes: `0A`, its length as a varint, and the encoded quote.
///
/// Every response that carries quotes has them in field 1, so the ready bytes of one quote are the
/// same in all of them: a response is written as the ready bytes of its quotes, one after another,
/// and its tail. The tail is the same response without quotes, encoded: protobuf orders fields by
/// their numbers, and field 1 comes first.
///
///     for run in page { bytes.append(contentsOf: run) }
///     ListQuotesResponse(nextPageToken: token, …).append(to: &bytes)
///
/// They are also the encoding of a GetQuoteResponse that has nothing but the quote, and that is how
/// they are made and read.
extension Quote {
  /// Appends the quote's ready bytes.
  package func appendReady(to bytes: inout [UInt8]) {
    var response = GetQuoteResponse()
    response.quote = self
    response.append(to: &bytes)
  }

  /// Decodes the ready bytes of one quote.
  package init(ready: Span<UInt8>) throws(WireError) {
    guard let quote = try GetQuoteResponse(wire: ready).quote else {
      throw .malformed(message: "quotes.v1.Quote")
    }
    self = quote
  }
}
