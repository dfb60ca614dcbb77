// SPDX-License-Identifier: Apache-2.0

/// A completion script for zsh, which shows what each candidate means.
struct ZshCompletion {
  let name: String
  let places: [Place]

  var text: String {
    """
    #compdef \(name)
    # zsh completion of \(name), made by "\(name) completions zsh"
    local -A values
    values=(
    \(values)
    )
    local position=\(name) option= word
    for word in "${(@)words[2,CURRENT-1]}"; do
      if [[ -n $option ]]; then option=; continue; fi
      case $word in
        --*=*) ;;
        -*) if (( ${+values[$position $word]} )); then option=$word; fi ;;
        *) case $position in
    \(descents)
          esac ;;
      esac
    done
    if [[ -z $option && $words[CURRENT] = --*=* ]]; then
      option=${words[CURRENT]%%=*}
      compset -P '*='
    fi
    local -a commands options
    local candidates=
    case $position in
    \(descriptions)
    esac
    if [[ -n $option ]]; then
      candidates=${values[$position $option]}
    elif [[ $words[CURRENT] = -* ]]; then
      _describe option options
      return
    elif (( $#commands )); then
      _describe command commands
    fi
    case $candidates in
      @file) _files ;;
      @directory) _files -/ ;;
      *) if [[ -n $candidates ]]; then compadd -- ${=candidates}; fi ;;
    esac

    """
  }

  private var values: String {
    places.flatMap { place in
      place.options.flatMap { option -> [String] in
        guard let value = option.value else { return [] }
        return Place.words(of: option).map {
          "  \("\(place.path) \($0)".shellWord) \(value.candidates.shellWord)"
        }
      }
    }.joined(separator: "\n")
  }

  /// The names that lead from a command to those below it.
  private var descents: String {
    places.filter { !$0.commands.isEmpty }.map { place in
      let names = place.commands.map(\.name).filter { $0 != "help" }
      return """
              \(place.path.shellWord)) case $word in
                \(names.joined(separator: "|"))) position="$position $word" ;;
              esac ;;
        """
    }.joined(separator: "\n")
  }

  private var descriptions: String {
    places.map { place in
      let commands = place.commands.map { described($0.name, $0.summary) }
      let options = place.options.flatMap { option in
        Place.words(of: option).map { described($0, option.help) }
      }
      let argument = place.arguments.first?.value.candidates ?? ""
      return """
          \(place.path.shellWord))
            commands=(\(commands.joined(separator: " ")))
            options=(\(options.joined(separator: " ")))
            candidates=\(argument.shellWord) ;;
        """
    }.joined(separator: "\n")
  }

  private func described(_ word: String, _ help: String) -> String {
    "\(word):\(help.firstSentence.replacing(":", with: "\\:"))".shellWord
  }
}
