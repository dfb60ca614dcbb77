// SPDX-License-Identifier: Apache-2.0

/// A completion script for fish: a line for each command, option and argument.
struct FishCompletion {
  let name: String
  let places: [Place]

  var text: String {
    """
    # fish completion of \(name), made by "\(name) completions fish"
    function __\(name)_at
      set -l position \(name)
      set -l skips
      for word in (commandline -opc)[2..]
        if test -n "$skips"
          set skips
          continue
        end
        switch $word
          case '--*=*'
          case '-*'
            contains -- "$position $word" \(valued)
            and set skips yes
          case '*'
            contains -- "$position $word" \(descents)
            and set position "$position $word"
        end
      end
      test "$position" = "$argv"
    end
    complete -c \(name) -f
    \(lines)

    """
  }

  private var valued: String {
    places.flatMap { place in
      place.options.filter { $0.value != nil }.flatMap { option in
        Place.words(of: option).map { "\(place.path) \($0)".shellWord }
      }
    }.joined(separator: " ")
  }

  private var descents: String {
    places.flatMap { place in
      place.commands.filter { $0.name != "help" }.map { "\(place.path) \($0.name)".shellWord }
    }.joined(separator: " ")
  }

  private var lines: String {
    places.flatMap { place in
      place.commands.map { line(place, "-a \($0.name) -d \(described($0.summary))") }
        + place.options.map { line(place, spelled($0)) }
        + place.arguments.map { line(place, candidates($0.value)) }.filter { !$0.isEmpty }
    }.joined(separator: "\n")
  }

  private func line(_ place: Place, _ rest: String) -> String {
    rest.isEmpty ? "" : "complete -c \(name) -n \("__\(name)_at \(place.path)".shellWord) \(rest)"
  }

  private func spelled(_ option: Option) -> String {
    let short = option.short.map { " -s \($0)" } ?? ""
    let value =
      option.value.map { value in
        value.kind == .file ? " -r -F" : " -x \(candidates(value))"
      } ?? ""
    return "-l \(option.name)\(short)\(value) -d \(described(option.help))"
  }

  private func candidates(_ value: Value) -> String {
    switch value.candidates {
    case "": ""
    case "@file": "-F"
    case "@directory": "-a '(__fish_complete_directories)'"
    case let words: "-a \(words.shellWord)"
    }
  }

  private func described(_ help: String) -> String {
    help.firstSentence.replacing("\\", with: "\\\\").shellWord
  }
}
