// SPDX-License-Identifier: Apache-2.0

internal import QuoteCatalogue
internal import QuoteModel
internal import QuoteWire
internal import RPCCore

extension QuoteService {
  /// Distinct quotes by chance: the rows' ready bytes, then the revision.
  ///
  /// Without a seed the system's generator gives one for this call alone: loops share nothing that
  /// could make two callers draw alike.
  func randomQuotes(
    _ request: borrowing RandomQuotesRequest, _ output: inout [UInt8]
  ) throws(Status) {
    let snapshot = reader.snapshot
    var system = SystemRandomNumberGenerator()
    let seed = request.seed == 0 ? system.next() : request.seed
    do throws(ListProblem) {
      try snapshot.appendDraw(copy request, seed: seed, to: &output)
    } catch {
      throw Self.refusal(error)
    }
    var rest = RandomQuotesResponse()
    rest.revision = snapshot.revision
    rest.append(to: &output)
  }
}
