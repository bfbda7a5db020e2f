import CDQIR
import CDQKit
import CDQSchema
import CDQSemantics
import CDQSyntax
import Foundation

/// Checks one format string of Apple's language with what is known of its arguments.
struct FormatCheck {
  /// The name of the format as a text of its own.
  static let name = "<format>"

  let source: SourceText
  let options = ParseOptions(strictNSPredicate: true)
  /// The conversions `%@`, `%K` …, in order.
  let conversions: [Token]

  init(_ text: String) {
    source = SourceText(name: FormatCheck.name, text)
    conversions = Lexer.lex(source, options: options).tokens.filter {
      $0.kind == .argument && !$0.flags.contains(.malformed)
    }
  }

  struct Result {
    var findings: [Diagnostic] = []
    /// Why it is not decided; nil when it is.
    var reason: String?
    var typed: TypedQuery?
  }

  /// The error for another number of arguments than conversions.
  ///
  /// - Parameter hidden: conversions that stand for parts of the text and take no argument.
  func countProblem(_ arguments: Int, hidden: Set<Int>) -> Diagnostic? {
    let taken = conversions.count - hidden.count
    guard taken != arguments else { return nil }
    if taken < arguments, let quoted = quotedPlaceholder(), taken + quoted.count >= arguments {
      return Diagnostic(
        .warning, DiagnosticCode(WarningCode.quotedPlaceholder), stage: .check,
        "'\(source.text(quoted.span))' in quotes is plain text, which takes no argument", file: source.name,
        at: quoted.span,
        help: ["write it without the quotes; a value needs none"],
        fixIts: [FixIt("remove the quotes", .maybe, [.init(quoted.literal, source.text(quoted.span))])])
    }
    let message =
      "the format takes \(taken) argument\(taken == 1 ? "" : "s"), but \(arguments) \(arguments == 1 ? "is" : "are") given"
    let visible = conversions.indices.filter { !hidden.contains($0) }
    let span =
      taken > arguments
      ? conversions[visible[arguments]].span : SourceSpan(0, UInt32(truncatingIfNeeded: source.utf8.count))
    // What is too much is ignored.
    return Diagnostic(
      taken > arguments ? .error : .warning, DiagnosticCode(CheckCode.argumentCount), stage: .bind, message,
      file: source.name, at: span,
      help: taken > arguments ? ["a missing argument reads whatever is in memory, and crashes"] : [])
  }

  /// The first string literal that is nothing but a conversion, such as `'%@'`, and the number of such literals.
  private func quotedPlaceholder() -> (span: SourceSpan, literal: SourceSpan, count: Int)? {
    let tokens = Lexer.lex(source, options: options).tokens.filter { token in
      guard token.kind == .string, token.length == 4 else { return false }
      let bytes = source.utf8[Int(token.start)..<Int(token.end)].map { $0 }
      return bytes[1] == UInt8(ascii: "%") && "@dKfils".utf8.contains(bytes[2])
    }
    return tokens.first.map { (SourceSpan($0.start + 1, $0.end - 1), $0.span, tokens.count) }
  }

  // MARK: grammar

  /// Codes of the parser that are limits of ours, or of which Apple's parser may think otherwise.
  private static let undecided: Set<DiagnosticCode> = Set(
    [SyntaxCode.textTooLong, .tooManyTokens, .nestingLimit, .tooManyNodes, .notInStrictMode, .invalidUTF8]
      .map { DiagnosticCode($0) })

  /// What the parser says of the text as a predicate.
  func parsed() -> (tree: PredicateNode, result: Result) {
    let parsed = Parser.parsePredicate(source, options: options)
    var result = FormatCheck.sorted(parsed.diagnostics, decided: { !FormatCheck.undecided.contains($0.code) })
    if result.findings.contains(where: { $0.severity == .error }),
      String(decoding: source.utf8, as: UTF8.self).uppercased().contains("TOKENMATCHES")
    {
      result = Result(reason: "TOKENMATCHES is of CloudKit's own language")
    }
    return (parsed.tree, result)
  }

  /// What the parser says of the text as an expression.
  func parsedExpression() -> Result {
    FormatCheck.sorted(
      Parser.parseExpression(source, options: options).diagnostics,
      decided: { !FormatCheck.undecided.contains($0.code) })
  }

