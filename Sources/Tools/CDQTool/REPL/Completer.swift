import CDQExplanations
import CDQFiles
import CDQIR
import CDQLanguageServer
import CDQResults
import CDQSchema
import CDQSemantics
import CDQSyntax
import CDQTerminal

/// Tab completion of the REPL: its commands and their arguments, and what fits at a place in a query (`QueryCompletion`).
struct Completer {
  typealias Choice = LineEditor.Completion.Choice

  let schema: Schema
  /// The entity of a predicate that names none itself.
  let entity: String?
  /// The names of the parameters that are set.
  var parameters: [String] = []
  /// The named queries.
  var queries: () -> [CompiledQuery] = { [] }

  /// Choices of a greater rank fit anywhere: they are offered only for the beginning of a word.
  private static let greatestRank = 4
  private static let mostFiles = 500

  /// The completions for the text before the cursor.
  func completion(of text: String) -> LineEditor.Completion {
    let start = Statements.lastStart(in: text)
    let statement = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
    let indent = String(statement.prefix { $0.isWhitespace })
    let rest = String(statement.dropFirst(indent.count))
    let before = String(decoding: text.utf8.prefix(start), as: UTF8.self) + indent
    var found = rest.hasPrefix(":") ? directive(rest) : query(rest)
    found.stem = before + found.stem
    return found
  }

  // MARK: Queries

  /// The completions of a query, or of a declaration that gives it a name.
  private func query(_ text: String) -> LineEditor.Completion {
    let body = Declaration.body(of: text)
    let found = QueryCompletion.atEnd(
      of: body ?? text, schema: schema, entity: body == nil ? entity : nil, parameters: parameters)
    let word = String(decoding: text.utf8.suffix(found.replaced.length), as: UTF8.self)
    var items = found.items.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
    if word.isEmpty {
      let near = items.filter { $0.rank <= Completer.greatestRank }
      if !near.isEmpty { items = near }
    }
    var seen: Set<String> = []
    let choices = items.map { Completer.choice($0) }.filter { seen.insert($0.text).inserted }
    return LineEditor.Completion(stem: String(text.dropLast(word.count)), choices: matching(word, choices))
  }

  private static func choice(_ item: CompletionItem) -> Choice {
    let text = item.plainText
    switch item.kind {
    case .option: return Choice(text: text + "]", remark: item.detail)
    // A path goes on after a relationship, unless the user says otherwise with a space.
    case .relationship: return Choice(text: text, remark: item.detail, isWhole: false)
    default: return Choice(text: text, remark: item.detail, isWhole: text.last.map { !"(.\"".contains($0) } ?? false)
    }
  }

  // MARK: Commands

  private func directive(_ text: String) -> LineEditor.Completion {
    guard let space = text.firstIndex(where: \.isWhitespace) else {
      let choices = ReplDirectives.all.map {
        Choice(text: $0.name, remark: $0.summary, isWhole: !$0.usage.isEmpty)
      }
      return LineEditor.Completion(stem: ":", choices: matching(String(text.dropFirst()), choices))
    }
    let argument = String(text[space...].drop(while: \.isWhitespace))
    let stem = String(text.dropLast(argument.count))
    let word = String(argument.split(separator: " ", omittingEmptySubsequences: false).last ?? "")
    let head = String(text.dropLast(word.count))
    func list(_ choices: [Choice], in stem: String, _ word: String) -> LineEditor.Completion {
      LineEditor.Completion(stem: stem, choices: matching(word, choices))
    }
    switch ReplDirective.parse(text[...])?.directive?.argument {
    case .query?: return inner(argument, stem)
    case .chart?:
      let kinds = ChartKind.allCases.map { Choice(text: $0.rawValue, remark: $0.summary) }
      var found = inner(argument, stem)
      if !argument.contains(" ") { found.choices = matching(argument, kinds) + found.choices }
      return found
    case .entity?: return list(entities, in: head, word)
    case .file?: return files(argument, stem)
    case .words(let words)?: return list(words.map { Choice(text: $0, remark: "", isWhole: false) }, in: stem, argument)
    case .topic?:
      let commands = ReplDirectives.all.map { Choice(text: $0.name, remark: $0.summary, isWhole: false) }
      return list(ReplHelp.topics.map { Choice(text: $0, remark: "", isWhole: false) } + commands, in: stem, argument)
    case .code?:
      return list(
        Catalogue.all.entries.map { Choice(text: $0.code.rawValue, remark: $0.explanation.title, isWhole: false) },
        in: stem, argument)
    case .parameter?: return list(parameters.map { Choice(text: "$\($0)", remark: "") }, in: head, word)
    case .namedQuery?: return namedQuery(argument, stem, word, head)
    case .none?, nil: return LineEditor.Completion(stem: text, choices: [])
    }
  }

  private func inner(_ argument: String, _ stem: String) -> LineEditor.Completion {
    var found = query(argument)
    found.stem = stem + found.stem
    return found
  }

  /// The name of a query, then its parameters.
  private func namedQuery(_ argument: String, _ stem: String, _ word: String, _ head: String) -> LineEditor.Completion {
    let queries = queries()
    guard let space = argument.firstIndex(of: " ") else {
      let choices = queries.map {
        Choice(text: $0.name, remark: NamedQueries.parameters(of: $0.ir), isWhole: !$0.ir.parameters.isEmpty)
      }
      return LineEditor.Completion(stem: stem, choices: matching(argument, choices))
    }
    let parameters = queries.first { $0.name == argument[..<space] }?.ir.parameters ?? []
    let choices = parameters.filter { !argument.contains(" \($0.name)=") }
      .map { Choice(text: "\($0.name)=", remark: "\($0.type)", isWhole: false) }
    return LineEditor.Completion(stem: head, choices: matching(word, choices))
  }

  private func files(_ argument: String, _ stem: String) -> LineEditor.Completion {
    let folder = argument.lastIndex(of: "/").map { String(argument[...$0]) } ?? ""
    let word = String(argument.dropFirst(folder.count))
    let system = FileSystem()
    let path = ReplPath.expanded(folder)
    let names = ((try? system.list(path.isEmpty ? "." : path)) ?? []).filter { word.hasPrefix(".") || !$0.hasPrefix(".") }
    let choices = names.filter { $0.hasPrefix(word) }.prefix(Completer.mostFiles).map { name in
      let isFolder = system.kind(of: path + name) == .directory
      return Choice(text: isFolder ? name + "/" : name, remark: "", isWhole: !isFolder)
    }
    return LineEditor.Completion(stem: stem + folder, choices: Array(choices))
  }

  private var entities: [Choice] {
    schema.entities.map { Choice(text: $0.name, remark: "entity", isWhole: false) }
  }

  private func matching(_ prefix: String, _ choices: [Choice]) -> [Choice] {
    let exact = choices.filter { $0.text.hasPrefix(prefix) }
    if !exact.isEmpty { return exact }
    return choices.filter { $0.text.lowercased().hasPrefix(prefix.lowercased()) }
  }
}

extension LineEditor.Assistant {
  /// What knows the queries about a schema, and the commands of the REPL.
  init(schema: Schema, entity: String?, parameters: [String], _ named: NamedQueries) {
    let completer = Completer(schema: schema, entity: entity, parameters: parameters, queries: { named.all })
    self.init(
      complete: completer.completion, isOpen: Statements.isOpen, highlight: Highlighter(schema: schema).spans)
  }
}
