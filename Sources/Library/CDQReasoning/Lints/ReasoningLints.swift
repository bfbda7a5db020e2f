package import CDQIR
import CDQSchema
package import CDQSemantics
package import CDQSyntax
import CDQWhy

/// The findings that proofs make about the conditions of queries: conditions that are never or always true, and
/// conditions that others imply.
///
/// A finding is a proof, so that none is wrong. Only operands that read the same values are compared, since others cannot
/// depend on each other; that keeps the time for a query below that of checking it.
package struct ReasoningLints {
  private let schema: Schema
  private let query: CompiledQuery
  private let nullness: Nullness
  /// The places of the nodes; nil until the first finding needs one, since making them takes as long as a search.
  private var places: LoweredPlaces?
  /// The places of other findings, which say what is wrong there.
  private let reported: [SourceSpan]
  private var findings: [Diagnostic] = []

  /// The most operands of an AND or OR that are compared with each other.
  private static let mostOperands = 16

  /// The findings about the queries of a target, checked in parallel.
  ///
  /// - Parameter others: the other findings; nothing is reported where one of them is.
  package static func findings(
    _ queries: [CompiledQuery], _ schema: Schema, others: [Diagnostic] = []
  ) -> [Diagnostic] {
    var known: [String: [String: [SourceSpan]]] = [:]
    for other in others { known[other.file, default: [:]][other.query ?? "", default: []].append(other.span) }
    let parts = inParts(of: queries.count) { [known] part in
      queries[part].flatMap { query in findings(query, schema, reported: known[query.file]?[query.name] ?? []) }
    }
    return parts.joined() + EqualQueries(schema: schema).findings(queries)
  }

  /// The findings about one query.
  package static func findings(
    _ query: CompiledQuery, _ schema: Schema, reported: [SourceSpan] = []
  ) -> [Diagnostic] {
    guard query.typed != nil, query.ir.predicate.isWorthReasoning(schema) else { return [] }
    var lints = ReasoningLints(
      schema: schema, query: query, nullness: Nullness(schema: schema, parameters: query.ir.parameters),
      reported: reported)
    lints.inspect(query.ir.predicate)
    return lints.findings
  }

  private init(
    schema: Schema, query: CompiledQuery, nullness: Nullness, reported: [SourceSpan]
  ) {
    (self.schema, self.query, self.nullness, self.reported) = (schema, query, nullness, reported)
  }

  /// Inspects a condition and the operands of AND, OR and NOT in it.
  private mutating func inspect(_ root: PredicateIR) {
    var open = [root]
    while let next = open.popLast() {
      switch next {
      case .and(let operands): compare(operands, isAnd: true)
      case .or(let operands): compare(operands, isAnd: false)
      default:
        inspectAlone(next)
      }
      switch next {
      case .and(let operands), .or(let operands): open += operands.reversed()
      case .not(let operand): open.append(operand)
      default: break
      }
    }
  }

  /// Whether no object gives conditions these truths.
  private func isImpossible(_ conditions: [(PredicateIR, Bool)]) -> Bool {
    var tableau = Tableau(conditions, nullness, assumesPresent: false, .quick)
    if case .closed = tableau.run({ _, _ in true }) { return true }
    return false
  }

  private mutating func inspectAlone(_ condition: PredicateIR) {
    guard condition.mayBeConstant(schema) else { return }
    if isImpossible([(condition, true)]) {
      report(.neverTrue, condition, "this is never true", help: "no value that '\(query.ir.entity)' can have satisfies it")
    } else if isImpossible([(condition, false)]) {
      report(.alwaysTrue, condition, "this is always true", help: "remove the condition")
    }
  }

  // MARK: Operands of AND and OR

  private mutating func compare(_ operands: [PredicateIR], isAnd: Bool) {
    guard operands.count <= ReasoningLints.mostOperands else { return }
    let inputs = operands.map { IRNode.predicate($0).inputs }
    var isReported = false
    for first in operands.indices {
      for second in operands.indices where second > first && !inputs[first].isDisjoint(with: inputs[second]) {
        if compare(operands[first], operands[second], isAnd: isAnd) { isReported = true }
      }
    }
    guard !isReported, operands.count > 2, inputs.contains(where: { one in inputs.count { !$0.isDisjoint(with: one) } > 2 }),
      isImpossible(operands.map { ($0, isAnd) })
    else { return }
    let whole = isAnd ? PredicateIR.and(operands) : .or(operands)
    if isAnd {
      report(.neverTrue, whole, "these conditions are never true together", help: "each of them excludes what the others allow")
    } else {
      report(.alwaysTrue, whole, "one of these conditions is always true", help: "remove them, or change one")
    }
  }

  /// Compares two operands; true when something was found.
  private mutating func compare(_ first: PredicateIR, _ second: PredicateIR, isAnd: Bool) -> Bool {
    if isAnd, isImpossible([(first, true), (second, true)]) {
      report(
        .neverTrue, second, "this is never true together with \(text(first))",
        labels: first, help: "no object matches both; OR finds the objects that match one of them")
      return true
    }
    if !isAnd, isImpossible([(first, false), (second, false)]) {
      report(
        .alwaysTrue, second, "this or \(text(first)) is always true", labels: first,
        help: "every object matches one of them; AND finds the objects that match both")
      return true
    }
    // Of two operands of AND the weaker one changes nothing, of two operands of OR the stronger one.
    if isImpossible([(first, true), (second, false)]) {
      return reportImplied(isAnd ? second : first, by: isAnd ? first : second, isAnd: isAnd)
    }
    if isImpossible([(second, true), (first, false)]) {
      return reportImplied(isAnd ? first : second, by: isAnd ? second : first, isAnd: isAnd)
    }
    return false
  }

  private mutating func reportImplied(_ condition: PredicateIR, by other: PredicateIR, isAnd: Bool) -> Bool {
    // A test for nil beside a comparison says what is meant, and other systems need it.
    if condition.isNilTest || other.isNilTest { return false }
    report(
      .impliedCondition, condition,
      isAnd ? "\(text(other)) implies this condition" : "this condition implies \(text(other))", labels: other,
      help: "it changes nothing here; remove it, or check which bound is meant")
    return true
  }

  // MARK: Reports

  private func text(_ condition: PredicateIR) -> String {
    if IRNode.predicate(condition).isNested(deeperThan: 12) { return "another condition" }
    let text = IRPrinter(parameters: query.ir.parameters).text(condition)
    return "'\(text.count > 60 ? "\(text.prefix(57))…" : text)'"
  }

  private mutating func report(
    _ code: ReasoningCode, _ condition: PredicateIR, _ message: String, labels other: PredicateIR? = nil, help: String
  ) {
    if places == nil { places = query.typed.map { LoweredPlaces($0) } }
    guard let span = place(of: condition) else { return }
    guard !reported.contains(where: { $0.start < span.end && span.start < $0.end }),
      !findings.contains(where: { $0.span == span })
    else { return }
    let label = other.flatMap { place(of: $0) }.map { Diagnostic.Label($0, "") }
    findings.append(
      Diagnostic(
        .warning, DiagnosticCode(code), stage: .check, message, file: query.file, at: span,
        labels: label.map { $0.span == span ? [] : [$0] } ?? [], help: [help], query: query.name))
  }

  /// The place of a condition in the source; nil for one that the lowering made.
  private func place(of condition: PredicateIR) -> SourceSpan? {
    if let span = places?[.predicate(condition)] { return span }
    switch condition {
    case .not(let operand), .whenPresent(_, let operand): return place(of: operand)
    case .boolean(let value): return places?[.expression(value)]
    case .and(let operands), .or(let operands):
      let spans = operands.compactMap { place(of: $0) }
      guard let first = spans.first else { return nil }
      return spans.dropFirst().reduce(first) { $0.union($1) }
    default: return nil
    }
  }
}
