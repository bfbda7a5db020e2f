/// The completions of a command line, made from the declarations of the commands and their options.
struct CommandLineCompletion {
  /// What may stand at the cursor.
  enum Candidates: Hashable {
    /// Words with their descriptions.
    case words([Word])
    /// Paths of files and folders, which the shell knows best.
    case files
  }

  struct Word: Hashable {
    var text: String
    var remark: String
  }

  /// The words before the cursor, without the name of the program.
  private let before: ArraySlice<String>
  /// The beginning of the word at the cursor.
  private let prefix: String

  /// - Parameter words: The words of the command line up to the cursor; the last one is the beginning of a word, empty
  ///   after a space.
  init(_ words: [String]) {
    before = words.dropLast()
    prefix = words.last ?? ""
  }

  var candidates: Candidates {
    guard let (command, rest) = CommandTable.find(Array(before)) else { return matching(commands) }
    let options = command.options + OptionSpec.global
    if let option = openOption(rest, options) {
      return option.choices.isEmpty ? .files : matching(option.choices.map { Word(text: $0, remark: option.help) })
    }
    if prefix.hasPrefix("-"), !rest.contains("--") {
      return matching(options.map { Word(text: "--\($0.name)", remark: $0.help) })
    }
    let words = command.words
    return words.isEmpty ? .files : matching(words)
  }

  /// The words that may follow those of the command's name so far: the commands, or the second words of a group.
  private var commands: [Word] {
    let members = before.first.map { CommandTable.members(of: $0) } ?? []
    if let group = before.first, before.count == 1, !members.isEmpty {
      return CommandTable.all.filter { $0.name.hasPrefix(group + " ") }.map {
        Word(text: String($0.name.dropFirst(group.count + 1)), remark: $0.summary)
      }
    }
    guard before.isEmpty else { return [] }
    return CommandTable.groups.map { group in
      Word(text: group, remark: CommandTable.all.first { $0.name == group }?.summary ?? "commands about a \(group)")
    }
  }

  /// The option whose value is to be written; nil if the last word is no such option.
  private func openOption(_ rest: [String], _ options: [OptionSpec]) -> OptionSpec? {
    guard let last = rest.last, last.hasPrefix("-"), !rest.dropLast().contains("--") else { return nil }
    return options.first { option in
      option.placeholder != nil && (last == "--\(option.name)" || option.letter.map { last == "-\($0)" } == true)
    }
  }

  private func matching(_ words: [Word]) -> Candidates {
    .words(words.filter { $0.text.hasPrefix(prefix) })
  }
}
