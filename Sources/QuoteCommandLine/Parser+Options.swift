// SPDX-License-Identifier: Apache-2.0

/// What begins with a dash.
extension Parser {
  mutating func take(long token: String) throws(UsageError) {
    let parts = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let option = find({ $0.name == name }) else {
      let names = scope.map(\.name) + (command.standInCommand?.options.map(\.name) ?? [])
      let guess = nearestName(to: name, among: names).map { "; did you mean --\($0)?" }
      throw failure("unknown option --\(name)" + (guess ?? ""))
    }
    if option.value == nil, attached != nil { throw failure("--\(name) takes no value") }
    try set(option, spelled: "--\(name)", attached: attached)
  }

  /// `-a`, `-ab` for two flags, `-n5` and `-n 5` for a value.
  mutating func take(shorts letters: Substring) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = find({ $0.short == letter }) else {
        throw failure("unknown option -\(letter)")
      }
      let takesRest = option.value != nil && !letters.isEmpty
      let attached = takesRest ? String(letters.first == "=" ? letters.dropFirst() : letters) : nil
      try set(option, spelled: "-\(letter)", attached: attached)
      if takesRest { return }
    }
  }

  /// Finds an option in scope, or goes down to the stand-in where that one has it.
  private mutating func find(_ isMeant: (Option) -> Bool) -> Option? {
    if let option = scope.first(where: isMeant) { return option }
    guard let next = command.standInCommand else { return nil }
    guard let option = next.options.first(where: isMeant) else { return nil }
    path.append(next)
    return option
  }

  private mutating func set(
    _ option: Option, spelled spelling: String, attached: String?
  ) throws(UsageError) {
    guard let value = option.value else {
      settings[option.name] = Invocation.Setting(origin: .commandLine, values: [])
      return
    }
    let text = if let attached { attached } else { try nextValue(of: spelling, value) }
    if let problem = value.problem(with: text) {
      throw failure("\(spelling) can't be '\(text)': \(problem)")
    }
    var values = option.isRepeatable ? settings[option.name]?.values ?? [] : []
    values.append(text)
    settings[option.name] = Invocation.Setting(origin: .commandLine, values: values)
  }

  /// The next token, unless it looks like an option that follows a forgotten value. A lone dash
  /// and a negative number are values.
  private mutating func nextValue(
    of spelling: String, _ value: Value
  ) throws(UsageError) -> String {
    guard let next = tokens.first else {
      throw failure("\(spelling) needs a value, \(value.placeholder)")
    }
    if let second = next.dropping("-")?.first, !second.isNumber {
      throw failure(
        "\(spelling) needs a value, \(value.placeholder); one that begins with a dash is given as "
          + "\(spelling)=\(next)")
    }
    tokens = tokens.dropFirst()
    return next
  }
}
