import CDQKit
import CDQIR
import CDQTerminal

/// The completions of a command line, made from the declarations of the commands and their options. Inside a query they
/// are those of the REPL.
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
  /// Finds the schema for the values of `--schema` and `--data`.
  private let findSchema: (_ schema: String?, _ data: String?) -> Schema?

  /// - Parameters:
  ///   - words: the words of the command line up to the cursor; the last one is the beginning of a word, empty after a
  ///     space.
  ///   - findSchema: finds the schema for the values of `--schema` and `--data`; nil when there is none.
  init(_ words: [String], findSchema: @escaping (_ schema: String?, _ data: String?) -> Schema?) {
    before = words.dropLast()
    prefix = words.last ?? ""
    self.findSchema = findSchema
  }

  var candidates: Candidates {
    guard let (command, rest) = CommandTable.find(Array(before)) else { return matching(commands) }
    let options = command.options + OptionSpec.global
    if let option = openOption(rest, options) {
      if option.name == "entity", let schema = schema(rest) { return matching(entities(of: schema)) }
      return option.choices.isEmpty ? .files : matching(option.choices.map { Word(text: $0, remark: option.help) })
    }
    if prefix.hasPrefix("-"), !rest.contains("--") {
      return matching(options.map { Word(text: "--\($0.name)", remark: $0.help) })
    }
    if command.takesQuery, let words = queryWords(rest), !words.isEmpty { return .words(words) }
    let words = command.words
    return words.isEmpty ? .files : matching(words)
  }

  /// The completions of the query at the cursor, each with the text before it; nil when there is no schema. A query
  /// begins with the quote that the user typed, or with none.
  private func queryWords(_ rest: [String]) -> [Word]? {
    guard let schema = schema(rest) else { return nil }
    let text = prefix.first.map { "'\"".contains($0) } == true ? String(prefix.dropFirst()) : prefix
    if text.isEmpty { return entities(of: schema) }
    let found = Completer(schema: schema, entity: read(rest)["entity"]).completion(of: text)
    return found.choices.map { Word(text: found.stem + $0.text, remark: $0.remark) }
  }

  private func schema(_ rest: [String]) -> Schema? {
    let arguments = read(rest)
    return findSchema(arguments["schema"], arguments["data"])
  }

  /// The arguments before the cursor; none if they are wrong, or end with an option whose value is to be written.
  private func read(_ rest: [String]) -> ParsedArguments {
    let options = (CommandTable.find(Array(before))?.command.options ?? []) + OptionSpec.global
    let isOpen = openOption(rest, options) != nil
    let reader = ArgumentReader(command: "", options: options)
    return (try? reader.read(isOpen ? rest.dropLast() : rest)) ?? ParsedArguments(command: "")
  }

  private func entities(of schema: Schema) -> [Word] {
    schema.entities.map { Word(text: $0.name, remark: "an entity") }
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
