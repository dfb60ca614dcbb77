// SPDX-License-Identifier: Apache-2.0

internal import CQuoteProto
package import QuoteModel
internal import RPCCore

extension ImportQuotesRequest: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ImportQuotesRequest

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    quotes = try unsafe Field.messages(raw.pointee.n_quotes, raw.pointee.quotes, "quotes")
    restoreDeleted = unsafe raw.pointee.restore_deleted != 0
    dryRun = unsafe raw.pointee.dry_run != 0
    keepIDs = unsafe raw.pointee.keep_ids != 0
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__import_quotes_request__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_quotes, raw.pointee.quotes) = arena.messages(quotes)
    unsafe raw.pointee.restore_deleted = restoreDeleted ? 1 : 0
    unsafe raw.pointee.dry_run = dryRun ? 1 : 0
    unsafe raw.pointee.keep_ids = keepIDs ? 1 : 0
  }
}

extension ImportQuotesResponse: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ImportQuotesResponse

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    outcomes = try unsafe Field.messages(raw.pointee.n_outcomes, raw.pointee.outcomes, "outcomes")
    revision = unsafe raw.pointee.revision
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__import_quotes_response__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe (raw.pointee.n_outcomes, raw.pointee.outcomes) = arena.messages(outcomes)
    unsafe raw.pointee.revision = revision
  }
}

extension ImportedQuote: WireMessage, @unsafe ProtobufMessage {
  typealias Raw = Quotes__V1__ImportedQuote

  init(reading raw: UnsafePointer<Raw>) throws(WireError) {
    self.init()
    outcome = unsafe ImportOutcome(rawValue: Field.number(raw.pointee.outcome))
    id = try unsafe Field.text(raw.pointee.id, "id")
    problem = try unsafe Field.text(raw.pointee.problem, "problem")
  }

  static func prepare(_ raw: UnsafeMutablePointer<Raw>) {
    unsafe quotes__v1__imported_quote__init(raw)
  }

  func write(to raw: UnsafeMutablePointer<Raw>, in arena: inout Arena) {
    unsafe raw.pointee.outcome = .init(Field.number(outcome))
    unsafe raw.pointee.id = arena.text(id)
    unsafe raw.pointee.problem = arena.text(problem)
  }
}
