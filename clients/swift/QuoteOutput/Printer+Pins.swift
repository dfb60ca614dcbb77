// SPDX-License-Identifier: Apache-2.0

package import QuoteModel
internal import QuoteText

extension Printer {
  /// Dates that are reserved.
  package func pins(_ pins: [Pin]) -> String {
    switch format {
    case .table: table(pins.map(\.printable))
    case .json:
      JSON.object([.init("pins", .array(pins.map { .object(ContractFields.pin, of: $0) }))])
        .lines() + "\n"
    case .jsonl: pins.map { JSON.object(ContractFields.pin, of: $0).line + "\n" }.joined()
    case .csv:
      CSV.header(ContractFields.pin) + pins.map { CSV.row(ContractFields.pin, of: $0) }.joined()
    case .plain: pins.map(\.printable).map { "\($0.date) \($0.quoteID)\n" }.joined()
    }
  }

  private func table(_ pins: [Pin]) -> String {
    guard !pins.isEmpty else { return "No date is pinned.\n" }
    let width = (pins.map { DisplayWidth.of($0.calendar) } + ["CALENDAR".count]).max() ?? 0
    let header =
      "DATE".padded(to: 10) + "  " + "CALENDAR".padded(to: width) + "  QUOTE"
    return style.faint(header) + "\n"
      + pins.map { pin in
        pin.date.padded(to: 10) + "  " + pin.calendar.padded(to: width) + "  \(pin.quoteID)\n"
      }.joined()
  }
}

extension ContractFields {
  static let pin: [Field<Pin>] = [
    Field("calendar") { .string($0.calendar) },
    Field("date") { .string($0.date) },
    Field("quoteId") { .string($0.quoteID) },
  ]
}

extension Pin {
  /// The pin with every text made printable.
  fileprivate var printable: Pin {
    var pin = self
    pin.calendar = calendar.printableLine
    pin.date = date.printableLine
    pin.quoteID = quoteID.printableLine
    return pin
  }
}
