// SPDX-License-Identifier: Apache-2.0

internal import RPCCore

/// The small codings of gRPC's headers, one by one: what was encoded comes back, and what is decoded
/// is what its rules allow.
@Sendable
func tryText(_ bytes: [UInt8]) {
  var input = Input(bytes)
  let choice = input.byte() % 6
  let given = input.rest()
  switch choice {
  case 0: tryBase64(given)
  case 1: tryPercentCoding(given)
  case 2: tryTimeout(given)
  case 3: tryTraceParent(given)
  case 4: tryMetadata(given)
  default: tryAddress(given)
  }
}

private func tryBase64(_ given: [UInt8]) {
  var text: [UInt8] = []
  Base64.encode(given.span, into: &text)
  require(text.count == (given.count * 8 + 5) / 6, "\(text.count) characters.")
  require(Base64.decode(text.span) == given, "Something was lost.")
  let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
  require(Base64.decode((text + padding).span) == given, "Padding changes what it is.")
  guard let decoded = Base64.decode(given.span) else { return }
  require(decoded.count <= given.count * 3 / 4, "\(decoded.count) bytes of \(given.count).")
  var again: [UInt8] = []
  Base64.encode(decoded.span, into: &again)
  // But for the padding and the last bits, which no byte has any more, it is the same text.
  require(given.starts(with: again.dropLast()), "The text is another.")
}

private func tryPercentCoding(_ given: [UInt8]) {
  let text = String(decoding: given, as: UTF8.self)
  var encoded: [UInt8] = []
  PercentCoding.encode(text, into: &encoded)
  require(encoded.allSatisfy { 0x20...0x7E ~= $0 }, "A header can't hold what was encoded.")
  require(PercentCoding.decode(encoded.span) == text, "Something was lost.")
  let decoded = PercentCoding.decode(given.span)
  require(decoded.utf8.count <= 3 * given.count, "The text grew to \(decoded.utf8.count).")
}

private func tryTimeout(_ given: [UInt8]) {
  var number = Input(given)
  let nanoseconds = (0..<8).reduce(UInt64(0)) { value, _ in value << 8 | UInt64(number.byte()) }
  let value = GRPCTimeout.value(nanoseconds: nanoseconds)
  require(value.count <= 9, "A timeout of \(value.count) characters.")
  let back = GRPCTimeout.nanoseconds(value.span)
  require(back.map { $0 >= nanoseconds } == true, "\(nanoseconds) ns became shorter.")
  // Never longer by more than the smallest unit in which eight digits are enough.
  require(
    back.map { $0 - nanoseconds <= max(1, nanoseconds / 1_000) } == true,
    "\(nanoseconds) ns became longer.")
  guard let read = GRPCTimeout.nanoseconds(given.span) else { return }
  let digits = given.dropLast()
  require((1...8).contains(digits.count), "\(digits.count) digits were taken.")
  let amount = UInt64(String(decoding: digits, as: UTF8.self))
  require(amount != nil, "What was taken is no number.")
  require(read == .max || read % max(1, amount ?? 1) == 0, "\(read) ns is no multiple.")
}

private func tryTraceParent(_ given: [UInt8]) {
  guard let id = TraceParent.traceID(given) else { return }
  require(id.utf8.count == 32, "An id of \(id.utf8.count) digits.")
  require(given.dropFirst(3).starts(with: id.utf8), "The id stands elsewhere.")
  require(id.contains { $0 != "0" }, "An id of zeros.")
}

private func tryMetadata(_ given: [UInt8]) {
  var input = Input(given)
  var metadata = Metadata()
  var spans = Metadata()
  var entries: [Metadata.Entry] = []
  while !input.isEmpty {
    let name = String(decoding: input.some(), as: UTF8.self)
    let value = input.some()
    entries.append(Metadata.Entry(name: name, value: value))
    metadata.append(name, value)
    let nameBytes = Array(name.utf8)
    spans.append(name: nameBytes.span, value: value.span)
    require(
      nameBytes.span.namesBinaryValue == (nameBytes.count > 4 && name.utf8.hasSuffix("-bin")),
      "Whether \(name) names bytes.")
  }
  require(metadata == spans, "Two ways to append give different metadata.")
  require(metadata.entries == entries, "Metadata is other than what was appended.")
  for entry in entries {
    let same = entries.filter { Array($0.name.utf8) == Array(entry.name.utf8) }
    require(metadata.values(entry.name) == same.map(\.value), "Values of \(entry.name).")
  }
}

extension String.UTF8View {
  fileprivate func hasSuffix(_ suffix: String) -> Bool { self.suffix(4).elementsEqual(suffix.utf8) }
}

private func tryAddress(_ given: [UInt8]) {
  let text = String(decoding: given, as: UTF8.self)
  guard let address = IPAddress(text) else { return }
  require(IPAddress("\(address)") == address, "\(text) is read as \(address), and that otherwise.")
}
