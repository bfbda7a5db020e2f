import CDQIR
import CDQSemantics
import CDQSyntax

// What the back ends share about one query.
extension Generator {
  /// The IR as text; nil, and reported, when it holds a value that has none.
  mutating func jsonText(of query: CompiledQuery) -> String? {
    if let json = GeneratedJSON.text(of: query.ir) { return json }
    diagnostics.append(
      Diagnostic(
        .error, .backendMemory, stage: .check, "the query holds a value that has no text form", file: query.file,
        at: query.nameSpan, query: query.name))
    return nil
  }

  /// What the function gives: rows of `rowType`, or of the one selected value, for a `select`.
  func functionResult(_ query: CompiledQuery, _ rowType: String?) -> SwiftType {
    guard let projection = query.ir.projection else { return resultType(query) }
    let row =
      rowType.map { SwiftType.named($0) } ?? projection.items.first.map { types.type($0.type) } ?? .named("Never")
    switch query.ir.cardinality {
    case .first: return .optional(row)
    case .one: return row
    case .many, .count, .exists, .delete: return .array(row)
    }
  }

  /// Reports that a framework has no way to say what the query says.
  mutating func refuse(_ query: CompiledQuery, _ code: DiagnosticCode, _ framework: String, _ refusal: Refusal) {
    diagnostics.append(
      Diagnostic(
        .error, code, stage: .check,
        "the \(framework) back end cannot express \(refusal.construct): \(refusal.reason)", file: query.file,
        at: place(of: refusal.node, in: query), help: [refusal.help], query: query.name))
  }

  /// Where a part of a query was written; the query's name where that is not known.
  private func place(of node: IRNode?, in query: CompiledQuery) -> SourceSpan {
    guard let node, let typed = query.typed, let span = LoweredPlaces(typed)[node], !span.isEmpty else {
      return query.nameSpan
    }
    return span
  }

  /// Warns that a framework may run the query otherwise than it is meant.
  mutating func doubt(_ query: CompiledQuery, _ code: DiagnosticCode, _ message: String, _ doubt: Doubt) {
    diagnostics.append(
      Diagnostic(
        .warning, code, stage: .check, "\(message): \(doubt.text)", file: query.file,
        at: place(of: doubt.node, in: query),
        help: ["test it with a store of yours, or use the memory back end"], query: query.name))
  }
}