  private static func sorted(_ diagnostics: [Diagnostic], decided: (Diagnostic) -> Bool) -> Result {
    var result = Result()
    let errors = diagnostics.filter { $0.severity == .error }
    if let doubt = errors.first(where: { !decided($0) }) {
      result.reason = "cdq does not decide this: \(doubt.message)"
    } else {
      result.findings = diagnostics
    }
    return result
  }

  static let brokenPattern = DiagnosticCode(CheckCode.invalidRegularExpression)

  /// The errors for patterns of MATCHES that are no regular expression, whatever the entity is.
  func brokenPatterns(_ tree: PredicateNode, _ facts: [ArgumentFact]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    SyntaxNode.walk([.predicate(tree)]) { node in
      guard case .predicate(.comparison(let comparison)) = node, comparison.operator == .matches else { return }
      var pattern: String?
      switch comparison.right {
      case .literal(let literal): if case .string(let text) = literal.kind { pattern = text }
      case .argument(let argument):
        if facts.indices.contains(argument.index), case .string(let text)? = facts[argument.index].value { pattern = text }
      default: break
      }
      guard let pattern, !pattern.isEmpty, (try? NSRegularExpression(pattern: pattern)) == nil else { return }
      found.append(
        Diagnostic(
          .error, FormatCheck.brokenPattern, stage: .check,
          "not a regular expression: ICU does not accept it, and MATCHES ends the program", file: source.name,
          at: comparison.right.span, help: ["check brackets, braces and escapes"]))
    }
    return found
  }

  // MARK: names and types

  /// Codes of the checker of which Core Data is known to think the same.
  private static let decided: Set<DiagnosticCode> = Set(
    [
      CheckCode.unknownProperty, .typeMismatch, .membershipMismatch, .toManyWithoutQuantifier,
      .notAPredicate,
      .invalidRegularExpression, .unknownCollectionOperator, .needsText,
    ].map { DiagnosticCode($0) })

  /// Keys that each managed object has besides the properties of its entity.
  static let managedKeys: Set<String> = [
    "objectID", "entity", "hasChanges", "isInserted", "isUpdated", "isDeleted", "isFault", "hasPersistentChangedValues",
    "managedObjectContext", "self", "class", "className", "description", "hash", "persistentModelID", "FETCH_SOURCE",
  ]

  /// Checks the names and types of a predicate that was parsed without errors.
  func checked(
    _ tree: PredicateNode, _ entity: String, _ schema: CheckedSchema, arguments: [ArgumentFact],
    lints: Set<DiagnosticCode>
  ) -> Result {
    var options = CheckOptions(strictNSPredicate: true, lints: lints)
    for (index, fact) in arguments.enumerated() {
      if case .string(let path)? = fact.value { options.keyPaths[index] = path }
      options.argumentTypes[index] = FormatCheck.type(of: fact).map { OptionalType($0) }
    }
    // A key path that only the running program knows.
    for (index, conversion) in conversions.enumerated() where source.text(conversion.span).hasSuffix("K") {
      if options.keyPaths[index] == nil { return Result(reason: "the key path of '%K' is not a constant of this file") }
    }
    let checked = check(
      tree, entity: Identifier(entity, SourceSpan(at: 0)), source: source, schema: schema, options: options)
    let errors = checked.diagnostics.filter { $0.severity == .error }
    if errors.allSatisfy({ $0.code == DiagnosticCode(CheckCode.collectionEquality) }),
      let crossing = errors.compactMap({ manyCrossing($0, entity, schema.schema) }).first
    {
      return Result(findings: [crossing])
    }
    if let doubt = errors.first(where: { !isDecided($0, entity, schema.schema) }) {
      return Result(reason: "cdq does not decide this: \(doubt.message)")
    }
    var result = Result(
      findings: checked.diagnostics.filter { $0.severity == .error || isWanted($0, lints) }.map { doubted($0) },
      typed: checked.query)
    if let typed = checked.query { result.findings += mismatches(typed, arguments) }
    return result
  }

  /// The type of an argument where nothing else gives one. A Bool is also a number in Objective-C.
  private static func type(of fact: ArgumentFact) -> ValueType? {
    switch fact {
    case .unknown: nil
    case .type(let type): type
    case .value(.bool), .value(.null): nil
    case .value(let value): value.kind.type
    }
  }

