import CDQIR
import CDQSemantics
import CDQSyntax

/// The search for queries of one file that give the same results.
struct EqualQueries {
  let schema: Schema

  /// The most queries that are alike but for their conditions and are compared by proofs.
  private static let mostAlike = 12

  func findings(_ queries: [CompiledQuery]) -> [Diagnostic] {
    var groups: [Key: [CompiledQuery]] = [:]
    var order: [Key] = []
    for query in queries where query.typed != nil {
      let key = Key(query)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(query)
    }
    var findings: [Diagnostic] = []
    for key in order {
      guard let alike = groups[key], alike.count > 1 else { continue }
      for (index, query) in alike.enumerated().dropFirst() {
        guard let first = alike[..<index].first(where: { isEqual($0, query, byProof: alike.count <= EqualQueries.mostAlike) })
        else { continue }
        findings.append(
          Diagnostic(
            .warning, DiagnosticCode(.equalQueries), stage: .check,
            "'\(query.name)' gives the same results as '\(first.name)'", file: query.file, at: query.nameSpan,
            help: ["remove one of the two"],
            notes: [.init("'\(first.name)' is declared here", file: first.file, at: first.nameSpan)], query: query.name))
      }
    }
    return findings
  }

  private func isEqual(_ first: CompiledQuery, _ second: CompiledQuery, byProof: Bool) -> Bool {
    if first.ir == second.ir { return true }
    // A condition without `where` is a text of its own, which says what it means.
    guard byProof, first.ir.predicate != .constant(true), second.ir.predicate != .constant(true) else { return false }
    // The parts that disappear with omittable parameters need not be the same in equivalent conditions.
    guard !first.ir.parameters.contains(where: \.isOmittable) else { return false }
    let nullness = Nullness(schema: schema, parameters: first.ir.parameters)
    for (left, right) in [(first.ir.predicate, second.ir.predicate), (second.ir.predicate, first.ir.predicate)] {
      var tableau = Tableau([(left, true), (right, false)], nullness, assumesPresent: true, .quick)
      guard case .closed = tableau.run({ _, _ in true }) else { return false }
    }
    return true
  }

  /// What equal queries have in common: all but the condition, of which only the values that it reads.
  private struct Key: Hashable {
    var file: String
    var query: QueryIR
    var inputs: Set<ExpressionIR>

    init(_ query: CompiledQuery) {
      file = query.file
      inputs = IRNode.predicate(query.ir.predicate).inputs
      self.query = query.ir
      self.query.predicate = .constant(true)
    }
  }
}
