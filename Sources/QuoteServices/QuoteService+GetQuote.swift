// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// One quote by its id; the mature ones too. At once, but for a revision that has not come.
  func getQuote(
    _ request: borrowing GetQuoteRequest, _ output: inout [UInt8]
  ) throws(Status) -> LaterAnswer? {
    let snapshot = reader.snapshot
    guard snapshot.revision >= request.minRevision else {
      let request = copy request
      return later(atLeast: request.minRevision) { snapshot, output throws(Status) in
        try Self.getQuote(request, in: snapshot, &output)
      }
    }
    try Self.getQuote(request, in: snapshot, &output)
    return nil
  }

  private static func getQuote(
    _ request: borrowing GetQuoteRequest, in snapshot: CatalogueSnapshot, _ output: inout [UInt8]
  ) throws(Status) {
    let row = try row(of: request.id, in: snapshot, field: "id")
    snapshot.append(row, to: &output)
    var rest = GetQuoteResponse()
    rest.revision = snapshot.revision
    rest.append(to: &output)
  }

  /// Where the quote of an id lies.
  ///
  /// - Parameter field: The field that the id came in.
  static func row(
    of id: String, in snapshot: CatalogueSnapshot, field: String
  ) throws(Status) -> QuoteRow {
    guard !id.isEmpty else {
      throw .refusal(
        .invalidArgument, "\(field) is empty: name the quote by its id, 16 characters of base32.",
        reason: "ID_MISSING", field: field)
    }
    guard let row = snapshot.row(id: id) else {
      throw .refusal(.notFound, "No quote has the id \(Excerpt(id)).", reason: "QUOTE_NOT_FOUND")
    }
    return row
  }
}
