import CDQJSON
import CDQSyntax

/// Converts a template of a Core Data model to a query declaration with the same meaning.
///
/// The predicate of a template is in Apple's language, which differs from cdq's in three ways: variables are usually in
/// capital letters, strings may contain line breaks, and the backslash before an unknown letter is dropped.
package struct TemplateQuery {
  private let template: FetchTemplate
  private let source: SourceText
  private let tokens: [Token]
  /// Maps the predicate's variables to the names of the query's parameters, such as `FIRST_NAME` to `firstName`.
  /// Variables that a SUBQUERY binds are not included.
  package let parameterNames: [String: String]

  package init(_ template: FetchTemplate) {
    self.template = template
    source = SourceText(name: template.location.file, template.predicate ?? "TRUEPREDICATE")
    tokens = Lexer.lex(source, options: ParseOptions(strictNSPredicate: true)).tokens
    parameterNames = TemplateQuery.parameterNames(tokens, source)
  }

  /// `query cheap = Thing only where price < $limit limit 5`
  package var text: String {
    var words = ["query", template.queryName, "=", TemplateQuery.entity(template.entity)]
    if !template.includesSubentities { words.append("only") }
    if template.predicate != nil { words += ["where", predicate] }
    if let limit = template.fetchLimit { words += ["limit", String(limit)] }
    return words.joined(separator: " ")
  }

  /// The predicate in cdq's syntax.
  private var predicate: String {
    var result = ""
    var end: UInt32 = 0
    for token in tokens where token.kind != .endOfText {
      // A line break between tokens only folds a long XML attribute, so it becomes a space.
      if token.start > end, !result.isEmpty { result += " " }
      end = token.end
      switch token.kind {
      case .variable:
        let name = String(source.text(token.span).dropFirst())
        result += "$" + (parameterNames[name] ?? name)
      case .string:
        let value = StringEscape.value(
          of: token.span, in: source, hasEscapes: token.flags.contains(.hasEscapes), isStrict: true)
        result += StringLiteral.quoted(value)
      default:
        result += source.text(token.span)
      }
    }
    return result
  }

  /// The entity's name, escaped if it could be read as a cardinality.
  private static func entity(_ name: String) -> String {
    ["first", "one", "count", "exists", "delete"].contains(name) ? "#" + name : name
  }

  // MARK: Parameters

  private static func parameterNames(_ tokens: [Token], _ source: SourceText) -> [String: String] {
    let bound = boundNames(tokens, source)
    var names: [String] = []
    for token in tokens where token.kind == .variable {
      let name = String(source.text(token.span).dropFirst())
      if !bound.contains(name), !names.contains(name) { names.append(name) }
    }
    let wanted = names.map(parameterName)
    // If the new name of a variable would equal another name, the variable keeps its name.
    let taken = bound.union(names)
    return Dictionary(
      zip(names, wanted).map { name, wanted in
        let isFree = name == wanted || (!taken.contains(wanted) && names.count { parameterName($0) == wanted } == 1)
        return (name, isFree ? wanted : name)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The variables that SUBQUERYs bind: those between the first and the second comma of a SUBQUERY.
  private static func boundNames(_ tokens: [Token], _ source: SourceText) -> Set<String> {
    var names: Set<String> = []
    // For each open bracket the number of commas so far if it belongs to a SUBQUERY, else nil.
    var open: [Int?] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .leftParenthesis: open.append(index > 0 && tokens[index - 1].keyword == .subquery ? 0 : nil)
      case .leftBrace, .leftBracket: open.append(nil)
      case .rightParenthesis, .rightBrace, .rightBracket: _ = open.popLast()
      case .comma:
        if let last = open.last, let commas = last { open[open.count - 1] = commas + 1 }
      case .variable where open.last == .some(1): names.insert(String(source.text(token.span).dropFirst()))
      default: break
      }
    }
    return names
  }

  /// Converts the style that Xcode's editor suggests for variables, `FIRST_NAME`, to that of Swift parameters,
  /// `firstName`. A variable with a lower-case letter is unchanged.
  static func parameterName(_ variable: String) -> String {
    guard !variable.contains(where: \.isLowercase) else { return variable }
    let words = variable.lowercased().split(separator: "_")
    guard let first = words.first, first.first?.isNumber != true else { return variable }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
