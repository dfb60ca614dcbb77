// SPDX-License-Identifier: Apache-2.0

/// A completion script for bash: tables as `case`, and one function that reads the line by them.
struct BashCompletion {
  let name: String
  let places: [Place]

  var text: String {
    """
    # bash completion of \(name), made by "\(name) completions bash"
    _\(name)_commands() {
      case $1 in
    \(table { $0.commands.map(\.name) })
      esac
    }
    _\(name)_options() {
      case $1 in
    \(table { $0.options.flatMap(Place.words(of:)) })
      esac
    }
    # What may follow an option; nothing of a flag, @text of a value that can't be told before.
    _\(name)_values() {
      case $1 in
    \(values)
      esac
    }
    _\(name)_arguments() {
      case $1 in
    \(table { $0.arguments.map(\.value.candidates) })
      esac
    }
    \(reader)
    complete -F _\(name) \(name)

    """
  }

  private func table(_ words: (Place) -> [String]) -> String {
    places.compactMap { place in
      let words = words(place).filter { !$0.isEmpty }
      guard !words.isEmpty else { return nil }
      return "    \(place.path.shellWord)) echo \(words.joined(separator: " ").shellWord) ;;"
    }.joined(separator: "\n") + "\n    *) ;;"
  }

  private var values: String {
    places.flatMap { place in
      place.options.compactMap { option -> String? in
        guard let value = option.value else { return nil }
        let patterns = Place.words(of: option).map { "\(place.path) \($0)".shellWord }
        let words = value.candidates.isEmpty ? "@text" : value.candidates
        return "    \(patterns.joined(separator: " | "))) echo \(words.shellWord) ;;"
      }
    }.joined(separator: "\n") + "\n    *) ;;"
  }

  /// Bash parts words at "=", so that --to=slack comes as three.
  private var reader: String {
    """
    _\(name)() {
      local current=${COMP_WORDS[COMP_CWORD]} path=\(name) option= candidates= index word
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [ "$word" = = ]; then continue; fi
        if [ -n "$option" ]; then option=; continue; fi
        case $word in
          -*) if [ -n "$(_\(name)_values "$path $word")" ]; then option=$word; fi ;;
          *) case " $(_\(name)_commands "$path") " in *" $word "*)
               if [ "$word" != help ]; then path="$path $word"; fi ;;
             esac ;;
        esac
      done
      if [ "$current" = = ]; then current=; fi
      if [ -n "$option" ]; then
        candidates=$(_\(name)_values "$path $option")
      elif [ "${current#-}" != "$current" ]; then
        candidates=$(_\(name)_options "$path")
      else
        candidates="$(_\(name)_commands "$path") $(_\(name)_arguments "$path")"
      fi
      COMPREPLY=()
      case " $candidates " in
        *' @file '*) compopt -o filenames 2>/dev/null
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current") ;;
        *' @directory '*) compopt -o filenames 2>/dev/null
          while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$current") ;;
        *' @text '*) ;;
        *) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$candidates" -- "$current") ;;
      esac
    }
    """
  }
}