  private func isDecided(_ finding: Diagnostic, _ entity: String, _ schema: Schema) -> Bool {
    guard FormatCheck.decided.contains(finding.code) else { return false }
    let word = source.text(finding.span)
    if finding.code == DiagnosticCode(CheckCode.unknownProperty) {
      if FormatCheck.managedKeys.contains(word) || word.hasPrefix("@") { return false }
      // A sub-entity has it, and the objects may be all of that entity.
      let isOfSubentity = schema.entities.contains {
        schema.isEntity($0.name, kindOf: entity) && $0.property(named: word) != nil
      }
      if isOfSubentity { return false }
      return true
    }
    if finding.code == DiagnosticCode(CheckCode.typeMismatch)
      || finding.code == DiagnosticCode(CheckCode.membershipMismatch)
    {
      // Bools are stored as numbers, dates as seconds, and URIs, identifiers and data may be given as texts.
      return !["Bool", "Date", "Data", "Decimal", "UUID", "URL", "Transformable"].contains {
        finding.message.contains($0)
      }
    }
    return true
  }

  /// A comparison of a text with a number is certainly wrong only if the text is no number: SQLite converts others.
  private func doubted(_ finding: Diagnostic) -> Diagnostic {
    guard finding.code == DiagnosticCode(CheckCode.typeMismatch), finding.severity == .error else { return finding }
    let quoted = source.text(finding.span).split(omittingEmptySubsequences: false) { $0 == "'" || $0 == "\"" }
    if quoted.count == 3, Double(quoted[1]) == nil { return finding }
    var finding = finding
    finding.severity = .warning
    return finding
  }

  /// The error for a comparison with a value of many related objects, such as `trees.height > %@`: nil when the only key
  /// path of the comparison does not end in an attribute after a relationship to many.
  private func manyCrossing(_ finding: Diagnostic, _ entity: String, _ schema: Schema) -> Diagnostic? {
    let words = source.text(finding.span).split { $0 == " " || $0 == "(" || $0 == ")" }
    let paths = words.filter { $0.contains(".") && $0.first?.isLetter ?? false && !$0.contains("@") }
    guard let path = paths.onlyElement else { return nil }
    var owner = entity
    var many: String?
    for step in path.split(separator: ".") {
      switch schema.property(named: String(step), of: owner) {
      case .relationship(let relationship)?:
        if relationship.isToMany { many = relationship.name }
        owner = relationship.destination
      case .attribute?:
        guard let many else { return nil }
        return Diagnostic(
          .error, DiagnosticCode(CheckCode.toManyWithoutQuantifier), stage: .check,
          "'\(many)' leads to many objects, so that the fetch ends with \"to-many key not allowed here\"",
          file: source.name,
          at: finding.span, help: ["write ANY or a SUBQUERY: ANY \(source.text(finding.span))"])
      case nil: return nil
      }
    }
    return nil
  }

  /// Warnings about texts that Core Data runs as they are written, and that nobody can have meant. The others are about
  /// the language of cdq, or a matter of taste, such as a Bool compared with 1.
  private static let wanted: Set<DiagnosticCode> = Set(
    [WarningCode.quotedPlaceholder, .likePercent, .reversedBounds, .emptyNeedle, .outerProperty].map {
      DiagnosticCode($0)
    })

  private func isWanted(_ finding: Diagnostic, _ lints: Set<DiagnosticCode>) -> Bool {
    FormatCheck.wanted.contains(finding.code) || lints.contains(finding.code)
  }

  /// Arguments that are literals of another type than the text compares them with.
  private func mismatches(_ typed: TypedQuery, _ arguments: [ArgumentFact]) -> [Diagnostic] {
    guard arguments.contains(where: { $0.value != nil }) else { return [] }
    return Lowering.lower(typed).parameters.compactMap { parameter in
      guard parameter.name.hasPrefix("%"), let number = Int(parameter.name.dropFirst()),
        arguments.indices.contains(number - 1),
        conversions.indices.contains(number - 1), let value = arguments[number - 1].value, !value.isNull
      else { return nil }
      let conversion = source.text(conversions[number - 1].span)
      let isText = if case .string = value { true } else { false }
      // Only a text for a number and a number for a text are certain mistakes.
      guard value.argument(of: conversion, as: parameter.type) == nil,
        isText ? parameter.type.base.isNumeric : parameter.type.base == .string
      else { return nil }
      let isNumber = if case .string(let text) = value { Double(text) != nil } else { true }
      return Diagnostic(
        isNumber ? .warning : .error, DiagnosticCode(CheckCode.typeMismatch), stage: .bind,
        "the argument of '\(conversion)' must be \(parameter.type), found \(value.described)", file: source.name,
        at: conversions[number - 1].span)
    }
  }
}
