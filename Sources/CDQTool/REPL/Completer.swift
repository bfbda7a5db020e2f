import CDQIR
import CDQLanguageServer
import CDQSyntax

/// Tab completion of the REPL: its commands, and what fits at a place in a query (`QueryCompletion`).
struct Completer {
  let schema: Schema
  /// The entity of a predicate that names none itself.
  let entity: String?

  /// The completions for the text before the cursor.
  func completion(of text: String) -> LineEditor.Completion {
    if text.hasPrefix(":"), let result = commandCompletion(of: text) { return result }
    let start = queryStart(of: text)
    let found = QueryCompletion.atEnd(of: String(text[start...]), schema: schema, entity: entity)
    let word = String(decoding: text.utf8.suffix(found.replaced.length), as: UTF8.self)
    var seen: Set<String> = []
    let choices = found.items.filter { seen.insert($0.plainText).inserted }.map {
      LineEditor.Completion.Choice(text: $0.plainText, remark: $0.detail)
    }
    return LineEditor.Completion(stem: String(text.dropLast(word.count)), choices: matching(word, choices))
  }

  /// The start of the query in a line, behind a command such as `:type`.
  private func queryStart(of text: String) -> String.Index {
    guard text.hasPrefix(":"), let space = text.firstIndex(where: \.isWhitespace) else { return text.startIndex }
    return text.index(after: space)
  }

  private func commandCompletion(of text: String) -> LineEditor.Completion? {
    guard let space = text.firstIndex(where: \.isWhitespace) else {
      let choices = ReplDirective.allCases.map { LineEditor.Completion.Choice(text: $0.rawValue, remark: $0.summary) }
      return LineEditor.Completion(stem: ":", choices: matching(String(text.dropFirst()), choices))
    }
    let stem = String(text[...space])
    let word = String(text[text.index(after: space)...])
    switch ReplDirective.parse(text[...])?.command {
    case .schema?, .entity?: return LineEditor.Completion(stem: stem, choices: matching(word, entities))
    case .format?:
      let choices = ResultFormat.allCases.map { LineEditor.Completion.Choice(text: $0.rawValue, remark: "") }
      return LineEditor.Completion(stem: stem, choices: matching(word, choices))
    case .help?:
      let choices = ReplHelp.topics.map { LineEditor.Completion.Choice(text: $0, remark: "") }
      return LineEditor.Completion(stem: stem, choices: matching(word, choices))
    case .type?, .ast?, .ir?, .sql?, .fmt?, .nspredicate?: return nil
    case .load?, .let?, .params?, .limit?, .time?, .why?, .quit?, nil:
      return LineEditor.Completion(stem: text, choices: [])
    }
  }

  private var entities: [LineEditor.Completion.Choice] {
    schema.entities.map { .init(text: $0.name, remark: "entity") }
  }

  private func matching(
    _ prefix: String, _ choices: [LineEditor.Completion.Choice]
  ) -> [LineEditor.Completion.Choice] {
    let exact = choices.filter { $0.text.hasPrefix(prefix) }
    if !exact.isEmpty { return exact }
    return choices.filter { $0.text.lowercased().hasPrefix(prefix.lowercased()) }
  }
}
