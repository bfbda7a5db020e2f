import CDQIR
import CDQSchema
import CDQSemantics
import CDQSyntax

extension ScannedQuery {
  /// The query that a checked format becomes: key paths in place of `%K`, parameters in place of the other conversions.
  ///
  /// - Parameter value: writes an argument of the call, by its number and the type of its parameter.
  /// - Returns: nil when the language does not accept the result.
  static func make(
    _ check: FormatCheck, _ entity: String, _ expressions: [String], _ facts: [ArgumentFact], _ schema: CheckedSchema,
    _ value: (Int, OptionalType) -> String
  ) -> ScannedQuery? {
    guard expressions.count == check.conversions.count else { return nil }
    var condition = ""
    var arguments: [(name: String, index: Int)] = []
    var start: UInt32 = 0
    var names: Set<String> = []
    for (index, conversion) in check.conversions.enumerated() {
      condition += check.source.text(SourceSpan(start, conversion.start))
      start = conversion.end
      if check.source.text(conversion.span).hasSuffix("K") {
        guard case .string(let path)? = facts[index].value else { return nil }
        condition += path
      } else {
        var name = ScannedQuery.name(expressions[index])
        if names.contains(name) { name += String(index + 1) }
        names.insert(name)
        condition += "$" + name
        arguments.append((name, index))
      }
    }
    condition += check.source.text(SourceSpan(start, UInt32(truncatingIfNeeded: check.source.utf8.count)))
    condition = condition.split { $0.isNewline }.joined(separator: " ")
    let source = SourceText(name: "<query>", "\(entity) where \(condition)")
    let parsed = Parser.parseQuery(source)
    guard !parsed.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    guard let typed = CDQSemantics.check(parsed.tree, source: source, schema: schema).query else { return nil }
    let parameters = Lowering.lower(typed).parameters
    return ScannedQuery(
      entity: entity, condition: condition,
      arguments: arguments.compactMap { argument in
        guard let parameter = parameters.first(where: { $0.name == argument.name }) else { return nil }
        return Argument(name: argument.name, value: value(argument.index, parameter.type))
      })
  }

  /// Words of an expression that say nothing of the value.
  private static let nameless: Set<String> = [
    "as", "self", "NSString", "NSNumber", "NSDate", "NSUUID", "NSURL", "NSData", "NSArray", "NSSet", "CVarArg", "Any",
    "rawValue", "NSObject", "true", "false", "nil",
  ]

  /// A name for the parameter of an expression: `person.name` is `name`, `Date()` is `date`.
  static func name(_ expression: String) -> String {
    if expression.first.map({ "\"@-0123456789".contains($0) }) ?? true { return "value" }
    if expression.hasPrefix("[\"") { return "values" }
    let words = expression.split { !($0.isLetter || $0.isNumber || $0 == "_") || !$0.isASCII }.map(String.init)
      .filter { !nameless.contains($0) }
    let word = words.last { $0.first?.isLetter ?? false } ?? "value"
    return word.prefix(1).lowercased() + word.dropFirst()
  }
}
