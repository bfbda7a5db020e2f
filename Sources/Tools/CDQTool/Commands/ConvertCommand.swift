import CDQKit
import CDQPrinting
import CDQSyntax
import CDQTerminal

/// `cdq convert 'PREDICATE' --to nspredicate`: translates a predicate to another language, or reports why it cannot.
enum ConvertCommand: Command {
  enum Target: String, CaseIterable {
    case cdq, nspredicate
  }

  static let name = "convert"
  static let summary = "rewrite a predicate for NSPredicate, or as canonical cdq"
  static let takesQuery = true
  static let usage = ["'PREDICATE' --to nspredicate|cdq"]
  static let options: [OptionSpec] = [
    .choice("to", Target.allCases.map(\.rawValue), "the language (default cdq)"),
    .strictNSPredicate,
  ]
  static let notes = [
    "It needs no schema. What NSPredicate cannot say is listed, and then nothing is printed. Format specifiers of integers",
    "become %lld, the one for Int64.",
    "- reads the text from standard input.",
  ]

  static func run(_ context: CommandContext) throws(Failure) -> ExitCode {
    let arguments = context.arguments
    let text = try arguments.single("a predicate", "cdq convert 'name ==[c] $name AND isOpen' --to nspredicate")
    let source =
      text == "-"
      ? try DocumentFiles(console: context.console).standardInput() : SourceText(name: "<query>", text)
    let conversion = Conversion(source, entities: [], isStrict: arguments.has("strict-nspredicate"))
    let result = conversion.text(arguments.choice("to", default: .cdq))
    context.show(result.diagnostics, [source])
    guard let text = result.text else { return .findings }
    context.console.print(text)
    return .clean
  }
}

/// Translation of a parsed text to another language.
struct Conversion {
  private let source: SourceText
  private let parsed: ParseResult<Pipeline.Tree>

  /// - Parameter entities: names of entities; a lone word that is one of them is a query, such as `City`.
  init(_ source: SourceText, entities: Set<String>, isStrict: Bool) {
    self.source = source
    parsed = Pipeline.parse(source, options: ParseOptions(strictNSPredicate: isStrict), TextVocabulary(entities: entities.sorted()))
  }

  /// The translated text; nil, with the reasons as diagnostics, when there is none.
  func text(_ target: ConvertCommand.Target) -> (text: String?, diagnostics: [Diagnostic]) {
    if parsed.diagnostics.contains(where: { $0.severity == .error }) { return (nil, parsed.diagnostics) }
    switch target {
    case .cdq: return (parsed.tree.text, parsed.diagnostics)
    case .nspredicate:
      let printed = parsed.tree.nsPredicate
      var problems = printed.problems.map { $0.diagnostic(file: source.name) }
      problems += Conversion.sums(in: parsed.tree, file: source.name)
      if case .query(let query) = parsed.tree { problems += Conversion.clauses(of: query, file: source.name) }
      return (printed.problems.isEmpty ? printed.text : nil, parsed.diagnostics + problems)
    }
  }

  /// Warns of the first `+` between properties and parameters alone: without a schema, nothing says whether they are texts.
  private static func sums(in tree: Pipeline.Tree, file: String) -> [Diagnostic] {
    let predicate: PredicateNode?
    switch tree {
    case .query(let node): predicate = node.predicate
    case .predicate(let node): predicate = node
    }
    guard let predicate else { return [] }
    var sum: SourceSpan?
    SyntaxNode.walk([.predicate(predicate)]) { node in
      guard sum == nil, case .expression(.chain(let chain)) = node, chain.operators.allSatisfy({ $0.kind == .add })
      else { return }
      let areUnknown = chain.operands.allSatisfy { operand in
        switch operand {
        case .path, .variable: true
        default: false
        }
      }
      if areUnknown { sum = chain.span }
    }
    return sum.map { span in
      [
        Diagnostic(
          .warning, PrintProblem.code, stage: .check, "in NSPredicate '+' adds numbers and joins no texts", file: file,
          at: span)
      ]
    } ?? []
  }

  /// Warns that the conversion to a predicate drops the other clauses of a query.
  private static func clauses(of query: QueryNode, file: String) -> [Diagnostic] {
    let isMore =
      query.only != nil || query.cardinality != nil || query.parts.contains { $0.clause != .predicate }
    guard isMore else { return [] }
    return [
      Diagnostic(
        .warning, PrintProblem.code, stage: .check, "only the condition of the query is converted", file: file,
        at: query.span, help: ["NSFetchRequest has properties for the other clauses"])
    ]
  }
}
