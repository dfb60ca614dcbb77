// SPDX-License-Identifier: Apache-2.0

internal import QuoteModel

/// One field of a response under its JSON name; the same list of fields gives JSON and CSV.
struct Field<Value>: Sendable {
  /// The columns it takes in CSV: one, or those of a nested message behind its name and a dot.
  let columns: [String]
  /// Its member in JSON; nil where it has its default value or is absent.
  let member: @Sendable (Value) -> JSON.Member?
  /// Its cells in CSV, as many as columns.
  let cells: @Sendable (Value) -> [CSV.Cell]

  /// Creates a field that holds no message.
  init(_ name: String, _ value: @escaping @Sendable (Value) -> JSON?) {
    columns = [name]
    member = { record in
      guard let value = value(record), !value.isDefault else { return nil }
      return JSON.Member(name, value)
    }
    cells = { record in [CSV.Cell(value(record))] }
  }

  /// Creates a field that holds a message.
  init<Nested>(
    _ name: String, _ fields: [Field<Nested>], _ nested: @escaping @Sendable (Value) -> Nested?
  ) {
    let names = fields.flatMap(\.columns).map { "\(name).\($0)" }
    columns = names
    member = { record in nested(record).map { JSON.Member(name, .object(fields, of: $0)) } }
    cells = { record in
      nested(record).map { inner in fields.flatMap { $0.cells(inner) } }
        ?? names.map { _ in CSV.Cell(nil) }
    }
  }
}

extension JSON {
  /// The object that a list of fields makes of a record.
  static func object<Value>(_ fields: [Field<Value>], of record: Value) -> JSON {
    .object(fields.compactMap { $0.member(record) })
  }

  /// An array of strings.
  static func strings(_ strings: [String]) -> JSON { .array(strings.map { .string($0) }) }

  /// The name of an enumeration's number, where names start with 1; the number itself where it has
  /// none, and nil for 0, which says nothing.
  static func name(_ number: Int32, of names: [String]) -> JSON? {
    if number == 0 { return nil }
    let index = Int(number) - 1
    return names.indices.contains(index) ? .string(names[index]) : .number(number)
  }

  /// The name of an enumeration's number; the number itself where it has none, and nil for 0.
  static func name(of value: some ContractNamed) -> JSON? {
    if value.rawValue == 0 { return nil }
    return value.contractName.map { .string($0) } ?? .number(value.rawValue)
  }

  /// Whether protobuf's JSON form leaves it out of a message.
  fileprivate var isDefault: Bool {
    switch self {
    case .string(let string): string.isEmpty
    case .number(let number): number == 0
    case .bool(let bool): !bool
    case .array(let values): values.isEmpty
    case .object: false
    }
  }
}
