import CDQIR
import CDQSemantics
import CDQSyntax

/// The search for queries of one file that give the same results.
struct EqualQueries {
  let schema: Schema

  /// The most queries that are alike but for their conditions and are compared by proofs. Of more, the texts are
  /// compared, so that the time does not grow with the square of their number.
  private static let mostAlike = 6

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
      var bodies: [Substring: CompiledQuery] = [:]
      for (index, query) in alike.enumerated() {
        let same = bodies[query.body] ?? (alike.count > EqualQueries.mostAlike ? nil : alike[..<index].first { isEqual($0, query) })
        guard let first = same else {
          bodies[query.body] = query
          continue
        }
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

  private func isEqual(_ first: CompiledQuery, _ second: CompiledQuery) -> Bool {
    var (one, other) = (first.ir, second.ir)
    one.predicate = .constant(true)
    other.predicate = .constant(true)
    guard one == other else { return false }
    if first.ir.predicate == second.ir.predicate { return true }
    guard first.ir.predicate != .constant(true), second.ir.predicate != .constant(true) else { return false }
    // The parts that disappear with omittable parameters need not be the same in equivalent conditions.
    guard !first.ir.parameters.contains(where: \.isOmittable) else { return false }
    let nullness = Nullness(schema: schema, parameters: first.ir.parameters)
    for (left, right) in [(first.ir.predicate, second.ir.predicate), (second.ir.predicate, first.ir.predicate)] {
      var tableau = Tableau([(left, true), (right, false)], nullness, assumesPresent: true, .quick)
      guard case .closed = tableau.run({ _, _ in true }) else { return false }
    }
    return true
  }

  /// What equal queries have in common, as far as it is quickly found.
  private struct Key: Hashable {
    let file: String
    let entity: String
    let cardinality: QueryIR.Cardinality
    let parameters: [String]
    let inputs: Set<String>

    init(_ query: CompiledQuery) {
      file = query.file
      entity = query.ir.entity
      cardinality = query.ir.cardinality
      parameters = query.ir.parameters.map(\.name)
      inputs = IRNode.predicate(query.ir.predicate).inputs
    }
  }
}

extension CompiledQuery {
  /// The declaration that a name stands for.
  fileprivate var body: Substring { text.drop { $0 != "=" && $0 != "(" } }
}
