import CDQIR
import CDQLanguage
import CDQSyntax

/// Tab completion of the REPL: commands, entities, properties along a key path with their types, functions and words
/// of the language.
struct Completer {
  let schema: Schema
  /// The entity of a predicate that names none itself.
  let entity: String?

  private static let clauses = [
    "where", "group by", "having", "select", "sort", "asc", "desc", "limit", "offset", "only", "nulls first",
    "nulls last", "distinct",
  ]
  private static let cardinalities = ["first", "one", "count", "exists", "delete"]
  private static let words = [
    "AND", "OR", "NOT", "ANY", "ALL", "NONE", "SUBQUERY", "NULL", "TRUE", "FALSE", "SELF", "TRUEPREDICATE",
    "FALSEPREDICATE",
  ] + ComparisonOperator.words.map(\.rawValue)

  private static let functions = CallTable.names(isStrict: false).map { name in
    var remark = ""
    if case .function(let function)? = CallTable.callees[name] { remark = function.entry.summary }
    return LineEditor.Completion.Choice(text: name + (name.contains(":") ? ":(" : "("), remark: remark)
  }

  /// The completions for the text before the cursor.
  func completion(of text: String) -> LineEditor.Completion {
    if text.hasPrefix(":"), let result = commandCompletion(of: text) { return result }
    let path = text.reversed().prefix { Completer.isPathPart($0) }.reversed()
    let steps = String(path).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let word = steps.last ?? ""
    let stem = String(text.dropLast(word.count))
    if isInString(stem) || stem.hasSuffix("$") { return LineEditor.Completion(stem: stem, choices: []) }
    var choices = properties(after: steps.dropLast(), of: subject(of: stem))
    if steps.count == 1 {
      choices += entities
      choices += Completer.clauses.map { .init(text: $0, remark: "") }
      choices += Completer.words.map { .init(text: $0, remark: "") }
      choices += Completer.functions
      if stem.allSatisfy(\.isWhitespace) { choices += Completer.cardinalities.map { .init(text: $0, remark: "") } }
    }
    return LineEditor.Completion(stem: stem, choices: matching(word, choices))
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
    case .type?, .ast?, .ir?, .fmt?, .nspredicate?: return nil
    case .load?, .let?, .params?, .limit?, .time?, .quit?, nil:
      return LineEditor.Completion(stem: text, choices: [])
    }
  }

  private var entities: [LineEditor.Completion.Choice] {
    schema.entities.map { .init(text: $0.name, remark: "entity") }
  }

  /// The properties of the entity at the end of a key path, with their types; none when a step is no relationship.
  private func properties(
    after steps: ArraySlice<String>, of entity: String?
  ) -> [LineEditor.Completion.Choice] {
    var owner = entity
    for step in steps {
      guard let current = owner, case .relationship(let relationship)? = schema.property(named: step, of: current)
      else {
        return []
      }
      owner = relationship.destination
    }
    guard let owner else { return [] }
    return schema.allProperties(of: owner).map { .init(text: $0.name, remark: $0.type.description) }
  }

  /// The entity whose properties are offered: the one that the query begins with, else the entity of the session.
  private func subject(of text: String) -> String? {
    let words = text.split { $0.isWhitespace }.prefix(3).map(String.init).drop {
      $0.hasPrefix(":") || Completer.cardinalities.contains($0)
    }
    guard let first = words.first, schema.entity(named: first) != nil else { return entity }
    return first
  }

  private func matching(
    _ prefix: String, _ choices: [LineEditor.Completion.Choice]
  ) -> [LineEditor.Completion.Choice] {
    let exact = choices.filter { $0.text.hasPrefix(prefix) }
    if !exact.isEmpty { return exact }
    return choices.filter { $0.text.lowercased().hasPrefix(prefix.lowercased()) }
  }

  private func isInString(_ text: String) -> Bool {
    text.count { $0 == "\"" } % 2 == 1
  }

  private static func isPathPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
  }
}
